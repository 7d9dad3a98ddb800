import type { Context } from "../../rpc/context.ts";
import type { EventRow } from "./store.ts";

/** What followers look at of an event. */
export type FollowedEvent = Pick<
  EventRow,
  "id" | "caseId" | "type" | "startOn" | "startAt" | "allDay" | "status" | "rule"
>;

/**
 * What other areas do in the transaction of an event's change. Their events are declared by the operations of the
 * calendar ({@link followerEvents}).
 */
export interface EventFollower {
  /**
   * The event is locked, and its case FOR NO KEY UPDATE.
   *
   * @param after null for a deletion; with another ID it is the event in which this one goes on. A follower rejects
   *   either by throwing.
   */
  changeEvent(context: Context, before: FollowedEvent, after: FollowedEvent | null): Promise<void>;
}

declare module "../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area, in the order in which they lock. */
    readonly eventFollowers: Readonly<Record<"deadlines" | "deadlineChains", EventFollower>>;
  }
}

/** What they may record: deadlines that follow the event, their chains, and what shows their dates. */
export const followerEvents = [
  "deadline.recalculated",
  "deadline.recalculation_proposed",
  "deadline.trigger_called_off",
  "deadline.updated",
  "deadline_chain.recalculated",
  "case.updated",
  "task.updated",
  "case_party.updated",
] as const;

/**
 * Whether others may follow an event: one of a case, that is no series. Its changes lock the case FOR NO KEY UPDATE, so
 * that none begins to follow meanwhile.
 */
export const canBeFollowed = ({ caseId, rule }: Pick<EventRow, "caseId" | "rule">): boolean =>
  caseId !== null && rule === null;

/**
 * Lets what is counted from a calendar event follow its change.
 *
 * @param after null for a deletion
 */
export async function followEvent(context: Context, before: FollowedEvent, after: FollowedEvent | null): Promise<void> {
  if (!canBeFollowed(before)) return;
  for (const follower of Object.values(context.hooks.eventFollowers))
    await follower.changeEvent(context, before, after);
}
