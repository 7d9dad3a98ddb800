import { AppError, invalidInput, notFound } from "../../contract/error-codes.ts";
import { createId } from "../../platform/database/ids.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { lockActiveMemberForShare } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { requireMembers } from "../notes/domain.locks.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import type { DeadlineWarning } from "./calculation/schema.ts";
import { determine, openCourt, readTrigger } from "./domain.dates.ts";
import { chooseRule, findRuleTrigger } from "./domain.rules.ts";
import { describeSetter, lockCaseOf, recordChange } from "./domain.records.ts";
import { readDeadline, showDeadline } from "./domain.ts";
import { classOf, labelOf } from "./enumerations.ts";
import { getPolicy } from "./policy/domain.ts";
import type { Deadline } from "./schema.ts";
import type { NewDeadline } from "./schema.input.ts";
import { countDeadlines, findTwin, insertDeadline, readPlace, shareParty, type Place } from "./store.changes.ts";

const maxPerCase = 500;
const jurisdictionalTypes: ReadonlySet<string> = new Set(["post_trial_motion", "notice_of_appeal"]);

/** @throws VALIDATION_FAILED for members that do not go together */
function requireWhole(given: NewDeadline): void {
  const { type, dueOn, citation, reason, source, calculation } = given;
  const isLimitation = classOf(type) === "limitation";
  requireCount(given);
  if (isLimitation && dueOn !== undefined && (citation ?? reason) === undefined) throw invalidInput({ path: "citation", message: "required for a date of limitation, or reason" });
  if (source !== "manual" && (citation ?? undefined) === undefined) throw invalidInput({ path: "citation", message: `required with source ${source}` });
  if (calculation !== undefined && (source !== "external" || dueOn === undefined)) throw invalidInput({ path: "calculation", message: "allowed only with source external and dueOn" });
  requireAccrual(isLimitation, given);
  requireRuleFacts(given);
}

/** @throws VALIDATION_FAILED */
function requireRuleFacts({ ruleKey, source, discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn }: NewDeadline): void {
  if (ruleKey !== undefined) {
    if (source !== "manual") throw invalidInput({ path: "source", message: "must not be sent with ruleKey" });
    return;
  }
  const given = Object.entries({ discoveredOn, deathOn, treatmentEndedOn, claimRejectedOn }).find(([, value]) => value !== undefined);
  if (given !== undefined) throw invalidInput({ path: given[0], message: "allowed only with ruleKey" });
}

/** Requires a date, or what it is counted from. @throws VALIDATION_FAILED */
function requireCount({ dueOn, ruleKey, trigger, offset, unit, direction, serviceMethod, rollRule }: NewDeadline): void {
  if (ruleKey !== undefined && (dueOn ?? trigger) !== undefined) throw invalidInput({ path: "ruleKey", message: `must not be sent with ${dueOn === undefined ? "trigger" : "dueOn"}` });
  if (trigger === undefined) {
    if ((dueOn ?? ruleKey) === undefined) throw invalidInput({ path: "dueOn", message: "required, or ruleKey, or trigger with offset and unit" });
    const counted = Object.entries({ offset, unit, direction, serviceMethod, rollRule }).find(([, value]) => value !== undefined && value !== null);
    if (counted !== undefined) throw invalidInput({ path: counted[0], message: "allowed only with trigger" });
    return;
  }
  if (dueOn !== undefined) throw invalidInput({ path: "trigger", message: "must not be sent with dueOn" });
  if (offset === undefined || unit === undefined) throw invalidInput({ path: offset === undefined ? "offset" : "unit", message: "required with trigger" });
}

/** @throws VALIDATION_FAILED */
export function requireAccrual(isLimitation: boolean, { accrualBasis = null, accrualOn = null, discoveryFacts = null }: Pick<NewDeadline, "accrualBasis" | "accrualOn" | "discoveryFacts">): void {
  for (const [path, value] of Object.entries({ accrualBasis, accrualOn, discoveryFacts })) if (!isLimitation && value !== null) throw invalidInput({ path, message: "allowed only for limitation" });
  if ((accrualBasis === "discovery" || accrualBasis === "other") && discoveryFacts === null) throw invalidInput({ path: "discoveryFacts", message: `required with accrualBasis ${accrualBasis}` });
}

/** The party's name. @throws NOT_FOUND for one of another case */
export async function requireParty(context: Context, caseId: string, partyId: string | null | undefined): Promise<string | null> {
  if (partyId === null || partyId === undefined) return null;
  const party = await shareParty(context, caseId, partyId);
  if (party === undefined) throw notFound("Party");
  return party.name;
}

/** The given members; else the case's lead attorney, where active. @throws NOT_FOUND for a member who is not active */
export async function chooseAssignees(context: Context, given: readonly string[] | undefined, { leadAttorneyId }: Place): Promise<readonly string[]> {
  if (given !== undefined) {
    await requireMembers(context, given);
    return given;
  }
  return leadAttorneyId !== null && (await lockActiveMemberForShare(context, leadAttorneyId)) ? [leadAttorneyId] : [];
}

/** A calculation that somebody else made, as it was sent. */
const externalCalculation = ({ calculation, dueOn, citation }: NewDeadline) =>
  calculation === undefined
    ? {}
    : {
        calculation: JSON.stringify({
          method: "external", engine: "1", startOn: null, offset: null, unit: null, direction: "after", rawOn: dueOn, rolledOn: dueOn, serviceDays: 0, skippedDays: [], tolledDays: 0, minority: null,
          discovery: null, reposeOn: null, candidates: [], conservativeOn: null, calendar: null, ruleKey: null, citation, warnings: [], steps: calculation.steps,
        }),
      };

/**
 * Records a deadline, which nobody has verified yet.
 * @throws NOT_FOUND for the case, a party, a member, a calendar or a rule; VALIDATION_FAILED; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived case, or at 500 deadlines
 */
export async function createDeadline(context: Context, caseId: string, given: NewDeadline): Promise<{ deadline: Deadline; warnings: DeadlineWarning[] }> {
  requireWhole(given);
  await lockCaseOf(context, { caseId, type: given.type });
  const place = await readPlace(context, caseId);
  if ((await countDeadlines(context, caseId)) >= maxPerCase) {
    throw new AppError("INVALID_STATE_TRANSITION", `The case has ${maxPerCase} deadlines`, {}, { errorReason: "limit_reached" });
  }
  const { type, claimantPartyId, adversePartyId } = fillIn(given);
  const deadlineClass = classOf(type);
  await requireParty(context, caseId, claimantPartyId);
  const adverseName = await requireParty(context, caseId, adversePartyId);
  const memberIds = await chooseAssignees(context, given.assignedMemberIds, place);
  await requireNoTwin(context, { caseId, type, claimantPartyId, adversePartyId, ruleKey: given.ruleKey ?? null }, given.allowDuplicate === true);
  const id = createId("deadline");
  const warnings = await insertWhole(context, place, { id, caseId, given, adverseName });
  await replaceTagRows(context, "DeadlineAssignee", id, memberIds);
  const row = await readDeadline(context, id);
  await recordChange(context, { kind: "created", eventType: "deadline.created", reason: given.reason }, null, row);
  return { deadline: showDeadline(row), warnings: deadlineClass === "limitation" && adversePartyId === null ? [...warnings, "party_unknown"] : warnings };
}

interface New {
  id: string;
  caseId: string;
  given: NewDeadline;
  adverseName: string | null;
}

const absent = {
  claimantPartyId: null, adversePartyId: null, dueOn: null, dueTime: null, timeZone: null, accrualBasis: null, accrualOn: null, discoveryFacts: null, citation: null, notes: null, externalId: null,
  offset: null, unit: null, serviceMethod: null, rollRule: null, observedHolidays: "conservative" as const,
};
type Absent = typeof absent;
type Filled = Omit<NewDeadline, keyof Absent> & { [Name in keyof Absent]: Absent[Name] | Exclude<NewDeadline[Name], undefined> };

/** What a request leaves out is null. */
const fillIn = (given: NewDeadline): Filled => Object.assign({}, absent, given);

const noTrigger = { triggerSource: null, triggerRecordId: null, triggerLabel: null, triggerOn: null };

/** What the date is counted from: a trigger, or the facts of a rule. */
async function readBasis(context: Context, place: Place, caseId: string, given: NewDeadline) {
  const { ruleKey, trigger, direction = "after" } = given;
  if (ruleKey !== undefined) {
    const { rule: { key, citation, verification, asOf }, limitation } = await chooseRule(context, caseId, { ...given, ruleKey });
    const rule = JSON.stringify({ key, citation, verification, asOf });
    return { ...findRuleTrigger(caseId, limitation), direction: null, limitation, rule, ruleKey, citation: given.citation ?? citation, source: "rule" };
  }
  if (trigger === undefined) return { ...noTrigger, direction: null, limitation: null };
  return { ...(await readTrigger(context, caseId, place, trigger)), direction, limitation: null };
}

async function insertWhole(context: Context, place: Place, { id, caseId, given, adverseName }: New): Promise<DeadlineWarning[]> {
  const { assignedMemberIds: _members, reason: _reason, allowDuplicate: _duplicate, calculation: _calculation, trigger: _trigger, holidayCalendarId, direction: _direction, ...others } = fillIn(given);
  const { discoveredOn: _discovered, deathOn: _death, treatmentEndedOn: _treated, claimRejectedOn: _rejected, ...values } = others;
  const { type } = values;
  const deadlineClass = classOf(type);
  const { limitation, ...count } = await readBasis(context, place, caseId, given);
  const { columns, warnings } = determine({ ...values, ...count, limitation, deadlineClass, tolling: [] }, place, await openCourt(context, place, holidayCalendarId));
  const title = given.title ?? (adverseName === null ? labelOf(type) : `${labelOf(type)}: ${adverseName}`.slice(0, 200));
  const { isJurisdictional = deadlineClass === "limitation" || jurisdictionalTypes.has(type), warningDays = (await getPolicy(context)).warningDays[deadlineClass] } = given;
  const setter = describeSetter(context, await listPersons(context));
  await insertDeadline(context, { ...values, ...count, ...externalCalculation(given), ...columns, ...setter, limitation: asJson(limitation), id, caseId, deadlineClass, title, originalDueOn: columns.dueOn, isJurisdictional, warningDays });
  return warnings;
}

/** Of a statute of limitations, one per claimant and adverse party. The case is locked, so that of two at once one waits. @throws DUPLICATE_ENTRY */
async function requireNoTwin(context: Context, wanted: Parameters<typeof findTwin>[1], isAllowed: boolean): Promise<void> {
  if (wanted.type !== "statute_of_limitations" || isAllowed) return;
  const twin = await findTwin(context, wanted);
  if (twin === undefined) return;
  throw new AppError("DUPLICATE_ENTRY", `The case has an open statute of limitations of these parties; correct it, or send allowDuplicate: ${twin}`, {}, { errorReason: "duplicate", detail: twin });
}
