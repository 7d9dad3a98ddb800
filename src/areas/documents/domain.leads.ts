import { AppError } from "../../contract/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { changeTogether } from "./domain.locks.ts";
import { lockDocumentsOfLead } from "./store.records.ts";

/** What one conversion hands over at most: documents, each with its event, in one transaction. */
export const mostHandedOver = 500;

/**
 * Gives the lead's documents to the case that it became; they keep their lead. Announces document.updated for each. The caller holds
 * the lead.
 * @returns how many
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverDocuments(context: Context, leadId: string, caseId: string): Promise<number> {
  const documentIds = await lockDocumentsOfLead(context, leadId, mostHandedOver + 1);
  if (documentIds.length > mostHandedOver) {
    throw new AppError("INVALID_STATE_TRANSITION", `The lead has more than ${mostHandedOver} documents; convert it with copyDocuments false to leave them with the lead`);
  }
  await changeTogether(context, "document.updated", documentIds, { caseId });
  return documentIds.length;
}
