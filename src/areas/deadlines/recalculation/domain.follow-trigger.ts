import { staleRevision } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CaseDetail } from "../../cases/domain.statute.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { countClosed } from "../domain.closed.ts";
import { getCourt } from "../domain.courts.ts";
import { mirror } from "../domain.records.ts";
import { startsAlike, startTimeFrom, startTimeOf } from "../triggers/domain.start-times.ts";
import { findTriggerDay } from "../triggers/domain.ts";
import { getDeadline, recordDeadlineEvent } from "../domain.ts";
import { lockMatterForShare, lockTriggeredForUpdate, updateDeadlineRow, type Matter } from "../store.changes.ts";
import { findDeadlines, type DeadlineRow, type MovedTrigger } from "../store.ts";
import { lockAllTriggeredForUpdate, lockClosedTriggeredForUpdate } from "../triggers/store.ts";
import { checkFew, lockThroughClosedForUpdate, tooMany, type Chained } from "./domain.locks.ts";
import type { Cause } from "./domain.plan.ts";
import { countThrough, recalculate } from "./domain.recalculate.ts";

/**
 * A record whose day deadlines are counted from, as it is now.
 *
 * @property source the trigger, of a record that has several days
 * @property at the instant at which hours begin; undefined where only the day is known
 * @property nextRecordId which has that day from now on
 */
export interface ChangedTrigger {
  caseId: string;
  recordId: string;
  source?: string;
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
  { caseId, recordId, source, on, at, nextRecordId = recordId }: ChangedTrigger,
): Promise<CaseDetail | undefined> {
  if (on === null) return undefined;
  const matter = await lockMatterForShare(context, caseId);
  const isNext = nextRecordId !== recordId;
  const deadlineIds = isNext
    ? await lockAllTriggeredForUpdate(context, recordId, tooMany)
    : await lockTriggeredForUpdate(context, { recordId, source }, tooMany);
  checkFew(deadlineIds.length, "are counted from this date");
  const throughClosed = await lockThroughClosedForUpdate(context, { caseId, recordId });
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
    changed.push(...(await recalculate(context, matter, before, count)));
  }
  const byClosed = { on, at, nextRecordId, throughClosed, persons };
  changed.push(...(await followThroughClosed(context, matter, byClosed)));
  if (isNext) await renameClosed(context, { caseId, recordId, nextRecordId });
  return mirror(context, caseId, changed);
}

/** @returns those that changed, as they were */
async function followThroughClosed(
  context: Context,
  matter: Matter,
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
    const court = await getCourt(context, matter, source);
    const first = countClosed(court, matter, source, { triggerOn: on, startTime: startTimeOf(source, { on, at }) });
    const due = await countThrough(context, others, first);
    const startTime = startTimeFrom(before, due);
    const cause = { persons, movedTrigger: describeMoved(source, on, nextRecordId) };
    if (!startsAlike(before, due.dueOn, startTime) || before.recalculation?.bornOn !== undefined)
      changed.push(...(await recalculate(context, matter, before, { triggerOn: due.dueOn, startTime, cause })));
  }
  return changed;
}

/** Closed deadlines have the next record, too, so that what is counted from them follows it. */
async function renameClosed(
  context: Context,
  { nextRecordId, ...record }: { caseId: string; recordId: string; nextRecordId: string },
): Promise<void> {
  for (const before of await findDeadlines(context, await lockClosedTriggeredForUpdate(context, record, tooMany)))
    await renameTrigger(context, before, nextRecordId);
}

/**
 * Recalculates a locked deadline that was reopened from the day that its trigger has by now.
 *
 * @returns it as it is then
 */
export async function followMeanwhile(context: Context, matter: Matter, before: DeadlineRow): Promise<DeadlineRow> {
  const { caseId, isOverridden, triggerOn, triggerRecordId } = before;
  const on = isOverridden ? undefined : await findTriggerDay(context, matter, before);
  if (on === undefined || on === triggerOn) return before;
  const movedTrigger = describeMoved(before, on, triggerRecordId);
  const cause = { persons: await listPersons(context), movedTrigger };
  await mirror(context, caseId, await recalculate(context, matter, before, { triggerOn: on, cause }));
  return getDeadline(context, before.id);
}

/** The day stays; another record has it. */
async function renameTrigger(context: Context, before: DeadlineRow, triggerRecordId: string): Promise<void> {
  if (!(await updateDeadlineRow(context, before.id, { triggerRecordId }, null))) throw staleRevision("deadline");
  recordDeadlineEvent(context, "deadline.updated", { before, after: await getDeadline(context, before.id) });
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
  return { source: triggerSource ?? "manual", recordId, label, fromOn: triggerOn ?? toOn, toOn };
}
