import { invalidInput } from "../../contract/errors/error-codes.ts";
import { readToday } from "../../platform/database/organization-day.ts";
import type { Context } from "../../rpc/context.ts";
import { findServiceBasis } from "../jurisdiction-rules/domain.ts";
import type { RuleJurisdiction, ServiceBasis } from "../jurisdiction-rules/domain.service.ts";
import { openCourtDays, openDaysOf, type CourtOfCase } from "../organization/holiday-calendars/domain.courts.ts";
import { isLiveCalendar, openBusinessDays } from "../organization/holiday-calendars/domain.ts";
import { findDueAt, findStateZone } from "./calculation/domain.instants.ts";
import {
  countOrReject,
  findActByOn,
  findCourtDayBefore,
  findEffectiveOn,
  type CourtCalendar,
} from "./calculation/domain.record.ts";
import { countDeadline } from "./calculation/domain.counting.ts";
import { countPlan, type CountFrom, type CountPlan } from "./calculation/domain.plan.ts";
import { defaultRollRule } from "./calculation/domain.roll.ts";
import {
  calculateLimitation,
  type LimitationResult,
  type MissingLimitation,
  type StoredLimitation,
} from "./calculation/domain.limitation.ts";
import { tollGivenDate } from "./calculation/domain.tolling.ts";
import {
  CountJurisdiction,
  type DeadlineCalculation,
  type DeadlineWarning,
  type TollingTime,
} from "./calculation/schema.ts";
import type { Place } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

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
    countPlan?: CountPlan | null;
    tolling: readonly TollingTime[];
  };

/** What a count has that nobody said. */
export const plainCount = {
  startTime: null,
  startRule: null,
  nextWeekday: null,
  serviceDays: null,
  serviceRule: null,
} as const;

/** A court: its calendar, and by whose rule service adds days to a count that keeps none yet. */
export interface Court extends CourtCalendar {
  /** Null where nothing is counted. */
  service: ServiceBasis | null;
  today: string;
}

/** The service rule of a jurisdiction as it is today, to spread over a court's calendar. */
export async function openService(
  context: Context,
  jurisdiction: RuleJurisdiction,
): Promise<Pick<Court, "service" | "today">> {
  return { service: await findServiceBasis(context, jurisdiction), today: await readToday(context) };
}

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
 * The calendar of a deadline: the given one, else the one it has, unless that was deleted; else the one that the case
 * names, else the firm's court calendar of the case's county or state, else the shipped one of the state, else the
 * firm's business calendar. A deadline of a chain that was counted in a shipped calendar stays with the courts of the
 * chain.
 *
 * @throws NOT_FOUND for a given one
 */
export async function openCourt(
  context: Context,
  place: CourtOfCase & Pick<Place, "today">,
  given: string | undefined,
  recorded: Recorded | null = null,
): Promise<Court> {
  const calendar = await openCalendar(context, place, given, recorded);
  const service =
    recorded === null || !isCounted(recorded)
      ? null
      : (recorded.serviceRule ?? (await findServiceBasis(context, findJurisdiction(place, recorded))));
  return { ...calendar, service, today: place.today };
}

type Recorded = Pick<
  DeadlineRow,
  "holidayCalendarId" | "chainId" | "jurisdiction" | "chainJurisdiction" | "serviceRule" | "offset" | "limitation"
>;

const isCounted = ({ offset, limitation }: Recorded) => offset !== null && limitation === null;

/**
 * Whose courts a deadline of a chain is counted in: of the jurisdiction that it was counted with. What was counted
 * before that was kept has the template's.
 */
const findChainCourts = ({ jurisdiction, chainJurisdiction }: Recorded) => jurisdiction ?? chainJurisdiction ?? "US";

/** The name of a recorded deadline's court: of one name they share what {@link openCourt} reads. */
export function nameCourt(recorded: Recorded): string {
  const { holidayCalendarId, chainId, jurisdiction, chainJurisdiction, serviceRule } = recorded;
  // A count that keeps its service rule does not use that of the court.
  const service = isCounted(recorded) && serviceRule === null ? [jurisdiction, chainJurisdiction] : null;
  return JSON.stringify([holidayCalendarId, chainId === null ? null : findChainCourts(recorded), service]);
}

/**
 * Whose service rule applies to a deadline: its own, that of its chain, the case's state, else that of the federal
 * courts.
 */
export function findJurisdiction(
  { caseState }: Pick<Place, "caseState">,
  { jurisdiction, chainJurisdiction }: { jurisdiction?: string | null | undefined; chainJurisdiction?: string | null },
): RuleJurisdiction {
  return CountJurisdiction.parse(jurisdiction ?? chainJurisdiction ?? caseState ?? "US");
}

async function openCalendar(
  context: Context,
  place: CourtOfCase,
  given: string | undefined,
  recorded: Recorded | null,
): Promise<CourtCalendar> {
  if (given !== undefined) return openBusinessDays(context, given);
  const calendarId = recorded?.holidayCalendarId ?? null;
  if (calendarId !== null && (await isLiveCalendar(context, calendarId))) return openBusinessDays(context, calendarId);
  if (calendarId === null && recorded !== null && recorded.chainId !== null)
    return openDaysOf(context, findChainCourts(recorded), place);
  return openCourtDays(context, place);
}

/**
 * The days on which one can act on a date, and is warned.
 *
 * @throws VALIDATION_FAILED where the calendar has no open day before it
 */
export function settleActing(court: CourtCalendar, effectiveOn: string): { actByOn: string; courtDayBeforeOn: string } {
  return countOrReject("dueOn", () => {
    const actByOn = findActByOn(effectiveOn, court);
    return { actByOn, courtDayBeforeOn: findCourtDayBefore(actByOn, court) };
  });
}

/** What follows from a date and whether it is verified. */
export function settle(
  court: CourtCalendar,
  {
    dueOn,
    dueTime,
    timeZone,
    conservativeDueOn,
  }: Pick<DeadlineRow, "dueOn" | "dueTime" | "timeZone" | "conservativeDueOn">,
  isVerified: boolean,
) {
  const effectiveOn = findEffectiveOn(dueOn, conservativeDueOn, isVerified);
  return {
    dueOn,
    dueTime,
    conservativeDueOn,
    effectiveOn,
    ...settleActing(court, effectiveOn),
    dueAt: findDueAt(dueOn, dueTime, timeZone),
  };
}

export type Zoned = Pick<Place, "caseState" | "timezone">;

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
export function settleGiven(
  place: Zoned,
  court: CourtCalendar,
  { timeZone, ...date }: Pick<DateInputs, "dueTime" | "timeZone"> & Pick<DeadlineRow, "dueOn" | "conservativeDueOn">,
) {
  const { isOneOfSeveral: _, ...zone } = findZone(timeZone, place);
  return {
    ...zone,
    holidayCalendarId: court.calendar.id,
    ...settle(court, { ...date, timeZone: zone.timeZone }, false),
  };
}

/** The time zone in which a deadline is due. */
export const findTimeZone = (given: string | null, place: Zoned): string => findZone(given, place).timeZone;

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
  const { countPlan: plan = null } = inputs;
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

function findByCount(inputs: DateInputs, place: Zoned, court: Court): Found {
  const service = inputs.serviceRule ?? court.service;
  const calculation = count(inputs, service, { court, timeZone: findZone(inputs.timeZone, place).timeZone });
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

/**
 * Determines the date of a deadline that is not verified, with all that follows from it.
 *
 * @throws VALIDATION_FAILED where it cannot be counted
 */
export function determine(inputs: DateInputs, place: Zoned, court: Court) {
  const byRule = inputs.dueOn === null ? applyStoredRule(inputs, court) : null;
  const { calculation, warnings, untolledDueOn, counted, ...dates } =
    byRule === null ? findByCount(inputs, place, court) : findByRule(byRule);
  const columns = {
    ...counted,
    ...settleGiven(place, court, { ...inputs, ...dates, ...(counted !== undefined && { dueTime: counted.dueTime }) }),
    untolledDueOn,
    isTolled: inputs.tolling.some(({ toOn }) => toOn === null),
    ...(calculation !== null && { calculation: JSON.stringify(calculation) }),
  };
  const several: DeadlineWarning[] = findZone(inputs.timeZone, place).isOneOfSeveral ? ["several_time_zones"] : [];
  return { columns, warnings: [...warnings, ...several] };
}
