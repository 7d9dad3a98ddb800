import { notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeDocument, readDocument } from "./domain.description.ts";
import type { Document } from "./schema.ts";
import { lockDocumentRowForShare } from "./store.records.ts";

/**
 * Locks a document FOR SHARE until commit, against deletion.
 *
 * @throws NOT_FOUND for an unknown or deleted one
 */
export async function lockDocumentForShare(context: Context, documentId: string): Promise<Document> {
  if (!(await lockDocumentRowForShare(context, documentId))) throw notFound("Document");
  return describeDocument(await readDocument(context, documentId));
}
