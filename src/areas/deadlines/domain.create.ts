import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { pickGiven } from "../../contract/values/pick-given.ts";
import { createId } from "../../platform/database/ids.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { lockActiveMemberForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import type { ProposedLimitation } from "../cases/domain.followers.ts";
import { checkActiveMembers } from "../notes/domain.locks.ts";
import { listPersons, listPersonsBehindDates } from "../service-accounts/makers/domain.persons.ts";
import { requireCountable } from "./calculation/domain.ts";
import { emptyCalculation } from "./calculation/domain.record.ts";
import type { DeadlineWarning } from "./calculation/schema.ts";
import type { StoredLimitation } from "./calculation/domain.limitation.ts";
import type { CountPlan } from "./calculation/domain.plan.ts";
import {
  determine,
  findJurisdiction,
  findTimeZone,
  openCourt,
  openService,
  type Court,
  type DateInputs,
} from "./domain.dates.ts";
import { chooseRule, findRuleTrigger, type RuleTrigger } from "./domain.rules.ts";
import { uniteSorted } from "../../contract/values/unite-sorted.ts";
import { describeSetter, lockCaseOf, recordChange } from "./domain.records.ts";
import { readDeadline, showDeadline } from "./domain.ts";
import { listPersonsBehindTrigger, readStartTime, readTrigger, type TriggerColumns } from "./domain.triggers.ts";
import { classOf, isEventTrigger, labelOf } from "./enumerations.ts";
import { getPolicy } from "./policy/domain.ts";
import type { Deadline } from "./schema.ts";
import type { NewDeadline } from "./schema.input.ts";
import {
  countDeadlines,
  findTwin,
  insertDeadline,
  listPersonsOfStatutes,
  readParty,
  readPlace,
  type Place,
} from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

const maxPerCase = 500;
const jurisdictionalTypes: ReadonlySet<string> = new Set(["post_trial_motion", "notice_of_appeal"]);
/** Whether no court may extend a deadline of a type, unless somebody says otherwise. */
export const isJurisdictionalType = (type: NewDeadline["type"]): boolean =>
  classOf(type) === "limitation" || jurisdictionalTypes.has(type);

/** @throws VALIDATION_FAILED for members that do not go together */
function requireWhole(given: NewDeadline): void {
  const { type, dueOn, citation, reason, source, calculation } = given;
  const isLimitation = classOf(type) === "limitation";
  requireCount(given);
  if (isLimitation && dueOn !== undefined && (citation ?? reason) === undefined)
    throw invalidInput({ path: "citation", message: "required for a date of limitation, or reason" });
  if (source !== "manual" && (citation ?? undefined) === undefined)
    throw invalidInput({ path: "citation", message: `required with source ${source}` });
  if (calculation !== undefined && (source !== "external" || dueOn === undefined))
    throw invalidInput({ path: "calculation", message: "allowed only with source external and dueOn" });
  requireAccrual(isLimitation, given);
  requireRuleFacts(given);
}

function requireRuleFacts({
  ruleKey,
  source,
  discoveredOn,
  deathOn,
  treatmentEndedOn,
  claimRejectedOn,
}: NewDeadline): void {
  if (ruleKey !== undefined) {
    if (source !== "manual") throw invalidInput({ path: "source", message: "must not be sent with ruleKey" });
    return;
  }
  const given = Object.entries({ discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn }).find(
    ([, value]) => value !== undefined,
  );
  if (given !== undefined) throw invalidInput({ path: given[0], message: "allowed only with ruleKey" });
}

/** What only a date that is counted has. */
const ofCount = [
  "offset",
  "unit",
  "direction",
  "serviceMethod",
  "rollRule",
  "startTime",
  "startRule",
  "nextWeekday",
  "serviceDays",
  "jurisdiction",
] as const;

/**
 * Requires a date, or what it is counted from.
 *
 * @throws VALIDATION_FAILED
 */
function requireCount(given: NewDeadline): void {
  const { dueOn, ruleKey, trigger, offset, unit } = given;
  if (ruleKey !== undefined && (dueOn ?? trigger) !== undefined)
    throw invalidInput({
      path: "ruleKey",
      message: `must not be sent with ${dueOn === undefined ? "trigger" : "dueOn"}`,
    });
  if (trigger === undefined) {
    if ((dueOn ?? ruleKey) === undefined)
      throw invalidInput({ path: "dueOn", message: "required, or ruleKey, or trigger with offset and unit" });
    const counted = ofCount.find((name) => given[name] !== undefined && given[name] !== null);
    if (counted !== undefined) throw invalidInput({ path: counted, message: "allowed only with trigger" });
    return;
  }
  if (dueOn !== undefined) throw invalidInput({ path: "trigger", message: "must not be sent with dueOn" });
  if (offset === undefined || unit === undefined)
    throw invalidInput({ path: offset === undefined ? "offset" : "unit", message: "required with trigger" });
  requireCountable({
    // That of an event is read from it.
    startTime: mayHaveStart(given) ? "00:00" : null,
    dueTime: null,
    startRule: "next_day",
    nextWeekday: null,
    direction: "after",
    ...pickGiven(given, ["dueTime", "startRule", "nextWeekday", "direction"]),
    ...(typeof given.startTime === "string" && { startTime: given.startTime }),
    unit,
  });
}

/** Whether hours are counted from an event. */
const mayHaveStart = ({ trigger, unit }: NewDeadline): boolean =>
  unit === "hours" && typeof trigger?.recordId === "string" && isEventTrigger(trigger.source);

export function requireAccrual(
  isLimitation: boolean,
  {
    accrualBasis = null,
    accrualOn = null,
    discoveryFacts = null,
  }: Pick<NewDeadline, "accrualBasis" | "accrualOn" | "discoveryFacts">,
): void {
  for (const [path, value] of Object.entries({ accrualBasis, accrualOn, discoveryFacts }))
    if (!isLimitation && value !== null) throw invalidInput({ path, message: "allowed only for limitation" });
  if ((accrualBasis === "discovery" || accrualBasis === "other") && discoveryFacts === null)
    throw invalidInput({ path: "discoveryFacts", message: `required with accrualBasis ${accrualBasis}` });
}

/** What a deadline is called, with the name of the adverse party. */
export const nameAgainst = (title: string, adverseName: string | null) =>
  adverseName === null ? title : `${title}: ${adverseName}`.slice(0, 200);

/**
 * The party's name.
 *
 * @throws NOT_FOUND for one of another case
 */
export async function requireParty(
  context: Context,
  caseId: string,
  partyId: string | null | undefined,
  isLocked = true,
): Promise<string | null> {
  if (partyId === null || partyId === undefined) return null;
  const party = await readParty(context, caseId, partyId, isLocked);
  if (party === undefined) throw notFound("Party");
  return party.name;
}

/**
 * The given members; else the case's lead attorney, where active.
 *
 * @throws NOT_FOUND for a member who is not active
 */
export async function chooseAssignees(
  context: Context,
  given: readonly string[] | undefined,
  { leadAttorneyId }: Place,
): Promise<readonly string[]> {
  if (given !== undefined) {
    await checkActiveMembers(context, given);
    return given;
  }
  return leadAttorneyId !== null && (await lockActiveMemberForShare(context, leadAttorneyId)) ? [leadAttorneyId] : [];
}

/** A calculation that somebody else made, as it was sent. */
const externalCalculation = ({
  calculation,
  dueOn,
  citation,
}: Pick<NewDeadline, "calculation" | "dueOn" | "citation">) =>
  calculation !== undefined && {
    calculation: JSON.stringify({
      ...emptyCalculation,
      method: "external",
      startOn: null,
      rawOn: dueOn,
      rolledOn: dueOn,
      skippedDays: [],
      conservativeOn: null,
      calendar: null,
      citation,
      warnings: [],
      steps: calculation.steps,
    }),
  };

/**
 * Locks the case, and what new deadlines of it name.
 *
 * @param types of each of them
 * @throws NOT_FOUND for the case, a party or a member; INVALID_STATE_TRANSITION for an archived case, or beyond 500
 *   deadlines
 */
export async function openEntry(
  context: Context,
  caseId: string,
  types: readonly string[],
  given: Pick<NewDeadline, "claimantPartyId" | "adversePartyId" | "assignedMemberIds">,
) {
  await lockCaseOf(context, caseId, types);
  const place = await readPlace(context, caseId);
  if ((await countDeadlines(context, caseId)) + types.length > maxPerCase) {
    throw new AppError("INVALID_STATE_TRANSITION", `A case has at most ${maxPerCase} deadlines`, {
      errorReason: "limit_reached",
    });
  }
  const { claimantPartyId = null, adversePartyId = null } = given;
  await requireParty(context, caseId, claimantPartyId);
  const adverseName = await requireParty(context, caseId, adversePartyId);
  const memberIds = await chooseAssignees(context, given.assignedMemberIds, place);
  return {
    caseId,
    place,
    claimantPartyId,
    adversePartyId,
    adverseName,
    memberIds,
    policy: await getPolicy(context),
    setter: describeSetter(context, await listPersons(context)),
  };
}

/** What the deadlines that one request records have in common. */
export type Entry = Awaited<ReturnType<typeof openEntry>>;

/**
 * Records a deadline, which nobody has verified yet.
 *
 * @throws NOT_FOUND for the case, a party, a member, a calendar or a rule; VALIDATION_FAILED; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION for an archived case, or beyond 500 deadlines
 */
export async function createDeadline(
  context: Context,
  caseId: string,
  given: NewDeadline,
): Promise<{ deadline: Deadline; warnings: DeadlineWarning[] }> {
  requireWhole(given);
  const entry = await openEntry(context, caseId, [given.type], given);
  const { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn, accrualOn } = given;
  await assertNotFuture(context, { discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn, accrualOn });
  const { isImplausible, ...basis } = await readBasis(context, entry.place, caseId, given);
  const calendar = await openCourt(context, entry.place, given.holidayCalendarId);
  const court =
    given.trigger === undefined
      ? calendar
      : { ...calendar, ...(await openService(context, findJurisdiction(entry.place, given))) };
  const startTime = await chooseStartTime(context, entry, given, basis.trigger);
  const { row, warnings } = await enterDeadline(context, entry, court, { ...given, ...basis, startTime });
  const added: DeadlineWarning[] = [];
  if (isImplausible) added.push("implausible_date");
  if (row.deadlineClass === "limitation" && entry.adversePartyId === null) added.push("party_unknown");
  const deadline = showDeadline(row);
  return { deadline, warnings: [...new Set([...warnings, ...(deadline.calculation?.warnings ?? []), ...added])] };
}

/**
 * Of hours; null for other units.
 *
 * @throws VALIDATION_FAILED for another time than that of the event from which is counted, and where there is none
 */
async function chooseStartTime(
  context: Context,
  { caseId, place }: Entry,
  { unit, startTime = null, timeZone }: NewDeadline,
  trigger: Entered["trigger"],
): Promise<string | null> {
  if (unit !== "hours" || trigger === null) return startTime;
  const how = { given: startTime, timeZone: findTimeZone(timeZone ?? null, place) };
  const found = await readStartTime(context, caseId, trigger, how);
  if (found === null) throw invalidInput({ path: "startTime", message: "required: the event takes whole days" });
  return found;
}

/**
 * A deadline as it is recorded: with the day of its trigger, and with the rule that dates it or the chain that makes
 * it.
 */
export type Entered = Omit<NewDeadline, "source" | "trigger"> & {
  source: string;
  trigger: TriggerColumns | RuleTrigger | null;
  limitation?: StoredLimitation | null;
  /** `{ key, citation, verification, asOf }` */
  rule?: string;
  chainId?: string;
  itemKey?: string;
  countPlan?: CountPlan | null;
  /** Unless it is open. */
  status?: string;
  statusReason?: string;
};

/** What the date is determined by; what a request leaves out is null. */
const readInputs = ({
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
}: { [Name in keyof DateInputs]?: DateInputs[Name] | undefined }) => ({
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

/** What is stored as it was given. */
const plain = [
  "citation",
  "notes",
  "externalId",
  "accrualBasis",
  "discoveryFacts",
  "ruleKey",
  "rule",
  "chainId",
  "itemKey",
  "status",
  "statusReason",
] as const;

const noTrigger = { triggerSource: null, triggerRecordId: null, triggerLabel: null, triggerOn: null };

type Basis = Pick<Entered, "trigger" | "limitation" | "rule" | "citation" | "source"> & { isImplausible: boolean };

/** What the date is counted from: a trigger, or the facts of a rule. */
async function readBasis(
  context: Context,
  place: Place,
  caseId: string,
  { ruleKey, trigger, ...given }: NewDeadline,
): Promise<Basis> {
  if (ruleKey !== undefined) {
    const {
      rule: { key, citation, verification, asOf },
      limitation,
      isImplausible,
    } = await chooseRule(context, caseId, { ...given, ruleKey });
    const rule = JSON.stringify({ key, citation, verification, asOf });
    return {
      trigger: findRuleTrigger(caseId, limitation),
      limitation,
      rule,
      citation: given.citation ?? citation,
      source: "rule",
      isImplausible,
    };
  }
  return {
    trigger: trigger === undefined ? null : await readTrigger(context, trigger, { caseId, place }),
    citation: given.citation,
    source: given.source,
    isImplausible: false,
  };
}

/**
 * Who set what a deadline is counted from on other records: the day of its trigger, the facts of its rule, and the
 * limitation on which a notice depends.
 */
async function listPersonsBehindInputs(
  context: Context,
  { caseId, place: { clientId } }: Entry,
  { trigger, limitation }: Entered,
): Promise<string[]> {
  const ofTrigger = await listPersonsBehindTrigger(context, trigger ?? noTrigger);
  if (limitation === undefined || limitation === null) return ofTrigger;
  const ofClient = await listPersonsBehindDates(
    context,
    ["dateOfBirth", "dateOfDeath"].map((field) => ({ recordId: clientId, field })),
  );
  const setters = uniteSorted(ofTrigger, ofClient);
  const restsOnStatute = (limitation.facts.limitationOn ?? null) !== null;
  return restsOnStatute ? uniteSorted(setters, await listPersonsOfStatutes(context, caseId)) : setters;
}

/**
 * Records a deadline of a locked case, with its history and event.
 *
 * @throws VALIDATION_FAILED where it cannot be counted; DUPLICATE_ENTRY
 */
export async function enterDeadline(
  context: Context,
  entry: Entry,
  court: Court,
  given: Entered,
): Promise<{ row: DeadlineRow; warnings: DeadlineWarning[] }> {
  const { caseId, place, claimantPartyId, adversePartyId, adverseName, memberIds, policy, setter } = entry;
  const { type, trigger, limitation = null, countPlan = null, direction = "after", ruleKey = null } = given;
  await requireNoTwin(
    context,
    { caseId, type, claimantPartyId, adversePartyId, ruleKey },
    given.allowDuplicate === true,
  );
  const deadlineClass = classOf(type);
  const inputs = {
    ...readInputs(given),
    ...(trigger ?? noTrigger),
    direction: trigger === null || limitation !== null ? null : direction,
  };
  const { columns, warnings } = determine(
    { ...inputs, limitation, countPlan, deadlineClass, serviceRule: null, tolling: [] },
    place,
    court,
  );
  const title = given.title ?? nameAgainst(labelOf(type), adverseName);
  const { isJurisdictional = isJurisdictionalType(type), warningDays = policy.warningDays[deadlineClass] } = given;
  const setByPersons = uniteSorted(setter.setByPersons, await listPersonsBehindInputs(context, entry, given));
  const id = createId("deadline");
  const decided = {
    id,
    caseId,
    claimantPartyId,
    adversePartyId,
    deadlineClass,
    title,
    originalDueOn: columns.dueOn,
    isJurisdictional,
    warningDays,
    limitation: asJson(limitation),
    countPlan: asJson(countPlan),
  };
  await insertDeadline(context, {
    ...pickGiven(given, plain),
    type,
    source: given.source,
    ...inputs,
    ...externalCalculation(given),
    ...columns,
    ...setter,
    setByPersons,
    ...decided,
  });
  await replaceTagRows(context, "DeadlineAssignee", id, memberIds);
  const row = await readDeadline(context, id);
  await recordChange(context, { kind: "created", reason: given.reason }, null, row);
  return { row, warnings };
}

/**
 * Of a statute of limitations, one per claimant and adverse party. The case is locked, so that of two at once one
 * waits.
 *
 * @throws DUPLICATE_ENTRY
 */
async function requireNoTwin(
  context: Context,
  wanted: Parameters<typeof findTwin>[1],
  isAllowed: boolean,
): Promise<void> {
  if (wanted.type !== "statute_of_limitations" || isAllowed) return;
  const twin = await findTwin(context, wanted);
  if (twin === undefined) return;
  throw new AppError(
    "DUPLICATE_ENTRY",
    `The case has an open statute of limitations of these parties; correct it, or send allowDuplicate: ${twin}`,
    { errorReason: "duplicate", detail: twin },
  );
}

/** Beyond it there is no instant at which the date is over. */
const lastYear = 9_998;

/**
 * Records the date of limitation that a new case, or its lead, has: only a second person makes it one to rely on. It
 * needs no acting attorney, because it adds a date and moves none. Of a closed or archived case it is canceled at
 * once.
 *
 * @throws VALIDATION_FAILED at `statuteOfLimitationsOn`
 */
export async function proposeLimitation(
  context: Context,
  { caseId, on, source, leadId }: ProposedLimitation,
): Promise<void> {
  if (Number(on.slice(0, 4)) > lastYear)
    throw invalidInput({ path: "statuteOfLimitationsOn", message: `must not be after the year ${lastYear}` });
  const place = await readPlace(context, caseId);
  const isShut = place.caseStatus === "closed" || place.caseStatus === "archived";
  const memberIds = isShut ? [] : await chooseAssignees(context, undefined, place);
  const estimate =
    leadId === null || source !== "lead_estimate"
      ? []
      : [{ recordId: leadId, field: "statuteOfLimitationsEstimateOn" }];
  const persons = uniteSorted(await listPersons(context), await listPersonsBehindDates(context, estimate));
  const ofCase = { caseId, place, claimantPartyId: null, adversePartyId: null, adverseName: null, memberIds };
  const entry = { ...ofCase, policy: await getPolicy(context), setter: describeSetter(context, persons) };
  const shut = isShut ? { status: "cancelled", statusReason: `The case is ${place.caseStatus}` } : {};
  await enterDeadline(context, entry, await openCourt(context, place, undefined), {
    type: "statute_of_limitations",
    dueOn: on,
    source,
    trigger: null,
    allowDuplicate: true,
    ...shut,
  });
}
