import { invalidInput } from "../../contract/errors/error-codes.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import type { RuleJurisdiction, ServiceBasis } from "../jurisdiction-rules/domain.service.ts";
import { countDeadline } from "./calculation/domain.counting.ts";
import { findDueAt, findStateZone } from "./calculation/domain.instants.ts";
import {
  calculateLimitation,
  type LimitationResult,
  type MissingLimitation,
  type StoredLimitation,
} from "./calculation/domain.limitation.ts";
import { countPlan, type CountFrom, type CountPlan } from "./calculation/domain.plan.ts";
import {
  countOrReject,
  findActByOn,
  findCourtDayBefore,
  findEffectiveOn,
  type CourtCalendar,
} from "./calculation/domain.record.ts";
import { defaultRollRule } from "./calculation/domain.roll.ts";
import type { DeadlineCalculation, DeadlineWarning, TollingTime } from "./calculation/schema.ts";
import { tollGivenDate } from "./calculation/domain.tolling.ts";
import type { Court } from "./domain.courts.ts";
import { classOf } from "./enumerations.ts";
import type { NewDeadline } from "./schema.input.ts";
import type { Matter } from "./store.changes.ts";
import type { DeadlineRow, TriggerSource } from "./store.ts";

/** The date of a deadline, computed from its inputs. Nothing here reads or writes a row. */

/** The members of a count, as a deadline keeps them. */
type CountInputs = Pick<
  DeadlineRow,
  | "offset"
  | "unit"
  | "direction"
  | "rollRule"
  | "observedHolidays"
  | "serviceMethod"
  | "serviceDays"
  | "startTime"
  | "startRule"
  | "nextWeekday"
>;

/** What the date of a deadline is determined by: `dueOn`, or a count from a day. */
export type DateInputs = CountInputs &
  Pick<DeadlineRow, "dueTime" | "triggerOn" | "accrualOn" | "serviceRule"> & {
    deadlineClass: string;
    /** Null where it is counted. */
    dueOn: string | null;
    /** Null for the default. */
    timeZone: string | null;
    /** Of a date by a rule; `triggerOn` is its incident. */
    limitation: StoredLimitation | null;
    /** How the date is chosen among several counts, or follows from steps; of deadlines of chains. */
    countPlan: CountPlan | null;
    tolling: readonly TollingTime[];
  };

/** What a date is counted from. */
export interface TriggerColumns extends Pick<DeadlineRow, "triggerRecordId" | "triggerLabel"> {
  triggerSource: TriggerSource;
  triggerOn: string;
}

/** What a date by a rule is counted from; without a day where the case has no incident. */
export interface RuleTrigger extends Omit<TriggerColumns, "triggerOn"> {
  triggerOn: string | null;
}

/** What a count has that nobody said. */
export const plainCount = {
  startTime: null,
  startRule: null,
  nextWeekday: null,
  serviceDays: null,
  serviceRule: null,
  countPlan: null,
} as const;

/**
 * What decides the date of a new deadline.
 *
 * @property trigger null for a date that is given
 */
export interface NewDate extends UndecidedInputs {
  type: NewDeadline["type"];
  trigger: TriggerColumns | RuleTrigger | null;
  limitation: StoredLimitation | null;
  direction?: NewDeadline["direction"];
  countPlan?: CountPlan | null;
}

type UndecidedInputs = {
  [Name in Exclude<keyof CountInputs, "direction"> | "dueOn" | "dueTime" | "timeZone" | "accrualOn"]?:
    | DateInputs[Name]
    | undefined;
};

/** A date with all that follows from it, as columns of its deadline. */
export type DeterminedDate = ReturnType<typeof determineNewDate>;

/**
 * Determines the date of a new deadline.
 *
 * @throws VALIDATION_FAILED where it cannot be counted
 */
export function determineNewDate(deadline: NewDate, matter: Zoned, court: Court) {
  const { type, trigger, limitation, countPlan: plan = null, direction = "after" } = deadline;
  const inputs = {
    ...completeInputs(deadline),
    ...(trigger ?? { triggerSource: null, triggerRecordId: null, triggerLabel: null, triggerOn: null }),
    direction: trigger === null || limitation !== null ? null : direction,
  };
  const { columns, warnings } = determineDate(
    { ...inputs, limitation, countPlan: plan, deadlineClass: classOf(type), serviceRule: null, tolling: [] },
    matter,
    court,
  );
  return {
    columns: { ...inputs, ...columns, limitation: asJson(limitation), countPlan: asJson(plan) },
    warnings,
  };
}

/** What a request leaves out is null. */
const completeInputs = ({
  dueOn = null,
  dueTime = null,
  timeZone = null,
  accrualOn = null,
  offset = null,
  unit = null,
  serviceMethod = null,
  serviceDays = null,
  rollRule = null,
  startTime = null,
  startRule = null,
  nextWeekday = null,
  observedHolidays = "conservative",
}: UndecidedInputs) => ({
  dueOn,
  dueTime,
  timeZone,
  accrualOn,
  offset,
  unit,
  serviceMethod,
  serviceDays,
  rollRule,
  startTime,
  startRule,
  nextWeekday,
  observedHolidays,
});

/**
 * Determines the date of a deadline that is not verified, with all that follows from it.
 *
 * @throws VALIDATION_FAILED where it cannot be counted
 */
export function determineDate(inputs: DateInputs, matter: Zoned, court: Court) {
  const byRule = inputs.dueOn === null ? applyStoredRule(inputs, court) : null;
  const { calculation, warnings, untolledDueOn, counted, ...dates } =
    byRule === null ? findByCount(inputs, matter, court) : findByRule(byRule);
  const columns = {
    ...counted,
    ...deriveGivenDate(matter, court, {
      ...inputs,
      ...dates,
      ...(counted !== undefined && { dueTime: counted.dueTime }),
    }),
    untolledDueOn,
    isTolled: inputs.tolling.some(({ toOn }) => toOn === null),
    ...(calculation !== null && { calculation: JSON.stringify(calculation) }),
  };
  const several: DeadlineWarning[] = findZone(inputs.timeZone, matter).isOneOfSeveral ? ["several_time_zones"] : [];
  return { columns, warnings: [...warnings, ...several] };
}

interface Found extends Pick<DeadlineRow, "dueOn" | "conservativeDueOn" | "untolledDueOn" | "calculation"> {
  /** Where it is counted: its time of day, and what it was counted with. */
  counted?: {
    dueTime: string | null;
    jurisdiction: RuleJurisdiction;
    startRule: DateInputs["startRule"];
    serviceRule: string;
  };
  warnings: DeadlineWarning[];
}

function findByCount(inputs: DateInputs, matter: Zoned, court: Court): Found {
  const service = inputs.serviceRule ?? court.service;
  const calculation = count(inputs, service, { court, timeZone: findZone(inputs.timeZone, matter).timeZone });
  const baseOn = calculation?.rolledOn ?? inputs.dueOn;
  if (baseOn === null) throw invalidInput({ path: "dueOn", message: "required, or trigger with offset and unit" });
  const isEverTolled = inputs.tolling.length > 0;
  const { dueOn, tolledDays, hasIdleTime } = isEverTolled
    ? tollGivenDate(baseOn, inputs.accrualOn ?? inputs.triggerOn, inputs.tolling)
    : { dueOn: baseOn, tolledDays: 0, hasIdleTime: false };
  const warnings = new Set<DeadlineWarning>(calculation?.warnings);
  if (court.days.findClosure(dueOn) !== null) warnings.add("falls_on_closed_day");
  if (hasIdleTime) warnings.add("tolling_after_due");
  const untolledDueOn = isEverTolled ? baseOn : null;
  const found = {
    dueOn,
    conservativeDueOn: calculation?.conservativeOn ?? untolledDueOn,
    untolledDueOn,
    warnings: [...warnings],
  };
  if (calculation === null || service === null) return { ...found, calculation: null };
  const { dueTime, startRule } = calculation;
  return {
    ...found,
    calculation: { ...calculation, tolledDays },
    counted: { dueTime, startRule, jurisdiction: service.jurisdiction, serviceRule: JSON.stringify(service) },
  };
}

function count(
  inputs: DateInputs,
  service: ServiceBasis | null,
  { court, timeZone }: { court: Court; timeZone: string },
): (DeadlineCalculation & { rolledOn: string }) | null {
  const { triggerOn, offset, unit, deadlineClass } = inputs;
  if (inputs.dueOn !== null || triggerOn === null || offset === null || unit === null) return null;
  if (service === null) throw new Error("a count without the jurisdiction whose service rule applies");
  const direction = inputs.direction ?? "after";
  // A period of limitation ends on its anniversary, open or not.
  const rollRule = inputs.rollRule ?? (deadlineClass === "limitation" ? "none" : defaultRollRule(direction));
  const given = {
    ...inputs,
    startOn: triggerOn,
    offset,
    unit,
    direction,
    rollRule,
    startRule: inputs.startRule ?? "next_day",
    startTime: unit === "hours" ? inputs.startTime : null,
    dueTime: unit === "hours" ? null : inputs.dueTime,
  };
  const circumstances = { service, timeZone, today: court.today };
  const { countPlan: plan } = inputs;
  if (plan === null) return countOrReject("offset", () => countDeadline(given, court, circumstances));
  const countFrom: CountFrom = (
    { unit: ofCount, ...counted },
    { start, serviceMethod, dueTime = ofCount === "hours" ? null : given.dueTime },
  ) =>
    countDeadline(
      {
        ...given,
        ...counted,
        unit: ofCount,
        startOn: start.on,
        startTime: ofCount === "hours" ? start.time : null,
        serviceMethod,
        dueTime,
      },
      court,
      circumstances,
    );
  const start = { on: triggerOn, time: inputs.startTime };
  return countOrReject("offset", () => countPlan(plan, start, countFrom));
}

function findByRule(result: LimitationResult): Found {
  if ("missing" in result) throw invalidInput({ path: "ruleKey", message: missingWords[result.missing] });
  const { calculation } = result;
  return {
    dueOn: calculation.rolledOn,
    conservativeDueOn: calculation.conservativeOn,
    untolledDueOn: null,
    calculation,
    warnings: calculation.warnings,
  };
}

/**
 * What a rule says of the facts as they are now.
 *
 * @throws VALIDATION_FAILED for a date that is not in the years 1 to 9999
 */
export function applyStoredRule(
  { limitation, triggerOn, tolling }: Pick<DateInputs, "limitation" | "triggerOn" | "tolling">,
  court: CourtCalendar,
): LimitationResult | null {
  if (limitation === null) return null;
  const facts = { ...limitation.facts, incidentOn: triggerOn ?? limitation.facts.incidentOn };
  return countOrReject("ruleKey", () => calculateLimitation({ ...limitation, facts, tolling }, court));
}

const missingWords: Readonly<Record<MissingLimitation, string>> = {
  look_up: "the rule has no period; look up the statute and send dueOn",
  incident_missing: "the case has no dateOfIncident",
  rejection_missing:
    "the rule runs from the rejection of the claim, which is not recorded; send claimRejectedOn, or accrualBasis claim_rejected with accrualOn",
  limitation_missing: "the case has no open statute of limitations from which it is counted",
  accrual_outside_rule: "the incident is outside of the time for which the rule is in force",
};

/** Without a trigger, the date that tolling is added to. */
const baseOf = ({ triggerSource, untolledDueOn, dueOn }: DeadlineRow) =>
  triggerSource === null ? (untolledDueOn ?? dueOn) : null;

export const givenZone = ({ timeZone, timeZoneBasis }: DeadlineRow): string | null =>
  timeZoneBasis === "given" ? timeZone : null;

/** What the date of a deadline is determined by, were it not overridden. */
export function inputsOf(row: DeadlineRow): DateInputs {
  return { ...row, dueOn: baseOf(row), timeZone: givenZone(row) };
}

/**
 * The days on which one can act on a date, and is warned.
 *
 * @throws VALIDATION_FAILED where the calendar has no open day before it
 */
export function deriveActByDates(
  court: CourtCalendar,
  effectiveOn: string,
): { actByOn: string; courtDayBeforeOn: string } {
  return countOrReject("dueOn", () => {
    const actByOn = findActByOn(effectiveOn, court);
    return { actByOn, courtDayBeforeOn: findCourtDayBefore(actByOn, court) };
  });
}

/**
 * What follows from a date and whether it is verified.
 *
 * @param verification an unverified date is in effect no later than its conservative one
 */
export function deriveDates(
  court: CourtCalendar,
  {
    dueOn,
    dueTime,
    timeZone,
    conservativeDueOn,
  }: Pick<DeadlineRow, "dueOn" | "dueTime" | "timeZone" | "conservativeDueOn">,
  verification: "verified" | "unverified",
) {
  const effectiveOn = findEffectiveOn(dueOn, conservativeDueOn, verification === "verified");
  return {
    dueOn,
    dueTime,
    conservativeDueOn,
    effectiveOn,
    ...deriveActByDates(court, effectiveOn),
    dueAt: findDueAt(dueOn, dueTime, timeZone),
  };
}

export type Zoned = Pick<Matter, "caseState" | "timezone">;

function findZone(
  given: string | null,
  { caseState, timezone }: Zoned,
): { timeZone: string; timeZoneBasis: string; isOneOfSeveral: boolean } {
  if (given !== null) return { timeZone: given, timeZoneBasis: "given", isOneOfSeveral: false };
  const ofState = caseState === null ? undefined : findStateZone(caseState);
  if (ofState !== undefined) return { ...ofState, timeZoneBasis: "case_state" };
  return { timeZone: timezone, timeZoneBasis: "organization", isOneOfSeveral: false };
}

/** The columns of a date that somebody gave. */
export function deriveGivenDate(
  matter: Zoned,
  court: CourtCalendar,
  { timeZone, ...date }: Pick<DateInputs, "dueTime" | "timeZone"> & Pick<DeadlineRow, "dueOn" | "conservativeDueOn">,
) {
  const { isOneOfSeveral: _, ...zone } = findZone(timeZone, matter);
  return {
    ...zone,
    holidayCalendarId: court.calendar.id,
    ...deriveDates(court, { ...date, timeZone: zone.timeZone }, "unverified"),
  };
}

/** The time zone in which a deadline is due. */
export const findTimeZone = (given: string | null, matter: Zoned): string => findZone(given, matter).timeZone;
