import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { countClosed } from "../domain.closed.ts";
import { getCourt } from "../domain.courts.ts";
import { applyChange, mirror } from "../domain.records.ts";
import { isLater, startsAlike, startTimeFrom, type Due } from "../triggers/domain.start-times.ts";
import { lockMatterForShare, type Matter } from "../store.changes.ts";
import type { DeadlineRow, MovedTrigger } from "../store.ts";
import { lockCountedFromForUpdate } from "./domain.locks.ts";
import { determineDateFrom, leavesRule, planRecalculation, type Cause, type NewStart } from "./domain.plan.ts";

/**
 * Recalculates a locked deadline from another day, with all of its chain that is counted from it. The caller has the
 * case follow.
 *
 * @returns those that changed, as they were
 */
export async function recalculate(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  start: NewStart,
): Promise<DeadlineRow[]> {
  const causedBy = describeActor(context.principal);
  const court = await getCourt(context, matter, before);
  const plan = planRecalculation({ court, matter, causedBy }, before, start);
  const change = { ...plan.change, causedBy, isOneOfSeveral: true, expectedRevisions: null };
  const after = await applyChange(context, before, plan.columns, change);
  switch (plan.outcome) {
    case "leaves_rule":
      return [before];
    case "moves":
      return [before, ...(await recalculateChained(context, matter, { before, after }, start.cause))];
    default:
      return [before, ...(await proposeChained(context, matter, { ...before, ...plan.proposed }, start.cause))];
  }
}

/** A deadline before and after a change of its date. */
interface Dated {
  before: DeadlineRow;
  after: DeadlineRow;
}

/** @returns those that changed, as they were */
async function recalculateChained(
  context: Context,
  matter: Matter,
  { before, after }: Dated,
  cause: Cause,
): Promise<DeadlineRow[]> {
  const isUnmoved = before.dueOn === after.dueOn && before.dueTime === after.dueTime;
  if (isUnmoved)
    return before.recalculation !== null && after.recalculation === null
      ? dropChained(context, after, before.recalculation.proposedOn)
      : [];
  const changed: DeadlineRow[] = [];
  for (const { before: each, through } of await lockCountedFromForUpdate(context, after)) {
    const due = await countThrough(context, through, after);
    const startTime = startTimeFrom(each, due);
    // What waits for the same day and time goes on waiting, with who is behind it; a time alone moves hours alone.
    if (!startsAlike(each, due.dueOn, startTime) || each.recalculation?.bornOn !== undefined)
      changed.push(...(await recalculate(context, matter, each, { triggerOn: due.dueOn, startTime, cause })));
  }
  return changed;
}

/**
 * A later date that waits makes what is counted from it wait, too, so that a second person sees all of them at once.
 *
 * @param proposed the deadline with its later date
 * @returns those that changed, as they were
 */
async function proposeChained(
  context: Context,
  matter: Matter,
  proposed: DeadlineRow,
  cause: Cause,
): Promise<DeadlineRow[]> {
  const changed: DeadlineRow[] = [];
  for (const { before, through } of await lockCountedFromForUpdate(context, proposed)) {
    const court = await getCourt(context, matter, before);
    const due = await countThrough(context, through, proposed);
    const startTime = startTimeFrom(before, due);
    const becomesLater =
      !leavesRule(court, before, due.dueOn) &&
      isLater(determineDateFrom(before, { triggerOn: due.dueOn, startTime }, matter, court), before);
    if (becomesLater)
      changed.push(...(await recalculate(context, matter, before, { triggerOn: due.dueOn, startTime, cause })));
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
  for (const { before, through } of await lockCountedFromForUpdate(context, source))
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
    {
      kind: "recalculation_rejected",
      causedBy: describeActor(context.principal),
      isOneOfSeveral: true,
      expectedRevisions: null,
    },
  );
  return [before, ...(await dropChained(context, before, before.recalculation?.proposedOn ?? ""))];
}

/**
 * The date from which a deadline is counted, were the first of the closed ones before it counted from a date.
 *
 * @param through empty where that date itself is the one
 */
export async function countThrough(context: Context, through: readonly DeadlineRow[], from: Due): Promise<Due> {
  let due = from;
  for (const closed of through) {
    const matter = await lockMatterForShare(context, closed.caseId);
    const start = { triggerOn: due.dueOn, startTime: startTimeFrom(closed, due) };
    due = countClosed(await getCourt(context, matter, closed), matter, closed, start);
  }
  return due;
}

/**
 * Recalculates what is counted from a deadline of its chain, once that deadline's date has changed: an earlier date
 * applies at once, a later one waits for a second person. The case is locked FOR NO KEY UPDATE.
 *
 * @param persons those of the change
 */
export async function recalculateFollowing(
  context: Context,
  matter: Matter,
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
    await recalculateChained(context, matter, { before, after }, { persons, movedTrigger }),
  );
}
