import { maxSkippedDays, UncountableDateError, type BusinessDays } from "../../../platform/business-days.ts";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { DeadlineCalculation, DeadlineWarning } from "./schema.ts";

/** The days of a calendar with what a calculation records of it: what `openBusinessDays` of holiday calendars returns. */
export interface CourtCalendar {
  calendar: { id: string | null; revision: number; verifiedThroughOn: string | null };
  days: BusinessDays;
}

type Recorded = Pick<DeadlineCalculation, "method" | "startOn" | "rawOn" | "conservativeOn"> & {
  rolledOn: string;
} & Partial<DeadlineCalculation>;

/** What a calculation has where its method knows nothing else. */
export const emptyCalculation = {
  engine: "2",
  startTime: null,
  offset: null,
  unit: null,
  direction: "after",
  startRule: "next_day",
  nextWeekday: null,
  dueTime: null,
  jurisdiction: null,
  service: null,
  serviceDays: 0,
  tolledDays: 0,
  minority: null,
  discovery: null,
  reposeOn: null,
  candidates: [],
  ruleKey: null,
  citation: null,
} satisfies Partial<DeadlineCalculation>;

/** A calculation with what all have in common: calendar, warnings without repetition, bounded lists. */
export function recordCalculation(
  { calendar, days }: CourtCalendar,
  touched: readonly string[],
  { warnings = [], skippedDays = [], steps = [], ...given }: Recorded,
): DeadlineCalculation & { rolledOn: string } {
  const { id, revision, verifiedThroughOn } = calendar;
  const isVerified = verifiedThroughOn !== null && touched.every((on) => on <= verifiedThroughOn);
  const found: DeadlineWarning[] = [...warnings];
  if (!isVerified) found.push("unverified_calendar");
  if (days.findClosure(given.rolledOn) !== null) found.push("falls_on_closed_day");
  return {
    ...emptyCalculation,
    ...given,
    calendar: { id, revision, isVerified },
    skippedDays: skippedDays.slice(0, maxSkippedDays),
    warnings: [...new Set(found)],
    steps: steps.slice(0, 60),
  };
}

/** What is relied on: the date itself once a second person verified it, the earlier of both before. */
export function findEffectiveOn(dueOn: string, conservativeDueOn: string | null, isVerified: boolean): string {
  return isVerified || conservativeDueOn === null || conservativeDueOn > dueOn ? dueOn : conservativeDueOn;
}

/** The last open day on or before a date; a day on which a holiday is observed is closed. */
export function findActByOn(effectiveOn: string, { days }: Pick<CourtCalendar, "days">): string {
  return days.count({
    startOn: effectiveOn,
    offset: 0,
    unit: "calendar_days",
    direction: "before",
    roll: "previous_business_day",
    observed: "closed",
  }).resultOn;
}

/** The last open day before another one. */
export function findCourtDayBefore(actByOn: string, { days }: Pick<CourtCalendar, "days">): string {
  return days.count({
    startOn: actByOn,
    offset: 1,
    unit: "calendar_days",
    direction: "before",
    roll: "previous_business_day",
    observed: "closed",
  }).resultOn;
}

/** @throws VALIDATION_FAILED at a path where the calendar has no open day, or the date is not in the years 1 to 9999 */
export function countOrReject<Result>(path: string, count: () => Result): Result {
  try {
    return count();
  } catch (error) {
    if (!(error instanceof UncountableDateError)) throw error;
    throw invalidInput({ path, message: error.message });
  }
}
