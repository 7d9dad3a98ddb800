import { notFound } from "../../../contract/errors/error-codes.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { lockRowForUpdate, updateRow } from "../../../rpc/resource/store.ts";
import { describeLienInEvent, liens } from "./domain.ts";
import type { LienStatus } from "./schema.ts";
import type { LienRow } from "./store.ts";

/**
 * Adds to a lien what a disbursement pays of it, or takes it back: paid in full it is `paid`, and `final` again once
 * the payment is voided, also after its release. The case is locked; the lien is locked FOR NO KEY UPDATE until
 * commit.
 *
 * @param cents negative for a payment that is voided
 * @throws NOT_FOUND
 */
export async function recordLienPayment(
  context: Context,
  ofCase: readonly RecordReference[],
  lienId: string,
  cents: number,
): Promise<void> {
  const before = await lockRowForUpdate(context, liens.definition, { id: lienId }, "FOR NO KEY UPDATE");
  if (before === undefined) throw notFound("Lien");
  const paidCents = before.paidCents + cents;
  const status = findPaidStatus(before, paidCents);
  const after = await updateRow(context, liens.definition, lienId, { paidCents, status });
  if (after === undefined) throw notFound("Lien");
  const lien = liens.describe(after);
  recordEvent(context, {
    eventType: status === "paid" && before.status !== "paid" ? "lien.paid" : "lien.updated",
    entityId: lienId,
    payload: describeLienInEvent(lien),
    diff: diffInEvents(liens.describe(before), lien, describeLienInEvent),
    relatedIds: [...ofCase],
  });
}

function findPaidStatus({ status, finalCents }: LienRow, paidCents: number): LienStatus {
  const isPaid = finalCents !== null && paidCents >= finalCents;
  if (status === "final" && isPaid) return "paid";
  return (status === "paid" || status === "released") && !isPaid ? "final" : status;
}
