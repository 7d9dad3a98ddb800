import { Temporal } from "temporal-polyfill";
import { UncountableDateError, type DayUnit } from "../../../platform/business-days.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { CourtCalendar } from "./domain.record.ts";
import { readObserved } from "./domain.roll.ts";
import type { Count, DeadlineCalculation } from "./schema.ts";

/** The end of a period before days for service and before a closed day moves it. */

type LongUnit = Exclude<Count["unit"], "hours">;
type Raw = Pick<DeadlineCalculation, "skippedDays"> & { on: string; time: string | null };

const dayUnits: Readonly<Record<LongUnit, DayUnit>> = {
  calendar_days: "calendar_days",
  court_days: "business_days",
  weeks: "weeks",
  months: "months",
  years: "years",
};

const unitWords: Readonly<Record<Count["unit"], [one: string, several: string]>> = {
  calendar_days: ["day", "days"],
  court_days: ["open day", "open days"],
  weeks: ["week", "weeks"],
  months: ["month", "months"],
  years: ["year", "years"],
  hours: ["hour", "hours"],
};

/** `30 days` */
export const describeOffset = ({ offset, unit }: Pick<Count, "offset" | "unit">): string =>
  `${offset} ${unitWords[unit][offset === 1 ? 0 : 1]}`;

/** @throws {UncountableDateError} for a day that is not in the years 1 to 9999 */
function addCountableDays(on: string, days: number): string {
  const day = addDays(on, days);
  if (day.length > on.length || day < "0001-01-01")
    throw new UncountableDateError("the date must be in the years 1 to 9999");
  return day;
}

/**
 * The first day that is counted where counting begins on an open day, and the day from which it is counted then: the
 * one beside it.
 *
 * @throws {UncountableDateError}
 */
export function findOpenStart(
  startOn: string,
  { direction, observedHolidays }: Count,
  { days }: CourtCalendar,
): { firstOn: string; fromOn: string } {
  const observed = readObserved(observedHolidays, direction);
  const { rawOn: firstOn } = days.count({
    startOn,
    offset: 1,
    unit: "business_days",
    direction,
    roll: "none",
    observed,
  });
  return { firstOn, fromOn: addCountableDays(firstOn, direction === "after" ? -1 : 1) };
}

/** From which hours run where the start has no time: the beginning of its day makes the date the earliest. */
export const midnight = "00:00";

/**
 * Hours that pass, also where the clocks change: 72 hours from Friday 10:00 end on Monday at 09:00 when daylight saving
 * time ends between.
 */
function countHours(fromOn: string, { offset, direction, startTime }: Count, timeZone: string): Raw {
  const local = Temporal.PlainDate.from(fromOn).toPlainDateTime(startTime ?? midnight);
  const start = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const end = start.add({ hours: direction === "after" ? offset : -offset });
  if (end.year < 1 || end.year > 9999) throw new UncountableDateError("the date must be in the years 1 to 9999");
  const time = end.toPlainTime().toString({ smallestUnit: "minute" });
  return { on: end.toPlainDate().toString(), time, skippedDays: [] };
}

/**
 * Counts from a day, which is not counted itself.
 *
 * @param timeZone of hours
 * @throws {UncountableDateError}
 */
export function countRaw(fromOn: string, count: Count, { days }: CourtCalendar, timeZone: string): Raw {
  const { offset, unit, direction, observedHolidays } = count;
  if (unit === "hours") return countHours(fromOn, count, timeZone);
  const observed = readObserved(observedHolidays, direction);
  const { rawOn, skipped } = days.count({
    startOn: fromOn,
    offset,
    unit: dayUnits[unit],
    direction,
    roll: "none",
    observed,
  });
  return { on: rawOn, time: null, skippedDays: skipped };
}

/**
 * The next such weekday after a day: a week later for a day that is one.
 *
 * @param weekday 1 is Monday
 */
export function findNextWeekday(on: string, weekday: number): string {
  const { dayOfWeek } = Temporal.PlainDate.from(on);
  return addCountableDays(on, ((weekday - dayOfWeek + 6) % 7) + 1);
}
