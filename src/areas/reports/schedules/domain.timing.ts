import type * as z from "zod";
import type { ScheduleTiming } from "../schema.ts";

/** When a schedule runs, by the firm's own clock. */
export type Timing = Pick<z.infer<typeof ScheduleTiming>, "frequency" | "weekday" | "dayOfMonth" | "hour">;

const day = 86_400_000;
/** The longest that two occasions lie apart, with what a change of the clocks adds. */
const daysAhead = 33;

/**
 * The first occasion after an instant. Where clocks are put forward over the hour, it is the moment at which they are; where they
 * are put back and the hour comes twice, it is the first of both alone.
 * @param timezone IANA's name of the firm's zone
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

/** How far the local time is ahead of UTC at an instant; milliseconds. */
type Clock = (instant: number) => number;

function openClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const at = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
    const local = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
    return local - Math.floor(instant / 1_000) * 1_000;
  };
}

/** The instant at which clocks show a local time, which is given as if it were UTC. */
function toInstant(clock: Clock, local: number): number {
  // A day before and after no change of the clocks is near, so that these are the offsets on both sides of one.
  const before = local - clock(local - day);
  const after = local - clock(local + day);
  const shown = [Math.min(before, after), Math.max(before, after)].find((instant) => instant + clock(instant) === local);
  // No clock shows it: by the offset from before the change it lies behind it, as far as clocks were put forward.
  return shown ?? before;
}
