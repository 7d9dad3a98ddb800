import { notFound } from "../../contract/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeDocument, readDocument } from "./domain.description.ts";
import type { Document } from "./schema.ts";
import { shareDocument } from "./store.records.ts";

/**
 * A document that something is about to refer to, held as it is to the end of the transaction: nobody deletes it meanwhile.
 * @throws NOT_FOUND for an unknown or deleted one
 */
export async function requireDocument(context: Context, documentId: string): Promise<Document> {
  if (!(await shareDocument(context, documentId))) throw notFound("Document");
  return describeDocument(await readDocument(context, documentId));
}
