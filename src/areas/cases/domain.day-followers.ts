import type { Context } from "../../rpc/context.ts";

/**
 * A day of a record of a case from which deadlines are counted, as it is now.
 *
 * @property source the trigger of those deadlines
 * @property on null where it is no longer recorded
 */
export interface ChangedDay {
  caseId: string;
  recordId: string;
  source: "filed" | "death" | "discovery" | "treatment_end";
  on: string | null;
}

/**
 * What other areas do in the transaction of a change of such a record. Their events are declared by its operations
 * (`dayEvents`).
 */
export interface DayFollower {
  /** The record is locked, and the case FOR NO KEY UPDATE. */
  changeDay(context: Context, changed: ChangedDay): Promise<void>;
  /** Rejects a deletion by throwing. The record is locked, and the case. */
  rejectDeletion(context: Context, recordId: string): Promise<void>;
}

declare module "../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area. */
    readonly dayFollowers: Readonly<Record<"deadlines", DayFollower>>;
  }
}

/** What may happen where a day changes: events of what is counted from it. */
export const dayEvents = [
  "deadline.recalculated",
  "deadline.recalculation_proposed",
  "case.updated",
  "task.updated",
] as const;

/** Lets what is counted from a day of the case follow its change. */
export async function followDay(context: Context, changed: ChangedDay): Promise<void> {
  for (const follower of Object.values(context.hooks.dayFollowers)) await follower.changeDay(context, changed);
}

/** @throws INVALID_STATE_TRANSITION where something is counted from a day of the record */
export async function rejectFollowedDay(context: Context, recordId: string): Promise<void> {
  for (const follower of Object.values(context.hooks.dayFollowers)) await follower.rejectDeletion(context, recordId);
}
