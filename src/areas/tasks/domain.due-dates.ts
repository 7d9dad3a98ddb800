import { UncountableDateError, type BusinessDays, type DayCount } from "../../platform/business-days.ts";

/** How far a due date is from its anchor date. */
export type DueCount = Omit<DayCount, "startOn">;

/** The due date of an anchor date, rolled; null without an anchor date, or where the calendar cannot count that far. */
export function countDueOn(
  { offset, unit, direction, roll }: DueCount,
  anchorOn: string | null,
  days: BusinessDays,
): string | null {
  if (anchorOn === null) return null;
  try {
    return days.count({ startOn: anchorOn, offset, unit, direction, roll }).resultOn;
  } catch (error) {
    if (error instanceof UncountableDateError) return null;
    throw error;
  }
}
