import type { Context } from "../../../rpc/context.ts";
import { listDocuments } from "../../documents/domain.records.ts";
import { getConversationRow } from "../conversations/domain.ts";
import type { Place } from "../effects/domain.ts";
import { requireAttaching } from "./domain.composing.ts";

/** A document that an email can have. */
export interface Attachable {
  id: string;
  name: string;
  sizeBytes: number;
}

const mostFound = 10;

/**
 * Documents of a case, or of what a conversation belongs to, by words of their name, newest first. Of a conversation
 * that is linked to nothing, none.
 *
 * @throws NOT_FOUND; FORBIDDEN for members who do not see documents
 */
export async function findAttachable(
  context: Context,
  { conversationId, caseId, q }: { conversationId?: string | undefined; caseId?: string | undefined; q: string },
): Promise<Attachable[]> {
  requireAttaching(context, [q]);
  const place: Place =
    conversationId === undefined
      ? { caseId: caseId ?? null, leadId: null }
      : await getConversationRow(context, conversationId);
  if (place.caseId === null && place.leadId === null) return [];
  const owner = place.caseId === null ? { leadId: place.leadId ?? "" } : { caseId: place.caseId };
  const query = { ...owner, q, status: "available", limit: mostFound, sort: "newest" } as const;
  const { documents } = await listDocuments(context, query);
  return documents.flatMap((document) =>
    "name" in document && document.sizeBytes !== null
      ? [{ id: document.id, name: document.name, sizeBytes: document.sizeBytes }]
      : [],
  );
}
