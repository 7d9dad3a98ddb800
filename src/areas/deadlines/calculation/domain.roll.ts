import type { CourtCalendar } from "./domain.record.ts";
import type { Count, DeadlineCalculation, DeadlineRollRule } from "./schema.ts";

export type Observed = Count["observedHolidays"];
export type Direction = Count["direction"];

const rolls = { next_open_day: "next_business_day", previous_open_day: "previous_business_day", none: "none" } as const;

export const defaultRollRule = (direction: Direction): DeadlineRollRule =>
  direction === "after" ? "next_open_day" : "previous_open_day";

/** Doubt makes a date earlier: a day whose closing is doubtful is closed on the way back, open on the way forward. */
export function readObserved(observed: Observed, direction: Direction): "closed" | "open" {
  if (observed !== "conservative") return observed;
  return direction === "after" ? "open" : "closed";
}

/** @property direction in which the period is measured, which may not be that of the roll */
interface Roll {
  rollRule: DeadlineRollRule;
  observed: Observed;
  direction: Direction;
  /** Whether the day moves on while the clerk's office is inaccessible, too; it does unless given. */
  isExtended?: boolean;
}

/**
 * Moves a date that falls on a closed day.
 *
 * @throws {UncountableDateError}
 */
export function rollDate(
  on: string,
  { rollRule, observed: reading, direction, isExtended = true }: Roll,
  { days }: Pick<CourtCalendar, "days">,
): { rolledOn: string; skippedDays: DeadlineCalculation["skippedDays"] } {
  const observed = readObserved(reading, rollRule === "next_open_day" ? "after" : "before");
  const roll = rolls[rollRule];
  const { resultOn, skipped } = days.count({
    startOn: on,
    offset: 0,
    unit: "calendar_days",
    direction,
    roll,
    observed,
    isExtended,
  });
  return { rolledOn: resultOn, skippedDays: skipped };
}
