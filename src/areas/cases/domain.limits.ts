import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { lockAndCountRecords, type LimitedTable } from "./store.limits.ts";

/** How many live records of one kind a case has at most. */
export const maxRecordsOfCase = 200;

/**
 * Makes sure that a case can have one more record of a kind. Until commit no other transaction adds one.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export async function reserveRoomForRecord(context: Context, table: LimitedTable, caseId: string): Promise<void> {
  if ((await lockAndCountRecords(context, table, caseId)) < maxRecordsOfCase) return;
  throw limitReached(`The case has ${maxRecordsOfCase} of these records; delete some that are not needed first`);
}
