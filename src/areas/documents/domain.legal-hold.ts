import { notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { changeTogether, lockLiveDocumentForUpdate } from "./domain.locks.ts";

/**
 * Locks a document of the case for update, and puts it on legal hold as evidence.
 *
 * @throws NOT_FOUND for one of another case, or that is not there yet
 */
export async function putOnLegalHold(context: Context, caseId: string, documentId: string): Promise<void> {
  const row = await lockLiveDocumentForUpdate(context, documentId);
  if (row.caseId !== caseId || row.status !== "available") throw notFound("Document");
  if (!row.legalHold) await changeTogether(context, "document.updated", [documentId], { changes: { legalHold: true } });
}
