import type { ServiceBasis } from "../../jurisdiction-rules/domain.service.ts";
import { recordCalculation, type CourtCalendar } from "./domain.record.ts";
import { countRaw, describeOffset, findNextWeekday, findOpenStart, midnight } from "./domain.raw-count.ts";
import { defaultRollRule, readObserved, rollDate, type Direction, type Observed } from "./domain.roll.ts";
import { findServiceDays, type FoundService, type ServiceDays } from "./domain.service-days.ts";
import type { Count, DeadlineCalculation, DeadlineRollRule, DeadlineWarning } from "./schema.ts";

/**
 * Counting as Federal Rule of Civil Procedure 6 and the rules of the states count. The day of the event is not counted;
 * days for service are added before the period, to it, or after it, as the rule of the jurisdiction says; a last day on
 * a closed day moves on.
 */

/** What a count depends on besides its members and the calendar. */
export interface Circumstances {
  service: ServiceBasis;
  /** In which hours pass. */
  timeZone: string;
  /** On which a rule is more than a year old, or not. */
  today: string;
}

type Counted = Pick<DeadlineCalculation, "skippedDays" | "steps" | "dueTime"> & { rawOn: string; rolledOn: string };

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** A count under way: where it is, and how it got there. */
class Trail {
  readonly skippedDays: DeadlineCalculation["skippedDays"] = [];
  readonly steps: DeadlineCalculation["steps"] = [];
  on: string;
  readonly #count: Count;
  readonly #court: CourtCalendar;

  constructor(count: Count, court: CourtCalendar) {
    this.on = count.startOn;
    this.#count = count;
    this.#court = court;
  }

  note(text: string): void {
    this.steps.push({ text, on: this.on });
  }

  move(on: string, text: string, skipped: DeadlineCalculation["skippedDays"] = []): void {
    this.on = on;
    this.skippedDays.push(...skipped);
    this.note(text);
  }

  /** @param isLast whether the period ends there: then the day moves on while the clerk's office is inaccessible, too */
  roll(isLast: boolean): void {
    const { direction, rollRule = defaultRollRule(direction) } = this.#count;
    this.#leaveClosedDay(rollRule, isLast, (to) => `moved to the ${to > this.on ? "next" : "previous"} open day`);
  }

  rollCompletion(): void {
    this.#leaveClosedDay("next_open_day", false, () => "service is complete on the next open day");
  }

  #leaveClosedDay(rollRule: DeadlineRollRule, isExtended: boolean, describe: (to: string) => string): void {
    const { direction, observedHolidays: observed } = this.#count;
    const { rolledOn, skippedDays } = rollDate(this.on, { rollRule, observed, direction, isExtended }, this.#court);
    const isInaccessible = skippedDays.some(({ reason }) => reason === "inaccessible");
    const why = isInaccessible ? "Closed, or the clerk’s office is inaccessible" : "Closed";
    if (rolledOn !== this.on) this.move(rolledOn, `${why}; ${describe(rolledOn)}`, skippedDays);
  }

  addService({ days, unit, text }: ServiceDays, direction: Direction): void {
    const observed = readObserved(this.#count.observedHolidays, direction);
    const dayUnit = unit === "court_days" ? "business_days" : "calendar_days";
    const added = this.#court.days.count({
      startOn: this.on,
      offset: days,
      unit: dayUnit,
      direction,
      roll: "none",
      observed,
    });
    this.move(added.rawOn, text, added.skipped);
  }
}

/** Where the period begins: once service is complete, and on an open day where the rule says so. */
function begin(trail: Trail, count: Count, court: CourtCalendar, added: ServiceDays | null): void {
  if (added?.order === "before_period" && count.direction === "after") {
    trail.addService(added, "after");
    if (added.isCompletionRolled) trail.rollCompletion();
  }
  if (count.startRule === "next_open_day" && count.unit !== "hours") {
    const { firstOn, fromOn } = findOpenStart(trail.on, count, court);
    trail.on = fromOn;
    const which = count.direction === "after" ? "next" : "previous";
    trail.steps.push({ text: `Counting begins on the ${which} open day`, on: firstOn });
  }
}

function describeCount(count: Count, time: string | null): string {
  const { direction, startTime, startRule } = count;
  if (time !== null)
    return `${describeOffset(count)} ${direction} ${startTime ?? midnight} on the day of the start: ${time}`;
  if (startRule === "next_open_day") return `${describeOffset(count)} from it, which is the first that is counted`;
  return `${describeOffset(count)} ${direction} the start, which is not counted`;
}

function countOnce(count: Count, court: CourtCalendar, { added }: FoundService, timeZone: string): Counted {
  const { direction, nextWeekday } = count;
  const trail = new Trail(count, court);
  begin(trail, count, court, added);
  const raw = countRaw(trail.on, count, court, timeZone);
  trail.move(raw.on, describeCount(count, raw.time), raw.skippedDays);
  if (added?.order === "with_period" && direction === "after") trail.addService(added, "after");
  // A template from before 2026-12 may have both: a period before its start does not go forward again.
  if (nextWeekday !== null && direction === "after") {
    trail.move(findNextWeekday(trail.on, nextWeekday), `The next ${weekdayNames[nextWeekday - 1] ?? ""} after that`);
  }
  const isAddedAfter = added !== null && (direction === "before" || added.order === "after_roll");
  trail.roll(!isAddedAfter);
  if (isAddedAfter) {
    trail.addService(added, direction);
    if (direction === "after" || added.rollsAgain) trail.roll(true);
  }
  const dueTime = raw.time ?? count.dueTime;
  if (dueTime !== null) trail.note(`Due at ${dueTime}`);
  return { rawOn: raw.on, rolledOn: trail.on, dueTime, skippedDays: trail.skippedDays, steps: trail.steps };
}

/**
 * Counts a date from a day. Its conservative date is the earliest over all readings of doubtful days, whichever was
 * requested.
 *
 * @throws {UncountableDateError}
 */
export function countDeadline(
  count: Count,
  court: CourtCalendar,
  { service, timeZone, today }: Circumstances,
): DeadlineCalculation & { rolledOn: string } {
  const found = findServiceDays(count, service, today);
  const read = (observedHolidays: Observed) => countOnce({ ...count, observedHolidays }, court, found, timeZone);
  const readings = { conservative: read("conservative"), closed: read("closed"), open: read("open") } as const;
  const counted = readings[count.observedHolidays];
  const dates = Object.values(readings)
    .map(({ rolledOn }) => rolledOn)
    .toSorted();
  const { startOn, startTime, offset, unit, direction, startRule, nextWeekday } = count;
  const warnings: DeadlineWarning[] = [...found.warnings];
  if (dates[0] !== dates.at(-1)) warnings.unshift("observed_holiday");
  if (unit === "hours" && startTime === null) warnings.push("start_time_unknown");
  return recordCalculation(court, [startOn, counted.rawOn, counted.rolledOn], {
    method: "rule_6",
    startOn,
    startTime,
    offset,
    unit,
    direction,
    startRule,
    nextWeekday,
    jurisdiction: service.jurisdiction,
    service: found.record,
    serviceDays: found.added?.days ?? 0,
    conservativeOn: dates[0] ?? counted.rolledOn,
    ...counted,
    steps: found.note === null ? counted.steps : [...counted.steps, { text: found.note, on: null }],
    warnings,
  });
}
