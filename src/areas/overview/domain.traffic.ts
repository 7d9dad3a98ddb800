import { addBuckets, estimateQuantile } from "../../contract/portal/usage.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { Figures, Traffic } from "./schema.ts";
import { rankReasons, sumHours, sumKeys, type Days, type UsageSums } from "./store.ts";

const hourMilliseconds = 3_600_000;
const hoursShown = 24;
const week = 7 * 24 * hourMilliseconds;
const maxKeys = 25;
const maxReasons = 8;

/** The hours that are shown, in UTC: the current one, which is not over, is the last. */
export function listHours(now: number): number[] {
  const current = Math.floor(now / hourMilliseconds) * hourMilliseconds;
  return Array.from({ length: hoursShown }, (_, index) => current - (hoursShown - 1 - index) * hourMilliseconds);
}

/**
 * The organization's requests of the last 24 hours beside those of the same hours a week before.
 *
 * @param keyId null for all keys
 */
export async function describeTraffic(context: Context, keyId: string | null, now = Date.now()): Promise<Traffic> {
  const hours = listHours(now);
  const days = spanDays(hours);
  const [hourSums, keySums, reasons] = await settleInOrder(
    sumHours(context, days, keyId),
    sumKeys(context, days, maxKeys),
    rankReasons(context, days, keyId, maxReasons),
  );
  const byHour = new Map(hourSums.map(({ hour, ...sums }) => [Date.parse(hour), sums]));
  const read = (hour: number) => byHour.get(hour) ?? nothing;
  const complete = hours.slice(0, -1);
  return {
    hours: hours.map((hour) => ({
      hour: writeInstant(hour),
      now: toFigures(read(hour)),
      weekBefore: toFigures(read(hour - week)),
    })),
    totals: toFigures(addUp(hours.map(read))),
    completeHours: {
      now: countAll(addUp(complete.map(read))),
      weekBefore: countAll(addUp(complete.map((hour) => read(hour - week)))),
    },
    keys: [...new Map(keySums.map(({ keyId: id, name }) => [id, name]))].map(([id, name]) => {
      const of = (isNow: boolean) =>
        toFigures(keySums.find((sums) => sums.keyId === id && sums.isNow === isNow) ?? nothing);
      return { keyId: id, name, now: of(true), weekBefore: of(false) };
    }),
    reasons,
  };
}

function spanDays(hours: readonly number[]): Days {
  const [first = 0] = hours;
  const end = first + hoursShown * hourMilliseconds;
  return {
    from: writeInstant(first),
    until: writeInstant(end),
    weekFrom: writeInstant(first - week),
    weekUntil: writeInstant(end - week),
  };
}

function writeInstant(instant: number): string {
  return new Date(instant).toISOString();
}

const nothing: UsageSums = { succeeded: 0, refused: 0, limited: 0, failed: 0, buckets: [] };

function addUp(all: readonly UsageSums[]): UsageSums {
  return all.reduce(
    (sum, each) => ({
      succeeded: sum.succeeded + each.succeeded,
      refused: sum.refused + each.refused,
      limited: sum.limited + each.limited,
      failed: sum.failed + each.failed,
      buckets: addBuckets(sum.buckets, each.buckets),
    }),
    nothing,
  );
}

function countAll({ succeeded, refused, limited, failed }: UsageSums): number {
  return succeeded + refused + limited + failed;
}

function toFigures({ succeeded, refused, limited, failed, buckets }: UsageSums): Figures {
  const p95 = estimateQuantile(buckets, 0.95);
  return { succeeded, refused, limited, failed, p95Ms: p95 === null ? null : Math.round(p95 * 10) / 10 };
}
