import { limitReached } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { isClosed } from "../domain.closed.ts";
import { lockFollowingForUpdate } from "../store.changes.ts";
import { lockClosedTriggeredForUpdate } from "../triggers/store.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";

const most = 200;
/** One more is too many for {@link checkFew}. */
export const tooMany = most + 1;

/** @throws INVALID_STATE_TRANSITION when so many deadlines are too many for one transaction */
export function checkFew(count: number, cause: string): void {
  if (count > most) throw limitReached(`More than ${most} deadlines ${cause}`);
}

/** An open deadline that is counted from another one of its chain, also through closed ones. */
export interface Chained {
  before: DeadlineRow;
  /** The closed ones, each counted from the one before it. */
  through: readonly DeadlineRow[];
}

/**
 * Locks the open deadlines that are counted from a record's day through closed ones of their chains.
 *
 * @throws INVALID_STATE_TRANSITION when the closed ones are too many for one transaction
 */
export async function lockThroughClosedForUpdate(
  context: Context,
  record: { caseId: string; recordId: string },
): Promise<Chained[]> {
  const ids = await lockClosedTriggeredForUpdate(context, record, tooMany);
  checkFew(ids.length, "are counted from this date");
  const chained: Chained[] = [];
  for (const closed of ids.length === 0 ? [] : await findDeadlines(context, ids))
    if (isClosed(closed)) chained.push(...(await lockCountedFromForUpdate(context, closed, [closed])));
  return chained;
}

/**
 * Locks the open deadlines that are counted from the date of a deadline of their chain, and not overridden. What was
 * satisfied or called off does not move any more, but what is counted from it follows.
 */
export async function lockCountedFromForUpdate(
  context: Context,
  { chainId, itemKey }: Pick<DeadlineRow, "chainId" | "itemKey">,
  through: readonly DeadlineRow[] = [],
): Promise<Chained[]> {
  if (chainId === null || itemKey === null) return [];
  const ids = await lockFollowingForUpdate(context, chainId, itemKey);
  const chained: Chained[] = [];
  for (const before of ids.length === 0 ? [] : await findDeadlines(context, ids)) {
    if (before.isOpen) chained.push({ before, through });
    else chained.push(...(await lockCountedFromForUpdate(context, before, [...through, before])));
  }
  return chained;
}
