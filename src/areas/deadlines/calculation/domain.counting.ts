import type { DayUnit } from "../../../platform/business-days.ts";
import { recordCalculation, type CourtCalendar } from "./domain.record.ts";
import type { Count, DeadlineCalculation, DeadlineRollRule } from "./schema.ts";

/**
 * Counting by Federal Rule of Civil Procedure 6(a) and (d): the day of the event is not counted; a last day on a closed day continues in
 * the direction of the count; days for service are added after that, and end on an open day again.
 */

type Observed = Count["observedHolidays"];
type Direction = Count["direction"];
type Counted = Pick<DeadlineCalculation, "skippedDays" | "steps"> & { rawOn: string; rolledOn: string };

const dayUnits: Readonly<Record<Count["unit"], DayUnit>> = { calendar_days: "calendar_days", court_days: "business_days", weeks: "weeks", months: "months", years: "years" };
const unitWords: Readonly<Record<Count["unit"], [one: string, several: string]>> = {
  calendar_days: ["day", "days"], court_days: ["open day", "open days"], weeks: ["week", "weeks"], months: ["month", "months"], years: ["year", "years"],
};
const rolls = { next_open_day: "next_business_day", previous_open_day: "previous_business_day", none: "none" } as const;
const serviceDaysOf: Readonly<Record<NonNullable<Count["serviceMethod"]>, number>> = { personal: 0, electronic: 0, mail: 3, left_with_clerk: 3, other_consented: 3 };

/** Doubt makes a date earlier: an observed holiday is closed on the way back, open on the way forward. */
const isObserved = (observed: Observed, direction: Direction) => (observed === "conservative" ? (direction === "after" ? "open" : "closed") : observed);

export function rollDate(on: string, rollRule: DeadlineRollRule, observed: Observed, { days }: Pick<CourtCalendar, "days">): Pick<Counted, "rolledOn" | "skippedDays"> {
  const direction = rollRule === "next_open_day" ? "after" : "before";
  const { resultOn, skipped } = days.count({ startOn: on, offset: 0, unit: "calendar_days", direction, roll: rolls[rollRule], observed: isObserved(observed, direction), isExtended: true });
  return { rolledOn: resultOn, skippedDays: skipped };
}

export const defaultRollRule = (direction: Direction): DeadlineRollRule => (direction === "after" ? "next_open_day" : "previous_open_day");

/** The days that service adds; to a count after the event alone. */
const findServiceDays = ({ direction, serviceMethod, serviceDays }: Count) =>
  direction === "before" ? 0 : (serviceDays ?? (serviceMethod === null ? 0 : serviceDaysOf[serviceMethod]));

function countOnce(count: Count, observed: Observed, court: CourtCalendar): Counted {
  const { startOn, offset, unit, direction, rollRule = defaultRollRule(direction) } = count;
  const raw = court.days.count({ startOn, offset, unit: dayUnits[unit], direction, roll: "none", observed: isObserved(observed, direction) });
  const rolled = rollDate(raw.rawOn, rollRule, observed, court);
  const skippedDays = [...raw.skipped, ...rolled.skippedDays];
  const steps = [{ text: `${offset} ${unitWords[unit][offset === 1 ? 0 : 1]} ${direction} the start, which is not counted`, on: raw.rawOn }];
  if (rolled.rolledOn !== raw.rawOn) steps.push({ text: `Closed; moved to the ${rollRule === "next_open_day" ? "next" : "previous"} open day`, on: rolled.rolledOn });
  const serviceDays = findServiceDays(count);
  if (serviceDays === 0) return { rawOn: raw.rawOn, rolledOn: rolled.rolledOn, skippedDays, steps };
  const served = court.days.count({ startOn: rolled.rolledOn, offset: serviceDays, unit: "calendar_days", direction: "after", roll: "none" }).rawOn;
  const last = rollDate(served, rollRule, observed, court);
  steps.push({ text: `${serviceDays} days are added for the service`, on: served });
  if (last.rolledOn !== served) steps.push({ text: `Closed; moved to the ${rollRule === "next_open_day" ? "next" : "previous"} open day`, on: last.rolledOn });
  return { rawOn: raw.rawOn, rolledOn: last.rolledOn, skippedDays: [...skippedDays, ...last.skippedDays], steps };
}

/**
 * Counts a date from a day. The earliest reading of observed holidays is its conservative date, whichever was requested.
 * @throws {UncountableDateError}
 */
export function countDeadline(count: Count, court: CourtCalendar): DeadlineCalculation & { rolledOn: string } {
  const conservative = countOnce(count, "conservative", court);
  const [closed, open] = [countOnce(count, "closed", court), countOnce(count, "open", court)];
  const counted = { conservative, closed, open }[count.observedHolidays];
  const differs = closed.rolledOn !== open.rolledOn;
  const { startOn, offset, unit, direction } = count;
  return recordCalculation(court, [startOn, counted.rawOn, counted.rolledOn], {
    method: "rule_6", startOn, offset, unit, direction,
    serviceDays: findServiceDays(count),
    conservativeOn: conservative.rolledOn,
    ...counted,
    ...(differs && { warnings: ["observed_holiday"] }),
  });
}
