import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { releaseSystemLocks } from "../../documents/domain.system-locks.ts";
import { esignRequestStatements, type EsignRequestRow } from "../requests/store.ts";
import { cancelRecipients, endAccess } from "./store.ts";

/**
 * Ends a request that is out without its completion: who has not signed is not asked any more, links and sessions end,
 * and its documents are unlocked. The caller holds the lock of the request, and records event and trail.
 *
 * @returns the request afterwards
 */
export async function endEsignRequest(
  context: Context,
  { id, documents }: EsignRequestRow,
  { status, endReason }: { status: "declined" | "voided" | "expired"; endReason: string | null },
): Promise<EsignRequestRow> {
  await cancelRecipients(context, id);
  await endAccess(context, { requestId: id });
  await releaseSystemLocks(
    context,
    documents.flatMap(({ documentId }) => (documentId === null ? [] : [documentId])),
  );
  const after = await updateRow(context, esignRequestStatements, id, {
    status,
    endReason,
    endedAt: new Date().toISOString(),
    nextReminderAt: null,
    needsAttention: false,
  });
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  return after;
}
