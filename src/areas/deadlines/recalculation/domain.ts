import { AppError } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { asJson } from "../../../platform/database/wire-form.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor, systemPrincipal, type Actor } from "../../../rpc/principal.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import type { CaseDetail } from "../../cases/domain.statute.ts";
import type { PartyFollower } from "../../cases/parties/domain.followers.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import type { MissingLimitation } from "../calculation/domain.limitation.ts";
import { countClosed, isClosed, type Due } from "../domain.closed.ts";
import { proposeLimitation } from "../domain.create.ts";
import { applyStoredRule, determine, inputsOf, openCourt, settle, type Court } from "../domain.dates.ts";
import { addPersons, applyChange, describeSetter, mirror, unverified, type Change } from "../domain.records.ts";
import { isLater, startTimeFrom, startTimeOf } from "../domain.start-times.ts";
import { findTriggerDay } from "../domain.triggers.ts";
import { readDeadline, recordDeadlineEvent } from "../domain.ts";
import {
  changeDeadline,
  isNamedByOpen,
  lockFollowing,
  lockTriggered,
  readPlace,
  type DeadlineColumns,
  type Place,
} from "../store.changes.ts";
import { findDeadlines, type DeadlineRow, type MovedTrigger } from "../store.ts";
import { lockAllTriggered, lockClosedTriggered } from "../store.triggers.ts";

const most = 200;
/** One more is too many for {@link requireFew}. */
export const tooMany = most + 1;

/** @throws INVALID_STATE_TRANSITION when so many deadlines are too many for one transaction */
export function requireFew(count: number, cause: string): void {
  if (count > most)
    throw new AppError("INVALID_STATE_TRANSITION", `More than ${most} deadlines ${cause}`, {
      errorReason: "limit_reached",
    });
}

/**
 * What a date follows.
 *
 * @property persons those of the change
 * @property movedTrigger null where no trigger moved
 */
export interface Cause {
  persons: readonly string[];
  movedTrigger: MovedTrigger | null;
}

/**
 * A record whose day deadlines are counted from, as it is now.
 *
 * @property at the instant at which hours begin; undefined where only the day is known
 * @property nextRecordId which has that day from now on
 */
export interface ChangedTrigger {
  caseId: string;
  recordId: string;
  on: string | null;
  at?: string | undefined;
  nextRecordId?: string;
}

/**
 * Recalculates the open deadlines that are counted from a record's day, in the transaction of its change, with those of
 * their chains that are counted from them. An earlier date applies at once; a later one waits for a second person.
 * Without a day nothing moves. The case is locked FOR NO KEY UPDATE.
 *
 * @returns the case if its own date followed
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function followTrigger(
  context: Context,
  { caseId, recordId, on, at, nextRecordId = recordId }: ChangedTrigger,
): Promise<CaseDetail | undefined> {
  if (on === null) return undefined;
  const place = await readPlace(context, caseId);
  const isNext = nextRecordId !== recordId;
  const deadlineIds = await (isNext ? lockAllTriggered : lockTriggered)(context, recordId, tooMany);
  requireFew(deadlineIds.length, "are counted from this date");
  const throughClosed = await lockThroughClosed(context, { caseId, recordId });
  if (deadlineIds.length === 0 && throughClosed.length === 0 && !isNext) return undefined;
  const persons = await listPersons(context);
  const changed: DeadlineRow[] = [];
  for (const before of await findDeadlines(context, deadlineIds)) {
    const startTime = startTimeOf(before, { on, at });
    const isUnmoved = before.isOverridden || startsAlike(before, on, startTime);
    if (isUnmoved && isNext) await renameTrigger(context, before, nextRecordId);
    if (isUnmoved) continue;
    // Who moved the day stays behind a date of which only the time changes.
    const waiting = before.recalculation?.triggerOn === on ? before.recalculation.persons : [];
    const cause = {
      persons: [...new Set([...persons, ...waiting])],
      movedTrigger: describeMoved(before, on, nextRecordId),
    };
    const count = { triggerOn: on, startTime, triggerRecordId: nextRecordId, cause };
    changed.push(...(await recalculate(context, place, before, count)));
  }
  const byClosed = { on, at, nextRecordId, throughClosed, persons };
  changed.push(...(await followThroughClosed(context, place, byClosed)));
  if (isNext) await renameClosed(context, { caseId, recordId, nextRecordId });
  return mirror(context, caseId, changed);
}

/** Whether a deadline is counted from this start, or waits for the later date that is counted from it. */
export const startsAlike = ({ recalculation, ...before }: DeadlineRow, on: string, startTime: string | null): boolean =>
  (recalculation ?? before).triggerOn === on && (recalculation?.triggerTime ?? before.startTime) === startTime;

/** @returns those that changed, as they were */
async function followThroughClosed(
  context: Context,
  place: Place,
  {
    on,
    at,
    nextRecordId,
    throughClosed,
    persons,
  }: Pick<Cause, "persons"> & {
    on: string;
    at: string | undefined;
    nextRecordId: string;
    throughClosed: readonly Chained[];
  },
): Promise<DeadlineRow[]> {
  const changed: DeadlineRow[] = [];
  for (const { before, through } of throughClosed) {
    const [source = before, ...others] = through;
    const court = await openCourt(context, place, undefined, source);
    const first = countClosed(court, place, source, { triggerOn: on, startTime: startTimeOf(source, { on, at }) });
    const due = await countThrough(context, others, first);
    const startTime = startTimeFrom(before, due);
    const cause = { persons, movedTrigger: describeMoved(source, on, nextRecordId) };
    if (!startsAlike(before, due.dueOn, startTime) || before.recalculation?.bornOn !== undefined)
      changed.push(...(await recalculate(context, place, before, { triggerOn: due.dueOn, startTime, cause })));
  }
  return changed;
}

/** Closed deadlines have the next record, too, so that what is counted from them follows it. */
async function renameClosed(
  context: Context,
  { nextRecordId, ...record }: { caseId: string; recordId: string; nextRecordId: string },
): Promise<void> {
  for (const before of await findDeadlines(context, await lockClosedTriggered(context, record, tooMany)))
    await renameTrigger(context, before, nextRecordId);
}

/**
 * Recalculates a locked deadline that was reopened from the day that its trigger has by now.
 *
 * @returns it as it is then
 */
export async function followMeanwhile(context: Context, place: Place, before: DeadlineRow): Promise<DeadlineRow> {
  const { caseId, isOverridden, triggerOn, triggerRecordId } = before;
  const on = isOverridden ? undefined : await findTriggerDay(context, place, before);
  if (on === undefined || on === triggerOn) return before;
  const movedTrigger = describeMoved(before, on, triggerRecordId);
  const cause = { persons: await listPersons(context), movedTrigger };
  await mirror(context, caseId, await recalculate(context, place, before, { triggerOn: on, cause }));
  return readDeadline(context, before.id);
}

/** The day stays; another record has it. */
async function renameTrigger(context: Context, before: DeadlineRow, triggerRecordId: string): Promise<void> {
  if (!(await changeDeadline(context, before.id, { triggerRecordId }, null))) throw staleRevision("deadline");
  recordDeadlineEvent(context, "deadline.updated", before, await readDeadline(context, before.id));
}

/**
 * The trigger of a deadline that moves to another day.
 *
 * @param recordId which has the day now
 */
function describeMoved(
  { triggerSource, triggerLabel: label, triggerOn }: DeadlineRow,
  toOn: string,
  recordId: string | null,
): MovedTrigger {
  return { source: triggerSource as MovedTrigger["source"], recordId, label, fromOn: triggerOn ?? toOn, toOn };
}

/**
 * What a deadline is counted from anew.
 *
 * @property startTime of hours, unless it stays
 * @property triggerRecordId unless it stays
 */
interface Count {
  triggerOn: string;
  startTime?: string | null;
  triggerRecordId?: string;
  cause: Cause;
}

/**
 * The caller has the case follow.
 *
 * @returns those that changed, as they were
 */
async function recalculate(
  context: Context,
  place: Place,
  before: DeadlineRow,
  { triggerOn, startTime = before.startTime, triggerRecordId = before.triggerRecordId ?? undefined, cause }: Count,
): Promise<DeadlineRow[]> {
  const causedBy = describeActor(context.principal);
  const court = await openCourt(context, place, undefined, before);
  const named = triggerRecordId === undefined ? {} : { triggerRecordId };
  const missing = findMissing(court, before, triggerOn);
  if (missing !== null) {
    await applyChange(
      context,
      before,
      describeUnfit(court, before, triggerOn, missing),
      { kind: "verification_reset", eventType: "deadline.recalculated", causedBy, isOneOfSeveral: true },
      null,
    );
    return [before];
  }
  const columns = determineFrom(court, place, before, { triggerOn, startTime });
  const proposed = { proposedOn: columns.dueOn, proposedTime: columns.dueTime, triggerTime: startTime };
  const recalculation = propose(court, place, before, { triggerOn, causedBy, ...proposed, ...cause });
  if (!isLater(columns, before)) {
    const moved = {
      ...columns,
      ...named,
      triggerOn,
      ...setBySystem(context, causedBy, addPersons(before, cause.persons)),
      ...(before.recalculation?.bornOn !== undefined && { recalculation }),
    };
    const after = await applyChange(
      context,
      before,
      moved,
      { kind: "recalculated", causedBy, isOneOfSeveral: true },
      null,
    );
    return [before, ...(await recalculateChained(context, place, { before, after }, cause))];
  }
  await applyChange(
    context,
    before,
    { ...named, recalculation },
    { kind: "recalculation_proposed", causedBy, isOneOfSeveral: true },
    null,
  );
  return [
    before,
    ...(await proposeChained(context, place, { ...before, dueOn: columns.dueOn, dueTime: columns.dueTime }, cause)),
  ];
}

/**
 * A later date that waits makes what is counted from it wait, too, so that a second person sees all of them at once.
 *
 * @param proposed the deadline with its later date
 * @returns those that changed, as they were
 */
async function proposeChained(
  context: Context,
  place: Place,
  proposed: DeadlineRow,
  cause: Cause,
): Promise<DeadlineRow[]> {
  const changed: DeadlineRow[] = [];
  for (const { before, through } of await lockCountedFrom(context, proposed)) {
    const court = await openCourt(context, place, undefined, before);
    const due = await countThrough(context, through, proposed);
    const startTime = startTimeFrom(before, due);
    const becomesLater =
      !leavesRule(court, before, due.dueOn) &&
      isLater(determineFrom(court, place, before, { triggerOn: due.dueOn, startTime }), before);
    if (becomesLater)
      changed.push(...(await recalculate(context, place, before, { triggerOn: due.dueOn, startTime, cause })));
    else if (before.recalculation !== null && waitsFor(before, before.recalculation.triggerOn))
      changed.push(...(await drop(context, before)));
  }
  return changed;
}

/**
 * Drops the later dates of what is counted from a later date that does not apply.
 *
 * @param proposedOn that date of the deadline
 * @returns those that changed, as they were
 */
export async function dropChained(context: Context, source: DeadlineRow, proposedOn: string): Promise<DeadlineRow[]> {
  const changed: DeadlineRow[] = [];
  for (const { before, through } of await lockCountedFrom(context, source))
    if (waitsFor(before, (await countThrough(context, through, { dueOn: proposedOn, dueTime: source.dueTime })).dueOn))
      changed.push(...(await drop(context, before)));
  return changed;
}

/**
 * Whether a later date waits because what it is counted from would be on a day. One with a date of birth waits for
 * that, too, and stays.
 */
const waitsFor = ({ recalculation }: DeadlineRow, on: string | undefined): boolean =>
  recalculation !== null && recalculation.bornOn === undefined && recalculation.triggerOn === on;

async function drop(context: Context, before: DeadlineRow): Promise<DeadlineRow[]> {
  await applyChange(
    context,
    before,
    { recalculation: null },
    { kind: "recalculation_rejected", causedBy: describeActor(context.principal), isOneOfSeveral: true },
    null,
  );
  return [before, ...(await dropChained(context, before, before.recalculation?.proposedOn ?? ""))];
}

/** An open deadline that is counted from another one of its chain, also through closed ones. */
interface Chained {
  before: DeadlineRow;
  /** The closed ones, each counted from the one before it. */
  through: readonly DeadlineRow[];
}

/**
 * Locks the open deadlines that are counted from the date of a deadline of their chain, and not overridden. What was
 * satisfied or called off does not move any more, but what is counted from it follows.
 */
export async function lockCountedFrom(
  context: Context,
  { chainId, itemKey }: Pick<DeadlineRow, "chainId" | "itemKey">,
  through: readonly DeadlineRow[] = [],
): Promise<Chained[]> {
  if (chainId === null || itemKey === null) return [];
  const ids = await lockFollowing(context, chainId, itemKey);
  const chained: Chained[] = [];
  for (const before of ids.length === 0 ? [] : await findDeadlines(context, ids)) {
    if (before.isOpen) chained.push({ before, through });
    else chained.push(...(await lockCountedFrom(context, before, [...through, before])));
  }
  return chained;
}

/**
 * Locks the open deadlines that are counted from a record's day through closed ones of their chains.
 *
 * @throws INVALID_STATE_TRANSITION when the closed ones are too many for one transaction
 */
export async function lockThroughClosed(
  context: Context,
  record: { caseId: string; recordId: string },
): Promise<Chained[]> {
  const ids = await lockClosedTriggered(context, record, tooMany);
  requireFew(ids.length, "are counted from this date");
  const chained: Chained[] = [];
  for (const closed of ids.length === 0 ? [] : await findDeadlines(context, ids))
    if (isClosed(closed)) chained.push(...(await lockCountedFrom(context, closed, [closed])));
  return chained;
}

/**
 * The date from which a deadline is counted, were the first of the closed ones before it counted from a date.
 *
 * @param through empty where that date itself is the one
 */
async function countThrough(context: Context, through: readonly DeadlineRow[], from: Due): Promise<Due> {
  let due = from;
  for (const closed of through) {
    const place = await readPlace(context, closed.caseId);
    const start = { triggerOn: due.dueOn, startTime: startTimeFrom(closed, due) };
    due = countClosed(await openCourt(context, place, undefined, closed), place, closed, start);
  }
  return due;
}

/**
 * Changes the date of a locked deadline, with all that is counted from it: it has to be verified anew. A date that is
 * given replaces what it was determined by, and who set that.
 *
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function changeDate(
  context: Context,
  place: Place,
  before: DeadlineRow,
  columns: DeadlineColumns,
  change: Change,
): Promise<DeadlineRow> {
  const persons = await listPersons(context);
  const setter = describeSetter(context, change.isGiven === true ? persons : addPersons(before, persons));
  const after = await applyChange(context, before, { ...columns, ...setter, ...unverified }, change);
  await recalculateFollowing(context, place, { before, after }, persons);
  return after;
}

/** A deadline before and after a change of its date. */
interface Dated {
  before: DeadlineRow;
  after: DeadlineRow;
}

/**
 * Recalculates what is counted from a deadline of its chain, once that deadline's date has changed: an earlier date
 * applies at once, a later one waits for a second person. The case is locked FOR NO KEY UPDATE.
 *
 * @param persons those of the change
 */
export async function recalculateFollowing(
  context: Context,
  place: Place,
  { before, after }: Dated,
  persons: readonly string[],
): Promise<void> {
  const movedTrigger: MovedTrigger = {
    source: "manual",
    recordId: after.id,
    label: after.title,
    fromOn: before.dueOn,
    toOn: after.dueOn,
  };
  await mirror(
    context,
    before.caseId,
    await recalculateChained(context, place, { before, after }, { persons, movedTrigger }),
  );
}

/** @returns those that changed, as they were */
async function recalculateChained(
  context: Context,
  place: Place,
  { before, after }: Dated,
  cause: Cause,
): Promise<DeadlineRow[]> {
  const isUnmoved = before.dueOn === after.dueOn && before.dueTime === after.dueTime;
  if (isUnmoved)
    return before.recalculation !== null && after.recalculation === null
      ? dropChained(context, after, before.recalculation.proposedOn)
      : [];
  const changed: DeadlineRow[] = [];
  for (const { before: each, through } of await lockCountedFrom(context, after)) {
    const due = await countThrough(context, through, after);
    const startTime = startTimeFrom(each, due);
    // What waits for the same day and time goes on waiting, with who is behind it; a time alone moves hours alone.
    if (!startsAlike(each, due.dueOn, startTime) || each.recalculation?.bornOn !== undefined)
      changed.push(...(await recalculate(context, place, each, { triggerOn: due.dueOn, startTime, cause })));
  }
  return changed;
}

type Proposal = Pick<
  NonNullable<DeadlineRow["recalculation"]>,
  "triggerOn" | "triggerTime" | "causedBy" | "proposedOn" | "proposedTime"
> &
  Cause;

/** A later date that waits for a second person, as JSON. With a date of birth that waits already it is counted for both. */
function propose(court: Court, place: Place, before: DeadlineRow, proposal: Proposal): string {
  const waiting = before.recalculation;
  if (waiting?.bornOn === undefined) return JSON.stringify({ ...proposal, at: place.now });
  const { bornOn } = waiting;
  const { dueOn: proposedOn } = determineFrom(court, place, before, { triggerOn: proposal.triggerOn, bornOn });
  return JSON.stringify({
    ...proposal,
    at: place.now,
    bornOn,
    proposedOn,
    persons: [...new Set([...proposal.persons, ...waiting.persons])],
  });
}

/** Why the rule says no date of the facts any more; null where it says one. */
function findMissing(court: Court, before: DeadlineRow, triggerOn: string): MissingLimitation | null {
  const result = applyStoredRule({ ...inputsOf(before), triggerOn }, court);
  return result !== null && "missing" in result ? result.missing : null;
}

/** Whether the rule does not apply to the facts any more. */
export const leavesRule = (court: Court, before: DeadlineRow, triggerOn: string): boolean =>
  findMissing(court, before, triggerOn) !== null;

/**
 * The date stays, unverified and with a warning: which statute applies, or when the claim was rejected, is for an
 * attorney to find.
 */
function describeUnfit(
  court: Court,
  before: DeadlineRow,
  triggerOn: string,
  missing: MissingLimitation,
): DeadlineColumns {
  const { calculation } = before;
  const warning = missing === "rejection_missing" ? missing : "accrual_outside_rule";
  const warned =
    calculation === null ? null : { ...calculation, warnings: [...new Set([...calculation.warnings, warning])] };
  return { ...settle(court, before, false), calculation: asJson(warned), triggerOn, ...unverified };
}

/**
 * What a date is counted from.
 *
 * @property startTime of hours, unless it stays
 * @property bornOn the claimant's, else as the rule was applied
 */
interface From {
  triggerOn: string;
  startTime?: string | null;
  bornOn?: string | undefined;
}

/**
 * The date of a deadline, were it counted from a day.
 *
 * @param court its own
 */
export function determineFrom(
  court: Court,
  place: Place,
  before: DeadlineRow,
  { triggerOn, startTime = before.startTime, bornOn }: From,
) {
  const limitation =
    before.limitation === null || bornOn === undefined
      ? before.limitation
      : { ...before.limitation, facts: { ...before.limitation.facts, bornOn } };
  const { columns } = determine({ ...inputsOf(before), limitation, triggerOn, startTime }, place, court);
  return { ...columns, startTime, limitation: asJson(limitation) };
}

/**
 * Of a date that the system moved, which has to be verified anew.
 *
 * @param causedBy the actor whose change it follows
 * @param setByPersons as of `addPersons`
 */
export function setBySystem({ organizationId }: Context, causedBy: Actor, setByPersons: readonly string[]) {
  return {
    setBy: JSON.stringify(describeActor(systemPrincipal(organizationId))),
    onBehalfOfAttorneyId: null,
    causedBy: JSON.stringify(causedBy),
    setByPersons: [...setByPersons],
    ...unverified,
  };
}

/** Applies a later date that a second person confirmed; what was missed by the earlier one is open again. */
export async function carryOutRecalculation(
  context: Context,
  place: Place,
  before: DeadlineRow,
  recalculation: NonNullable<DeadlineRow["recalculation"]>,
  note: string | undefined,
): Promise<DeadlineRow> {
  const { triggerOn, triggerTime: startTime = before.startTime, causedBy, persons, bornOn } = recalculation;
  const court = await openCourt(context, place, undefined, before);
  const columns = determineFrom(court, place, before, { triggerOn, startTime, bornOn });
  const isOpenAgain = before.status === "missed" && Date.parse(columns.dueAt) > Date.parse(place.now);
  const changed = {
    ...columns,
    triggerOn,
    ...setBySystem(context, causedBy, addPersons(before, persons)),
    ...(isOpenAgain && { status: "open" }),
  };
  const after = await applyChange(context, before, changed, { kind: "recalculated", reason: note, causedBy });
  await recalculateFollowing(context, place, { before, after }, await listPersons(context));
  return after;
}

/**
 * A date of limitation of a new case becomes a deadline; a date of a case that moves takes the deadlines that are
 * counted from it along.
 */
export const caseFollower: CaseFollower = {
  proposeLimitation,
  changeCase: async (context, before, after) => {
    const { id, dateOfIncident: on } = after;
    return before.dateOfIncident === on ? undefined : followTrigger(context, { caseId: id, recordId: id, on });
  },
};

/** The same for a party's; a party that an open deadline names stays. */
export const serviceFollower: PartyFollower = {
  changeParty: async (context, caseId, before, after) => {
    if (after !== null) {
      if (before.servedOn === after.servedOn) return false;
      await followTrigger(context, { caseId, recordId: after.id, on: after.servedOn });
      return true;
    }
    if (await isNamedByOpen(context, before.id))
      throw new AppError(
        "INVALID_STATE_TRANSITION",
        "An open deadline names this party; satisfy, waive or cancel it first",
        { errorReason: "record_in_use" },
      );
    return false;
  },
};
