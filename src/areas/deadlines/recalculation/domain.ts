import { AppError } from "../../../contract/errors/error-codes.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor, systemPrincipal, type Actor } from "../../../rpc/principal.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import type { CaseDetail } from "../../cases/domain.statute.ts";
import type { PartyFollower } from "../../cases/parties/domain.followers.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import type { MissingLimitation } from "../calculation/domain.limitation.ts";
import type { CourtCalendar } from "../calculation/domain.record.ts";
import { proposeLimitation } from "../domain.create.ts";
import { applyStoredRule, determine, inputsOf, openCourt, settle } from "../domain.dates.ts";
import { addPersons, applyChange, describeSetter, mirror, unverified, type Change } from "../domain.records.ts";
import { readDeadline } from "../domain.ts";
import { isNamedByOpen, lockFollowing, lockTriggered, readPlace, type DeadlineColumns, type Place } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

const most = 200;
/** One more is too many for {@link requireFew}. */
export const tooMany = most + 1;

/** @throws INVALID_STATE_TRANSITION when so many deadlines are too many for one transaction */
export function requireFew(count: number, cause: string): void {
  if (count > most) throw new AppError("INVALID_STATE_TRANSITION", `More than ${most} deadlines ${cause}`, {}, { errorReason: "limit_reached" });
}

/**
 * Recalculates the open deadlines that are counted from a record's date, in the transaction of its change. An earlier date applies at once; a later one waits for a
 * second person. Without a date nothing moves. The case is locked FOR NO KEY UPDATE.
 * @returns the case if its own date followed
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
async function recalculateDeadlines(context: Context, { caseId, source, recordId, on }: { caseId: string; source: "incident" | "service"; recordId: string; on: string | null }): Promise<CaseDetail | undefined> {
  if (on === null) return undefined;
  const place = await readPlace(context, caseId);
  const deadlineIds = await lockTriggered(context, recordId, source, tooMany);
  requireFew(deadlineIds.length, "are counted from this date");
  if (deadlineIds.length === 0) return undefined;
  const persons = await listPersons(context);
  const changed: DeadlineRow[] = [];
  for (const deadlineId of deadlineIds) changed.push(...(await recalculate(context, place, await readDeadline(context, deadlineId), on, persons)));
  return mirror(context, caseId, changed);
}

/** The caller has the case follow. @returns those that changed, as they were */
async function recalculate(context: Context, place: Place, before: DeadlineRow, triggerOn: string, persons: readonly string[]): Promise<DeadlineRow[]> {
  const causedBy = describeActor(context.principal);
  const court = await openCourt(context, place, undefined, before);
  const missing = findMissing(court, before, triggerOn);
  if (missing !== null) {
    await applyChange(context, before, describeUnfit(court, before, triggerOn, missing), { kind: "verification_reset", eventType: "deadline.recalculated", causedBy, isOneOfSeveral: true }, null);
    return [before];
  }
  const columns = determineFrom(court, place, before, triggerOn);
  const recalculation = propose(court, place, before, { triggerOn, causedBy, persons, proposedOn: columns.dueOn });
  if (columns.dueOn <= before.dueOn) {
    const moved = { ...columns, triggerOn, ...setBySystem(context, causedBy, addPersons(before, persons)), ...(before.recalculation?.bornOn !== undefined && { recalculation }) };
    const after = await applyChange(context, before, moved, { kind: "recalculated", causedBy, isOneOfSeveral: true }, null);
    return [before, ...(await recalculateChained(context, place, before, after, persons))];
  }
  await applyChange(context, before, { recalculation }, { kind: "recalculation_proposed", causedBy, isOneOfSeveral: true }, null);
  return [before];
}

/**
 * Changes the date of a locked deadline, with all that is counted from it: it has to be verified anew. A date that is given replaces what it was determined by, and who
 * set that.
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function changeDate(context: Context, place: Place, before: DeadlineRow, columns: DeadlineColumns, change: Change): Promise<DeadlineRow> {
  const persons = await listPersons(context);
  const setter = describeSetter(context, change.isGiven === true ? persons : addPersons(before, persons));
  const after = await applyChange(context, before, { ...columns, ...setter, ...unverified }, change);
  await recalculateFollowing(context, place, before, after, persons);
  return after;
}

/**
 * Recalculates what is counted from a deadline of its chain, once that deadline's date has changed: an earlier date applies at once, a later one
 * waits for a second person. The case is locked FOR NO KEY UPDATE.
 * @param persons those of the change
 */
export async function recalculateFollowing(context: Context, place: Place, before: DeadlineRow, after: DeadlineRow, persons: readonly string[]): Promise<void> {
  await mirror(context, before.caseId, await recalculateChained(context, place, before, after, persons));
}

/** @returns those that changed, as they were */
async function recalculateChained(context: Context, place: Place, before: DeadlineRow, { chainId, itemKey, dueOn }: DeadlineRow, persons: readonly string[]): Promise<DeadlineRow[]> {
  if (chainId === null || itemKey === null || before.dueOn === dueOn) return [];
  const changed: DeadlineRow[] = [];
  for (const deadlineId of await lockFollowing(context, chainId, itemKey)) changed.push(...(await recalculate(context, place, await readDeadline(context, deadlineId), dueOn, persons)));
  return changed;
}

type Proposal = Pick<NonNullable<DeadlineRow["recalculation"]>, "triggerOn" | "causedBy" | "proposedOn"> & { persons: readonly string[] };

/** A later date that waits for a second person, as JSON. With a date of birth that waits already it is counted for both. */
function propose(court: CourtCalendar, place: Place, before: DeadlineRow, proposal: Proposal): string {
  const waiting = before.recalculation;
  if (waiting?.bornOn === undefined) return JSON.stringify({ ...proposal, at: place.now });
  const { bornOn } = waiting;
  const { dueOn: proposedOn } = determineFrom(court, place, before, proposal.triggerOn, bornOn);
  return JSON.stringify({ ...proposal, at: place.now, bornOn, proposedOn, persons: [...new Set([...proposal.persons, ...waiting.persons])] });
}

/** Why the rule says no date of the facts any more; null where it says one. */
function findMissing(court: CourtCalendar, before: DeadlineRow, triggerOn: string): MissingLimitation | null {
  const result = applyStoredRule({ ...inputsOf(before), triggerOn }, court);
  return result !== null && "missing" in result ? result.missing : null;
}

/** Whether the rule does not apply to the facts any more. */
export const leavesRule = (court: CourtCalendar, before: DeadlineRow, triggerOn: string): boolean => findMissing(court, before, triggerOn) !== null;

/** The date stays, unverified and with a warning: which statute applies, or when the claim was rejected, is for an attorney to find. */
function describeUnfit(court: CourtCalendar, before: DeadlineRow, triggerOn: string, missing: MissingLimitation): DeadlineColumns {
  const { calculation } = before;
  const warning = missing === "rejection_missing" ? missing : "accrual_outside_rule";
  const warned = calculation === null ? null : { ...calculation, warnings: [...new Set([...calculation.warnings, warning])] };
  return { ...settle(court, before, false), calculation: asJson(warned), triggerOn, ...unverified };
}

/** The date of a deadline, were it counted from a day. @param court its own @param bornOn the claimant's, else as the rule was applied */
export function determineFrom(court: CourtCalendar, place: Place, before: DeadlineRow, triggerOn: string, bornOn?: string) {
  const limitation = before.limitation === null || bornOn === undefined ? before.limitation : { ...before.limitation, facts: { ...before.limitation.facts, bornOn } };
  const { columns } = determine({ ...inputsOf(before), limitation, triggerOn }, place, court);
  return { ...columns, limitation: asJson(limitation) };
}

/** Of a date that the system moved, which has to be verified anew. @param causedBy the actor whose change it follows @param setByPersons as of `addPersons` */
export function setBySystem({ organizationId }: Context, causedBy: Actor, setByPersons: readonly string[]) {
  return { setBy: JSON.stringify(describeActor(systemPrincipal(organizationId))), onBehalfOfAttorneyId: null, causedBy: JSON.stringify(causedBy), setByPersons: [...setByPersons], ...unverified };
}

/** Applies a later date that a second person confirmed; what was missed by the earlier one is open again. */
export async function carryOutRecalculation(context: Context, place: Place, before: DeadlineRow, recalculation: NonNullable<DeadlineRow["recalculation"]>, note: string | undefined): Promise<DeadlineRow> {
  const { triggerOn, causedBy, persons, bornOn } = recalculation;
  const columns = determineFrom(await openCourt(context, place, undefined, before), place, before, triggerOn, bornOn);
  const isOpenAgain = before.status === "missed" && Date.parse(columns.dueAt) > Date.parse(place.now);
  const changed = { ...columns, triggerOn, ...setBySystem(context, causedBy, addPersons(before, persons)), ...(isOpenAgain && { status: "open" }) };
  const after = await applyChange(context, before, changed, { kind: "recalculated", reason: note, causedBy });
  await recalculateFollowing(context, place, before, after, await listPersons(context));
  return after;
}

/** A date of limitation of a new case becomes a deadline; a date of a case that moves takes the deadlines that are counted from it along. */
export const caseFollower: CaseFollower = {
  proposeLimitation,
  changeCase: async (context, before, after) => {
    const { id, dateOfIncident: on } = after;
    return before.dateOfIncident === on ? undefined : recalculateDeadlines(context, { caseId: id, source: "incident", recordId: id, on });
  },
};

/** The same for a party's; a party that an open deadline names stays. */
export const serviceFollower: PartyFollower = {
  changeParty: async (context, caseId, before, after) => {
    if (after !== null) {
      if (before.servedOn === after.servedOn) return false;
      await recalculateDeadlines(context, { caseId, source: "service", recordId: after.id, on: after.servedOn });
      return true;
    }
    if (await isNamedByOpen(context, before.id)) throw new AppError("INVALID_STATE_TRANSITION", "An open deadline names this party; satisfy, waive or cancel it first", {}, { errorReason: "record_in_use" });
    return false;
  },
};
