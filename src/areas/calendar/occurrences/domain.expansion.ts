import { addDays, listOccurrences } from "../../../platform/recurrence-rule.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createSharedWorker } from "../../../platform/jobs/repeated-worker.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { ownTimes } from "./domain.occurrence.ts";
import { neverEnds, computeOccurrenceTimes } from "../domain.times.ts";
import { lockEventRowForUpdate, type EventRow, type Reading } from "../store.ts";
import {
  enqueueExpansion,
  listUnexpandedOf,
  listUnexpandedSeries,
  expansionQueue,
  storeOccurrences,
  type ExpandedDays,
  type Expansion,
} from "./store.expansion.ts";

/**
 * Occurrences of series are stored from 400 days before today to 550 after it, and of what is endless some more every
 * month, so that at least `daysKept` days ahead are. What is before and after is calculated where it is read.
 */
export const daysBack = 400;
const daysAhead = 550;
export const daysKept = 520;
/** Of one transaction: some milliseconds of calculation. */
const most = 200;
const nothing = "0001-01-01";
const everything = "9999-12-31";
const atOnce = "1970-01-01T00:00:00.000Z";

type OfSeries = Pick<
  EventRow,
  | "id"
  | "rule"
  | "endsOn"
  | "allDay"
  | "startAt"
  | "endAt"
  | "startOn"
  | "endOn"
  | "timeZone"
  | "exceptions"
  | "placedFromOn"
  | "placedThroughOn"
>;

export interface Part extends ExpandedDays {
  rows: {
    eventId: string;
    occurrenceOn: string;
    startAt: string;
    endAt: string;
    startOn: string;
    endOn: string;
    status: string | null;
  }[];
}

/** Whether any occurrence of a series is stored. Those that were moved are, then, whatever their day is. */
export const isExpanded = ({ placedThroughOn }: Pick<EventRow, "placedThroughOn">) => placedThroughOn > nothing;

/**
 * The occurrences of a series that are stored next: those of the days after what is stored, at most 200 days that its
 * rule has.
 *
 * @param today `YYYY-MM-DD`
 * @returns with the days that are stored then, and when there is more to store
 */
export function computePart(series: OfSeries, today: string): Part {
  const { id: eventId, startOn, endsOn } = series;
  const isFirst = !isExpanded(series);
  const [back, ahead] = [addDays(today, -daysBack), addDays(today, daysAhead)];
  const firstOn = startOn > back ? startOn : back;
  const isEnding = endsOn !== null && endsOn <= ahead;
  const all = listOccurrences(
    series.rule ?? "",
    startOn,
    isFirst ? firstOn : addDays(series.placedThroughOn, 1),
    isEnding ? endsOn : ahead,
  );
  const days = all.slice(0, most);
  const [exceptions, moved] = [
    new Map(series.exceptions.map((each) => [each.occurrenceOn, each])),
    series.exceptions.filter((each) => ownTimes(each) !== null).map(({ occurrenceOn }) => occurrenceOn),
  ];
  const stored = isFirst ? new Set([...days, ...moved]) : new Set(days.filter((on) => !moved.includes(on)));
  const rows = [...stored].map((occurrenceOn) => {
    const exception = exceptions.get(occurrenceOn);
    const {
      startAt,
      endAt,
      startOn: firstDay,
      endOn,
    } = (exception === undefined ? null : ownTimes(exception)) ?? computeOccurrenceTimes(series, occurrenceOn);
    const status = exception?.isCancelled === true ? "cancelled" : (exception?.status ?? null);
    return { eventId, occurrenceOn, startAt, endAt, startOn: firstDay, endOn, status };
  });
  const placedFromOn = isFirst ? firstOn : series.placedFromOn;
  const last = days.at(-1);
  if (days.length < all.length && last !== undefined)
    return { rows, placedFromOn, placedThroughOn: last, placeAt: atOnce };
  if (isEnding) return { rows, placedFromOn, placedThroughOn: everything, placeAt: neverEnds };
  return { rows, placedFromOn, placedThroughOn: ahead, placeAt: `${addDays(ahead, -daysKept)}T00:00:00.000Z` };
}

async function expand(context: Reading, series: EventRow, now: string): Promise<Part> {
  const part = computePart(series, now.slice(0, 10));
  const { rows, ...days } = part;
  await storeOccurrences(context, series.id, rows, days);
  return part;
}

/**
 * Stores the first occurrences of a locked series of which none are: it is new, or its times changed, at which the
 * database forgets what it had. A job stores the rest where they are more than 200.
 */
export async function expandFirst(context: Reading, series: EventRow, now: string): Promise<void> {
  if (series.rule === null || isExpanded(series)) return;
  const { placeAt } = await expand(context, series, now);
  if (placeAt <= now) await enqueueExpansion(context);
}

/**
 * Stores what is missing of a series, each part in its own transaction.
 *
 * @returns whether anything was
 */
async function expandRest(
  database: UnitOfWork["database"],
  { organizationId, id }: { organizationId: string; id: string },
  now: string,
): Promise<boolean> {
  for (let isChanged = false; ; isChanged = true) {
    const isMore = await database.withTenantTransaction(organizationId, async (transaction) => {
      const context = { organizationId, transaction };
      const series = await lockEventRowForUpdate(context, id);
      if (series === undefined || series.rule === null || series.placeAt > now) return null;
      return (await expand(context, series, now)).placeAt <= now;
    });
    if (isMore !== true) return isChanged || isMore !== null;
  }
}

/**
 * Stores what is missing of the series of all organizations: of those that there were before, of those whose change was
 * cut short by a crash, and of endless ones what the time that passed brings near. Without an event: no reader of a
 * series sees a change.
 *
 * @param clock for tests
 * @returns of how many series this process stored something
 */
export function expandDueSeries(
  database: UnitOfWork["database"],
  clock: () => Date = () => new Date(),
): Promise<number> {
  return runDueWork({
    list: (batch) => listUnexpandedSeries(database, batch),
    execute: (due) => expandRest(database, due, clock().toISOString()),
  });
}

const pollSeconds = 2;
const batch = 100;

/** The same for one organization, whose change was too large. */
async function expandSeriesOf(database: UnitOfWork["database"], { organizationId }: Expansion): Promise<void> {
  const now = new Date().toISOString();
  for (;;) {
    const ids = await database.withTenantTransaction(organizationId, (transaction) =>
      listUnexpandedOf({ organizationId, transaction }, now, batch),
    );
    for (const id of ids) await expandRest(database, { organizationId, id }, now);
    if (ids.length < batch) return;
  }
}

/** Stores the occurrences of series that a request left to the worker. */
export function createExpansionWorker(database: UnitOfWork["database"], logger: JobLogger): QueueWorker {
  return createSharedWorker(expansionQueue, logger, {
    pollSeconds,
    failure: "occurrences of series could not be stored",
    execute: (data) => expandSeriesOf(database, data as Expansion),
  });
}
