import { limitReached } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { changeTogether } from "./domain.locks.ts";
import { lockDocumentsOfLeadForUpdate } from "./store.records.ts";

/** Maximum documents per conversion: each needs an event in the same transaction. */
export const maxHandedOverDocuments = 500;

/**
 * Assigns the documents of a locked lead to its case and records `document.updated` for each.
 *
 * @returns how many
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function handOverDocuments(context: Context, leadId: string, caseId: string): Promise<number> {
  const documentIds = await lockDocumentsOfLeadForUpdate(context, leadId, maxHandedOverDocuments + 1);
  if (documentIds.length > maxHandedOverDocuments) {
    throw limitReached(
      `The lead has more than ${maxHandedOverDocuments} documents; convert it with copyDocuments false to leave them with the lead`,
    );
  }
  await changeTogether(context, "document.updated", documentIds, { changes: { caseId } });
  return documentIds.length;
}
