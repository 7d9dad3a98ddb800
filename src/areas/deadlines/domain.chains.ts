import { asJson } from "../../platform/database/wire-form.ts";
import { describeActor } from "../../rpc/principal.ts";
import type { Context } from "../../rpc/context.ts";
import { DeadlineWarning } from "./calculation/schema.ts";
import type { Court } from "./domain.courts.ts";
import { determineDate, inputsOf, type Zoned } from "./domain.dates.ts";
import { endDeadline, requestEnd } from "./changes/domain.end.ts";
import { addPersons, applyChange, describeSetter, unverified } from "./domain.records.ts";
import { isLater } from "./triggers/domain.start-times.ts";
import { followsRecord } from "./triggers/domain.ts";
import { Deadline } from "./schema.ts";
import { lockChainedForUpdate, type Matter } from "./store.changes.ts";
import { findDeadlines, type DeadlineRow } from "./store.ts";

/** What chains of deadlines (`areas/deadline-chains`) do to their deadlines. The case is locked. */

/** A deadline, and what to check of it, in the responses of chains. */
export const ChainedDeadline = Deadline;
export const ChainWarning = DeadlineWarning;

/**
 * Locks the deadlines of a chain.
 *
 * @returns them by their item's key
 */
export async function lockChainDeadlinesForUpdate(
  context: Context,
  chainId: string,
): Promise<Map<string, DeadlineRow>> {
  const rows = await findDeadlines(context, await lockChainedForUpdate(context, chainId));
  return new Map(rows.map((row) => [row.itemKey ?? "", row]));
}

/**
 * Deadlines of chains, for reading.
 *
 * @returns them by ID
 */
export async function findChainedDeadlines(
  context: Context,
  deadlineIds: readonly string[],
): Promise<Map<string, DeadlineRow>> {
  return new Map((await findDeadlines(context, deadlineIds)).map((row) => [row.id, row]));
}

/** What a deadline is counted from, and how where that may have changed. */
export type Counted = Pick<DeadlineRow, "triggerOn" | "serviceMethod"> &
  Partial<
    Pick<
      DeadlineRow,
      "offset" | "unit" | "direction" | "rollRule" | "startRule" | "nextWeekday" | "startTime" | "dueTime" | "countPlan"
    >
  >;
export type Determined = ReturnType<typeof determineDate>["columns"];

/**
 * The date of a deadline, counted from another day or service.
 *
 * @throws VALIDATION_FAILED where it cannot be counted
 */
export const redetermineDate = (before: DeadlineRow, counted: Counted, matter: Zoned, court: Court): Determined =>
  determineDate({ ...inputsOf(before), ...counted }, matter, court).columns;

/**
 * A new date of a deadline, and what it is counted from.
 *
 * @property persons those of the act
 */
interface ChainedMove {
  columns: Determined;
  counted: Counted;
  reason: string;
  persons: readonly string[];
}

/**
 * Moves a locked deadline to the date that its chain's new trigger gives. What was missed waits for a second person
 * before a later date opens it again.
 */
export async function moveChained(
  context: Context,
  { now }: Matter,
  before: DeadlineRow,
  { columns, counted, reason, persons }: ChainedMove,
): Promise<void> {
  const { countPlan, ...ofCount } = counted;
  const changed = { ...ofCount, ...(countPlan !== undefined && { countPlan: asJson(countPlan) }) };
  if (isReopening(before, columns)) {
    const movedTrigger = {
      source: before.triggerSource,
      recordId: before.triggerRecordId,
      label: before.triggerLabel,
      fromOn: before.triggerOn,
      toOn: counted.triggerOn,
    };
    const recalculation = JSON.stringify({
      proposedOn: columns.dueOn,
      proposedTime: columns.dueTime,
      triggerOn: counted.triggerOn,
      triggerTime: counted.startTime === undefined ? before.startTime : counted.startTime,
      movedTrigger,
      causedBy: describeActor(context.principal),
      persons,
      at: now,
    });
    const { triggerOn: _waits, startTime: _too, ...howCounted } = changed;
    await applyChange(
      context,
      before,
      { recalculation, ...howCounted },
      { kind: "recalculation_proposed", reason, expectedRevisions: null },
    );
    return;
  }
  // A later date of the record that waits already goes on waiting.
  const reset = followsRecord(before) ? { verificationStatus: "unverified" } : unverified;
  await applyChange(
    context,
    before,
    { ...columns, ...changed, ...describeSetter(context, addPersons(before, persons)), ...reset },
    { kind: "recalculated", reason, expectedRevisions: null },
  );
}

/** Whether a later date would open what was missed. */
export const isReopening = (before: DeadlineRow, to: Pick<Determined, "dueOn" | "dueTime">): boolean =>
  before.status === "missed" && isLater(to, before);

/** Cancels a locked deadline that is open; a limitation waits for a second person. */
export async function cancelChained(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  reason: string,
): Promise<void> {
  const ending = { toStatus: "cancelled", reason } as const;
  if (before.deadlineClass !== "limitation") await endDeadline(context, before, ending);
  else if (before.pendingTransition === null) await requestEnd(context, matter, before, ending);
}
