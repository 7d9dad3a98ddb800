import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { lockRowForUpdate } from "../../../rpc/resource/store.ts";
import { settlements } from "./domain.ts";
import type { SettlementRow } from "./store.ts";

export interface LockedSettlement {
  row: SettlementRow;
  /** The case and its client, as an event's relatedIds. */
  ofCase: RecordReference[];
}

/**
 * Locks the case, then the settlement FOR NO KEY UPDATE, and with it its payers and shares.
 *
 * @param lockCase `lockCaseForShare` rejects an archived case, `lockLiveCaseForUpdate` is for what changes the case
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION as `lockCase`
 */
export async function lockSettlementForUpdate(
  context: Context,
  settlementId: string,
  lockCase: (context: Context, caseId: string) => Promise<RecordReference[]>,
): Promise<LockedSettlement> {
  const { caseId } = await settlements.getRow(context, { id: settlementId });
  const ofCase = await lockCase(context, caseId);
  return { row: await lockSettlementRowForUpdate(context, settlementId), ofCase };
}

/**
 * Locks a settlement of a case that the caller has locked.
 *
 * @throws NOT_FOUND
 */
export async function lockSettlementRowForUpdate(context: Context, settlementId: string): Promise<SettlementRow> {
  const row = await lockRowForUpdate(context, settlements.definition, { id: settlementId }, "FOR NO KEY UPDATE");
  if (row === undefined) throw notFound("Settlement");
  return row;
}
