import { invalidInput } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { pickGiven } from "../../contract/values/pick-given.ts";
import { createId } from "../../platform/database/ids.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { asJson } from "../../platform/database/wire-form.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import type { Context } from "../../rpc/context.ts";
import { checkActiveMembers } from "../notes/domain.locks.ts";
import { listPersons } from "../service-accounts/makers/domain.persons.ts";
import { requireAccrual, requireParty } from "./domain.create.ts";
import type { StoredLimitation } from "./calculation/domain.limitation.ts";
import type { CountPlan } from "./calculation/domain.plan.ts";
import { findServiceBasis } from "../jurisdiction-rules/domain.ts";
import { requireCountable } from "./calculation/domain.ts";
import {
  determine,
  findTimeZone,
  findJurisdiction,
  givenZone,
  inputsOf,
  openCourt,
  settle,
  settleGiven,
  type DateInputs,
} from "./domain.dates.ts";
import { changeDate } from "./recalculation/domain.ts";
import {
  addPersons,
  applyChange,
  conflict,
  holdDocument,
  lockOpenDeadline,
  mirror,
  openDeadline,
  type Change,
} from "./domain.records.ts";
import { findRuleTrigger, readAccrual, requireAccrualSinceIncident } from "./domain.rules.ts";
import { findTriggerDay, followsRecord, readStartTime } from "./domain.triggers.ts";
import { readDeadline, recordDeadlineEvent, showDeadline } from "./domain.ts";
import type { Deadline } from "./schema.ts";
import type { DeadlineChanges, DeadlineExtension, DeadlineTolling } from "./schema.input.ts";
import { changeDeadline, replaceSegments, type DeadlineColumns, type Place } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

/** What decides a date: its change needs a reason. */
const countColumns = [
  "offset",
  "unit",
  "direction",
  "serviceMethod",
  "serviceDays",
  "jurisdiction",
  "startTime",
  "startRule",
  "nextWeekday",
  "observedHolidays",
  "rollRule",
] as const;
const counting = ["trigger", "holidayCalendarId", ...countColumns] as const;
const dating = [
  ...counting,
  "dueOn",
  "dueTime",
  "timeZone",
  "accrualBasis",
  "accrualOn",
  "discoveryFacts",
  "isOverridden",
] as const;

/**
 * Changes a deadline: what describes it, or with a reason what decides its date, which then has to be verified anew.
 *
 * @throws NOT_FOUND for the deadline, a party, a member or a calendar; STALE_REVISION; DUPLICATE_ENTRY;
 *   VALIDATION_FAILED; INVALID_STATE_TRANSITION for an archived case, and for the date of one that is not open
 */
export async function updateDeadline(
  context: Context,
  deadlineId: string,
  { reason, ...changes }: DeadlineChanges,
): Promise<Deadline> {
  const { found, place } = await openDeadline(context, deadlineId);
  const { adversePartyId, assignedMemberIds } = changes;
  await requireParty(context, found.caseId, adversePartyId);
  if (assignedMemberIds !== undefined)
    await checkActiveMembers(
      context,
      assignedMemberIds.filter((id) => !found.assignees.some((member) => member.id === id)),
    );
  const before = await lockOpenDeadline(context, deadlineId);
  const isDated = dating.some((name) => changes[name] !== undefined);
  if (isDated) requireDatable(before, changes, reason);
  if (changes.accrualOn !== before.accrualOn) await assertNotFuture(context, { accrualOn: changes.accrualOn });
  const party = adversePartyId === undefined || adversePartyId === before.adversePartyId ? {} : { adversePartyId };
  if (assignedMemberIds !== undefined) await replaceTagRows(context, "DeadlineAssignee", deadlineId, assignedMemberIds);
  const described: DeadlineColumns = {
    ...pickGiven(changes, ["title", "citation", "isJurisdictional", "warningDays", "notes", "externalId"]),
    ...party,
  };
  if (isDated) {
    const { columns, kind } = await correct(context, place, before, changes);
    return showDeadline(
      await changeDate(
        context,
        place,
        before,
        { ...described, ...columns },
        { kind, reason, isGiven: changes.dueOn !== undefined },
      ),
    );
  }
  const needsVerification = isVerifiable(before, described);
  const setByPersons = needsVerification ? addPersons(before, await listPersons(context)) : before.setByPersons;
  if (needsVerification && before.verificationStatus !== "unverified") {
    const reset = settle(await openCourt(context, place, undefined, before), before, false);
    return showDeadline(
      await applyChange(
        context,
        before,
        { ...described, ...reset, setByPersons, verificationStatus: "unverified" },
        { kind: "verification_reset", reason },
      ),
    );
  }
  if (!(await changeDeadline(context, deadlineId, { ...described, setByPersons }))) throw staleRevision("deadline");
  const after = await readDeadline(context, deadlineId);
  recordDeadlineEvent(context, "deadline.updated", before, after);
  if ("adversePartyId" in party) await mirror(context, found.caseId, [before, after]);
  return showDeadline(after);
}

/**
 * What a second person verifies with the date: against whom it runs, the law that sets it, and whether a court may
 * extend it.
 */
const verifiedFacts = ["adversePartyId", "citation", "isJurisdictional"] as const;

/** Whether a change needs another look at the date by a second person. */
function isVerifiable(before: DeadlineRow, changes: DeadlineColumns): boolean {
  return verifiedFacts.some((name) => changes[name] !== undefined && changes[name] !== before[name]);
}

/** @throws VALIDATION_FAILED; INVALID_STATE_TRANSITION */
function requireDatable(before: DeadlineRow, changes: DeadlineChanges, reason: string | undefined): void {
  if (!before.isOpen) throw conflict(`The deadline is ${before.status}: its date stays; reopen it first`);
  if (reason === undefined) throw invalidInput({ path: "reason", message: "required to change what decides the date" });
  const { triggerSource, accrualOn, discoveryFacts } = before;
  const accrualBasis = before.accrualBasis;
  const count = counting.find((name) => changes[name] !== undefined && name !== "holidayCalendarId");
  if (before.limitation !== null && count !== undefined)
    throw invalidInput({
      path: count,
      message: "not allowed for a date that a rule calculates; send accrualOn or dueOn",
    });
  if (triggerSource === null && count !== undefined)
    throw invalidInput({ path: count, message: "allowed only for a deadline that is counted from a trigger" });
  if (changes.trigger !== undefined && followsRecord(before))
    throw invalidInput({ path: "trigger.on", message: "follows from its record; change that" });
  if (changes.dueOn !== undefined && (count !== undefined || changes.isOverridden === false))
    throw invalidInput({ path: "dueOn", message: "must not be sent with what calculates it" });
  if (changes.isOverridden === false && !before.isOverridden)
    throw invalidInput({ path: "isOverridden", message: "the date is not overridden" });
  requireAccrual(before.deadlineClass === "limitation", { accrualBasis, accrualOn, discoveryFacts, ...changes });
}

const isCalculated = ({ triggerSource, untolledDueOn }: DeadlineRow) =>
  triggerSource !== null || untolledDueOn !== null;

async function correct(
  context: Context,
  place: Place,
  before: DeadlineRow,
  changes: DeadlineChanges,
): Promise<{ columns: DeadlineColumns; kind: Change["kind"] }> {
  const { dueOn, isOverridden, timeZone = givenZone(before) } = changes;
  const court = await openCourt(context, place, changes.holidayCalendarId, before);
  const accrual = pickGiven(changes, ["accrualBasis", "accrualOn", "discoveryFacts"]);
  const limitation = acceptAccrual(place, before, changes);
  const ofRule =
    limitation === null || limitation === before.limitation ? {} : findRuleTrigger(before.caseId, limitation);
  const isAnew =
    isOverridden === false || counting.some((name) => changes[name] !== undefined) || limitation !== before.limitation;
  const overrides = dueOn !== undefined && isCalculated(before);
  if (overrides || (before.isOverridden && !isAnew)) {
    // The earliest date that the facts allow stays what counts until a second person has seen the new one.
    const columns = settleGiven(place, court, {
      dueOn: dueOn ?? before.dueOn,
      dueTime: chooseDueTime(before, changes),
      timeZone,
      conservativeDueOn: before.conservativeDueOn,
    });
    return { columns: { ...columns, ...accrual, isOverridden: true }, kind: overrides ? "overridden" : "corrected" };
  }
  const count = await readCount(context, place, before, changes);
  const inputs: DateInputs = {
    ...inputsOf(before),
    ...count,
    ...pickGiven(changes, ["accrualOn"]),
    ...ofRule,
    limitation,
    dueTime: chooseDueTime(before, changes),
    timeZone,
  };
  const plan = replan(before.countPlan, changes);
  requireDateInputs(inputs, changes, plan);
  const { columns } = determine({ ...inputs, countPlan: plan, dueOn: dueOn ?? inputs.dueOn }, place, court);
  const { serviceRule: _, ...counted } = count;
  return {
    columns: {
      ...counted,
      ...columns,
      ...accrual,
      ...ofRule,
      countPlan: asJson(plan),
      limitation: asJson(limitation),
      isOverridden: false,
    },
    kind: "corrected",
  };
}

/** Another service or time of day changes the counts of a plan; another period replaces them all. */
function replan(plan: CountPlan | null, changes: DeadlineChanges): CountPlan | null {
  if (plan === null || planned.some((name) => changes[name] !== undefined)) return null;
  const { serviceMethod = plan.serviceMethod, dueTime = plan.last.dueTime } = changes;
  const keepsTime = plan.last.dueTime !== undefined && dueTime !== undefined;
  return { ...plan, serviceMethod, last: keepsTime ? { ...plan.last, dueTime } : plan.last };
}

const planned = [
  "offset",
  "unit",
  "direction",
  "rollRule",
  "startRule",
  "nextWeekday",
  "serviceDays",
  "startTime",
] as const;

/**
 * A time that stays is not checked: a deadline of a chain has that of what it is counted from, which may have none.
 *
 * @throws VALIDATION_FAILED for members of a count that do not go together
 */
function requireDateInputs(inputs: DateInputs, changes: DeadlineChanges, plan: CountPlan | null): void {
  const { unit, startTime, nextWeekday, direction, startRule } = inputs;
  if (unit === null) return;
  const { dueTime = null } = changes;
  const inDays = plan?.last.counts.find((count) => count.unit !== "hours");
  const isTimed = changes.unit !== undefined || changes.startTime !== undefined;
  requireCountable({
    unit: inDays?.unit ?? unit,
    nextWeekday,
    direction: direction ?? "after",
    startRule: startRule ?? "next_day",
    dueTime,
    ...(isTimed && { startTime }),
  });
}

/** The time of day that is given, or stays; that of hours followed from them. */
function chooseDueTime(before: DeadlineRow, { dueTime, unit }: DeadlineChanges): string | null {
  if (dueTime !== undefined) return dueTime;
  return before.unit === "hours" && unit !== undefined && unit !== "hours" ? null : before.dueTime;
}

/**
 * The time of the event from which hours are counted, where a change touches it; null where it stays as it is, or as it
 * was given.
 *
 * @throws VALIDATION_FAILED where another one was given
 */
async function findNewStartTime(
  context: Context,
  place: Place,
  before: DeadlineRow,
  { isOverridden, unit, startTime: given = null, timeZone }: DeadlineChanges,
): Promise<string | null> {
  const countsHours = (unit ?? before.unit) === "hours" || (unit === undefined && before.startTime !== null);
  const isTouched = isOverridden === false || unit !== undefined || given !== null || timeZone !== undefined;
  if (!countsHours || !isTouched) return null;
  const ofDeadline = findTimeZone(timeZone ?? givenZone(before), place);
  return readStartTime(context, before.caseId, before, { given, timeZone: ofDeadline });
}

/**
 * What a date is counted by anew. While it was overridden, what it is counted from may have moved. The service rule is
 * the one with which it was counted; where its jurisdiction or the method is changed, the one that is in force now.
 */
async function readCount(
  context: Context,
  place: Place,
  before: DeadlineRow,
  changes: DeadlineChanges,
): Promise<Partial<DateInputs>> {
  const triggerOn =
    changes.trigger?.on ?? (changes.isOverridden === false ? await findTriggerDay(context, place, before) : undefined);
  const startTime = await findNewStartTime(context, place, before, changes);
  const count = {
    ...pickGiven(changes, countColumns),
    ...(triggerOn !== undefined && { triggerOn }),
    ...(startTime !== null && { startTime }),
  };
  if (before.offset === null || (changes.serviceMethod === undefined && changes.jurisdiction === undefined))
    return count;
  return {
    ...count,
    serviceRule: await findServiceBasis(
      context,
      findJurisdiction(place, { ...before, ...pickGiven(changes, ["jurisdiction"]) }),
    ),
  };
}

/**
 * A rule with another day of accrual; the stored one where that stays.
 *
 * @throws VALIDATION_FAILED
 */
function acceptAccrual(
  { dateOfIncident: incidentOn }: Place,
  { limitation, ...before }: DeadlineRow,
  { accrualBasis = before.accrualBasis, accrualOn = before.accrualOn }: DeadlineChanges,
): StoredLimitation | null {
  if (limitation === null || (accrualBasis === before.accrualBasis && accrualOn === before.accrualOn))
    return limitation;
  const { facts } = limitation;
  const accrual = readAccrual({ accrualBasis, accrualOn }, facts.discoveredOn);
  requireAccrualSinceIncident(accrual, incidentOn);
  return { ...limitation, facts: { ...facts, incidentOn, accrual } };
}

/**
 * Moves a deadline to a later date, which has to be verified.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for a date that is not later; INVALID_STATE_TRANSITION for an
 *   archived case, a deadline that is not open, a limitation, and one that no court may extend
 */
export async function extendDeadline(
  context: Context,
  deadlineId: string,
  { dueOn, basis, reason, documentId, ...time }: DeadlineExtension,
): Promise<Deadline> {
  if (basis === "court_order" && documentId === undefined)
    throw invalidInput({ path: "documentId", message: "required for court_order" });
  const { found, place } = await openDeadline(context, deadlineId);
  if (documentId !== undefined) await holdDocument(context, found.caseId, documentId);
  const before = await lockOpenDeadline(context, deadlineId);
  if (before.deadlineClass === "limitation")
    throw conflict("A limitation period is not extended; record tolling or correct the date");
  if (before.status !== "open") throw conflict(`The deadline is ${before.status}; only an open one is extended`);
  if (before.isJurisdictional && basis !== "statute")
    throw conflict("No court may extend this deadline; it is extended on the basis of a statute only");
  if (dueOn <= before.dueOn) throw invalidInput({ path: "dueOn", message: "must be later than the present one" });
  const { dueTime = before.dueTime } = time;
  const court = await openCourt(context, place, undefined, before);
  const date = settleGiven(place, court, { dueOn, dueTime, timeZone: before.timeZone, conservativeDueOn: null });
  const extension = JSON.stringify({ fromOn: before.dueOn, basis, documentId: documentId ?? null, at: place.now });
  const columns = {
    ...date,
    timeZoneBasis: before.timeZoneBasis,
    isOverridden: before.triggerSource !== null,
    extension,
  };
  return showDeadline(await changeDate(context, place, before, columns, { kind: "extended", reason }));
}

/**
 * Replaces the times in which a limitation period does not run. Until a second person has verified the later date, the
 * one without tolling counts.
 *
 * @throws NOT_FOUND for the deadline or a document; STALE_REVISION; VALIDATION_FAILED; INVALID_STATE_TRANSITION for an
 *   archived case, another class, and a deadline that is not open
 */
export async function setTolling(
  context: Context,
  deadlineId: string,
  { segments, reason }: DeadlineTolling,
): Promise<Deadline> {
  const { found, place } = await openDeadline(context, deadlineId);
  const documentIds = new Set(segments.flatMap(({ documentId }) => documentId ?? []));
  for (const documentId of [...documentIds].toSorted()) await holdDocument(context, found.caseId, documentId);
  const before = await lockOpenDeadline(context, deadlineId);
  if (before.deadlineClass !== "limitation")
    throw conflict("Only a limitation period is tolled; extend the deadline instead");
  if (!before.isOpen) throw conflict(`The deadline is ${before.status}; reopen it first`);
  const court = await openCourt(context, place, undefined, before);
  const { columns } = determine({ ...inputsOf(before), tolling: segments }, place, court);
  await replaceSegments(
    context,
    deadlineId,
    segments.map((segment) => ({ id: createId("tollingSegment"), ...segment })),
  );
  return showDeadline(
    await changeDate(context, place, before, { ...columns, isOverridden: false }, { kind: "tolled", reason }),
  );
}
