import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { isLiveCalendar, openBusinessDays, openCourtDays, openFederalDays } from "../organization/holiday-calendars/domain.ts";
import { findDueAt, findStateZone } from "./calculation/domain.instants.ts";
import { countOrReject, findActByOn, findCourtDayBefore, findEffectiveOn, type CourtCalendar } from "./calculation/domain.record.ts";
import { shippedServiceBasis } from "../jurisdiction-rules/domain.service.ts";
import { countDeadline } from "./calculation/domain.counting.ts";
import { defaultRollRule } from "./calculation/domain.roll.ts";
import { calculateLimitation, type LimitationResult, type MissingLimitation, type StoredLimitation } from "./calculation/domain.limitation.ts";
import { tollGivenDate } from "./calculation/domain.tolling.ts";
import type { DeadlineCalculation, DeadlineWarning, TollingTime } from "./calculation/schema.ts";
import type { Place } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

/** What the date of a deadline is determined by: `dueOn`, or a count from a day. */
export type DateInputs = Pick<DeadlineRow, "dueTime" | "triggerOn" | "offset" | "unit" | "direction" | "serviceMethod" | "observedHolidays" | "rollRule" | "accrualOn"> & {
  deadlineClass: string;
  /** Null where it is counted. */
  dueOn: string | null;
  /** Null for the default. */
  timeZone: string | null;
  /** Of a date by a rule; `triggerOn` is its incident. */
  limitation: StoredLimitation | null;
  tolling: readonly TollingTime[];
};

/** Without a trigger, the date that tolling is added to. */
const baseOf = ({ triggerSource, untolledDueOn, dueOn }: DeadlineRow) => (triggerSource === null ? (untolledDueOn ?? dueOn) : null);

export const givenZone = ({ timeZone, timeZoneBasis }: DeadlineRow): string | null => (timeZoneBasis === "given" ? timeZone : null);

/** What the date of a deadline is determined by, were it not overridden. */
export function inputsOf(row: DeadlineRow): DateInputs {
  return { ...row, dueOn: baseOf(row), timeZone: givenZone(row) };
}

/**
 * The calendar of a deadline: the given one, else the one it has, unless that was deleted; else the firm's court calendar of the case's state,
 * else its business calendar. A deadline of a chain that was counted in the shipped federal calendar stays with the federal courts. @throws NOT_FOUND for a given one
 */
export async function openCourt(context: Context, { caseState }: Place, given: string | undefined, recorded: Pick<DeadlineRow, "holidayCalendarId" | "chainId"> | null = null): Promise<CourtCalendar> {
  if (given !== undefined) return openBusinessDays(context, given);
  const calendarId = recorded?.holidayCalendarId ?? null;
  if (calendarId !== null && (await isLiveCalendar(context, calendarId))) return openBusinessDays(context, calendarId);
  if (calendarId === null && recorded !== null && recorded.chainId !== null) return openFederalDays(context);
  return openCourtDays(context, caseState);
}

/** The days on which one can act on a date, and is warned. @throws VALIDATION_FAILED where the calendar has no open day before it */
export function settleActing(court: CourtCalendar, effectiveOn: string): { actByOn: string; courtDayBeforeOn: string } {
  return countOrReject("dueOn", () => {
    const actByOn = findActByOn(effectiveOn, court);
    return { actByOn, courtDayBeforeOn: findCourtDayBefore(actByOn, court) };
  });
}

/** What follows from a date and whether it is verified. */
export function settle(court: CourtCalendar, { dueOn, dueTime, timeZone, conservativeDueOn }: Pick<DeadlineRow, "dueOn" | "dueTime" | "timeZone" | "conservativeDueOn">, isVerified: boolean) {
  const effectiveOn = findEffectiveOn(dueOn, conservativeDueOn, isVerified);
  return { dueOn, dueTime, conservativeDueOn, effectiveOn, ...settleActing(court, effectiveOn), dueAt: findDueAt(dueOn, dueTime, timeZone) };
}

export type Zoned = Pick<Place, "caseState" | "timezone">;

function findZone(given: string | null, { caseState, timezone }: Zoned): { timeZone: string; timeZoneBasis: string; isOneOfSeveral: boolean } {
  if (given !== null) return { timeZone: given, timeZoneBasis: "given", isOneOfSeveral: false };
  const ofState = caseState === null ? undefined : findStateZone(caseState);
  if (ofState !== undefined) return { ...ofState, timeZoneBasis: "case_state" };
  return { timeZone: timezone, timeZoneBasis: "organization", isOneOfSeveral: false };
}

/** The columns of a date that somebody gave. */
export function settleGiven(place: Zoned, court: CourtCalendar, { timeZone, ...date }: Pick<DateInputs, "dueTime" | "timeZone"> & Pick<DeadlineRow, "dueOn" | "conservativeDueOn">) {
  const { isOneOfSeveral: _, ...zone } = findZone(timeZone, place);
  return { ...zone, holidayCalendarId: court.calendar.id, ...settle(court, { ...date, timeZone: zone.timeZone }, false) };
}

function count(inputs: DateInputs, court: CourtCalendar): (DeadlineCalculation & { rolledOn: string }) | null {
  const { triggerOn, offset, unit, direction, serviceMethod, observedHolidays, deadlineClass } = inputs;
  if (inputs.dueOn !== null || triggerOn === null || offset === null || unit === null) return null;
  const [way, counted] = [direction as "after" | "before", { startOn: triggerOn, offset, unit: unit as "years", serviceMethod: serviceMethod as null, observedHolidays: observedHolidays as "open" }];
  // A period of limitation ends on its anniversary, open or not.
  const rollRule = inputs.rollRule ?? (deadlineClass === "limitation" ? "none" : defaultRollRule(way));
  const plain = { startTime: null, startRule: "next_day", nextWeekday: null, dueTime: null } as const;
  const circumstances = { service: shippedServiceBasis("US"), timeZone: "UTC", today: "2026-11-29" };
  return countOrReject("offset", () => countDeadline({ ...counted, ...plain, direction: way, rollRule: rollRule as "none" }, court, circumstances));
}

/** What a rule says of the facts as they are now. @throws VALIDATION_FAILED for a date that is not in the years 1 to 9999 */
export function applyStoredRule({ limitation, triggerOn, tolling }: Pick<DateInputs, "limitation" | "triggerOn" | "tolling">, court: CourtCalendar): LimitationResult | null {
  if (limitation === null) return null;
  const facts = { ...limitation.facts, incidentOn: triggerOn ?? limitation.facts.incidentOn };
  return countOrReject("ruleKey", () => calculateLimitation({ ...limitation, facts, tolling }, court));
}

const missingWords: Readonly<Record<MissingLimitation, string>> = {
  look_up: "the rule has no period; look up the statute and send dueOn",
  incident_missing: "the case has no dateOfIncident",
  rejection_missing: "the rule runs from the rejection of the claim, which is not recorded; send claimRejectedOn, or accrualBasis claim_rejected with accrualOn",
  limitation_missing: "the case has no open statute of limitations from which it is counted",
  accrual_outside_rule: "the incident is outside of the time for which the rule is in force",
};

interface Found extends Pick<DeadlineRow, "dueOn" | "conservativeDueOn" | "untolledDueOn" | "calculation"> {
  warnings: DeadlineWarning[];
}

function findByRule(result: LimitationResult): Found {
  if ("missing" in result) throw invalidInput({ path: "ruleKey", message: missingWords[result.missing] });
  const { calculation } = result;
  return { dueOn: calculation.rolledOn, conservativeDueOn: calculation.conservativeOn, untolledDueOn: null, calculation, warnings: calculation.warnings };
}

function findByCount(inputs: DateInputs, court: CourtCalendar): Found {
  const calculation = count(inputs, court);
  const baseOn = calculation?.rolledOn ?? inputs.dueOn;
  if (baseOn === null) throw invalidInput({ path: "dueOn", message: "required, or trigger with offset and unit" });
  const isEverTolled = inputs.tolling.length > 0;
  const { dueOn, tolledDays, hasIdleTime } = isEverTolled ? tollGivenDate(baseOn, inputs.accrualOn ?? inputs.triggerOn, inputs.tolling) : { dueOn: baseOn, tolledDays: 0, hasIdleTime: false };
  const warnings = new Set<DeadlineWarning>(calculation?.warnings);
  if (court.days.findClosure(dueOn) !== null) warnings.add("falls_on_closed_day");
  if (hasIdleTime) warnings.add("tolling_after_due");
  const untolledDueOn = isEverTolled ? baseOn : null;
  return { dueOn, conservativeDueOn: calculation?.conservativeOn ?? untolledDueOn, untolledDueOn, calculation: calculation === null ? null : { ...calculation, tolledDays }, warnings: [...warnings] };
}

/** Determines the date of a deadline that is not verified, with all that follows from it. @throws VALIDATION_FAILED where it cannot be counted */
export function determine(inputs: DateInputs, place: Zoned, court: CourtCalendar) {
  const byRule = inputs.dueOn === null ? applyStoredRule(inputs, court) : null;
  const { calculation, warnings, untolledDueOn, ...dates } = byRule === null ? findByCount(inputs, court) : findByRule(byRule);
  const columns = {
    ...settleGiven(place, court, { ...inputs, ...dates }), untolledDueOn, isTolled: inputs.tolling.some(({ toOn }) => toOn === null), ...(calculation !== null && { calculation: JSON.stringify(calculation) }),
  };
  const several: DeadlineWarning[] = findZone(inputs.timeZone, place).isOneOfSeveral ? ["several_time_zones"] : [];
  return { columns, warnings: [...warnings, ...several] };
}
