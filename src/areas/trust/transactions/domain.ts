import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { recordBooksRead } from "../domain.audit.ts";
import { listTrustTransitions } from "./domain.rules.ts";
import { TrustTransaction, redactedMembers, type TrustTransactionFilter } from "./schema.ts";
import { selectTrustTransactionPage, type TrustTransactionRow } from "./store.ts";

/** A transaction as its events have it. */
export const describeTransactionInEvent = (record: TrustTransaction) => redactMembers(record, redactedMembers);

export const describeTrustTransaction = (row: TrustTransactionRow): TrustTransaction =>
  TrustTransaction.parse({ ...row, availableTransitions: listTrustTransitions(row) });

/** A page of the transactions of the firm's trust accounts, with the balance of each ledger after it. */
export async function listTrustTransactions(
  context: Context,
  { after, limit, sort, ...filter }: TrustTransactionFilter,
): Promise<{ trustTransactions: TrustTransaction[]; nextCursor: string | null }> {
  const list = { name: "trust-transactions", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectTrustTransactionPage(context, filter, page),
  );
  recordBooksRead(context, filter);
  return { trustTransactions: rows.map(describeTrustTransaction), nextCursor };
}

/**
 * Records the event of a transaction that was recorded or has changed.
 *
 * @param before null of a new one
 * @param ofCases the cases of its postings and their clients
 */
export function recordTransactionEvent(
  context: Context,
  eventType: EventType,
  {
    before,
    after,
    ofCases,
  }: { before: TrustTransactionRow | null; after: TrustTransactionRow; ofCases: RecordReference[] },
): TrustTransaction {
  const record = describeTrustTransaction(after);
  recordEvent(context, {
    eventType,
    entityId: record.id,
    payload: describeTransactionInEvent(record),
    diff: before === null ? {} : diffInEvents(describeTrustTransaction(before), record, describeTransactionInEvent),
    relatedIds: [{ entity: "trust_account", id: after.accountId }, ...ofCases],
  });
  return record;
}
