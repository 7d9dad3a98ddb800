import type * as z from "zod";
import { openClock, type Clock } from "../../../contract/values/zone-clock.ts";
import type { ScheduleTiming } from "../schema.ts";

/** In the organization's time zone. */
export type Timing = Pick<z.infer<typeof ScheduleTiming>, "frequency" | "weekday" | "dayOfMonth" | "hour">;

const day = 86_400_000;
/** The longest interval between two occasions, including a clock change. */
const daysAhead = 33;

/**
 * The first occasion after an instant. If the local time is skipped when clocks go forward, it is the moment of the
 * change; if it occurs twice, only the first counts.
 *
 * @param timezone IANA name
 * @param after milliseconds since 1970
 * @returns milliseconds since 1970, strictly later
 */
export function nextOccasion(timing: Timing, timezone: string, after: number): number {
  const clock = openClock(timezone);
  const today = Math.floor((after + clock(after)) / day) * day;
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const date = today + ahead * day;
    if (!isDay(timing, new Date(date))) continue;
    const instant = toInstant(clock, date + timing.hour * 3_600_000);
    if (instant > after) return instant;
  }
  throw new Error("a schedule without a next occasion");
}

function isDay({ frequency, weekday, dayOfMonth }: Timing, date: Date): boolean {
  if (frequency === "weekly") return date.getUTCDay() === (weekday ?? 0) % 7;
  return frequency === "daily" || date.getUTCDate() === dayOfMonth;
}

/** The instant of a local time, which is given as if it were UTC. */
function toInstant(clock: Clock, local: number): number {
  // A day before and after there is no other clock change, so these are the offsets on both sides of one.
  const before = local - clock(local - day);
  const after = local - clock(local + day);
  const shown = [Math.min(before, after), Math.max(before, after)].find(
    (instant) => instant + clock(instant) === local,
  );
  // A skipped local time: with the offset from before the change, it lies after the change by the length of the gap.
  return shown ?? before;
}
