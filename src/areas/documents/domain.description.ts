import { notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { extensionOf } from "../../platform/storage/content-type.ts";
import { recordEvent, diffRecords, type Context, type RecordReference } from "../../rpc/context.ts";
import { relateCase } from "../cases/domain.ts";
import { Document } from "./schema.ts";
import { findDocument, type DocumentRow } from "./store.records.ts";

/** A lock of Caseport itself is released, and ends by no clock: responses show null. */
export const endOfSystemLocks = "9999-12-31T23:59:59.999Z";

export function describeDocument(row: DocumentRow): Document {
  return Document.parse({
    ...row,
    extension: extensionOf(row.fileName),
    // A lock that is over is none.
    lockedBy: row.isLocked ? row.lockedBy : null,
    lockExpiresAt: row.isLocked && row.lockExpiresAt !== endOfSystemLocks ? row.lockExpiresAt : null,
    // Nothing reads the text or counts the pages of documents, and nothing scans them for viruses.
    pageCount: null,
    ocrStatus: "not_requested",
    textAvailable: false,
    antivirus: { status: "not_scanned", scannedAt: null },
  });
}

/** relatedIds of an event; a lead's document without a case relates to itself. */
export function relateDocument({
  id,
  caseId,
  clientId,
  leadId,
}: Pick<DocumentRow, "id" | "caseId" | "clientId" | "leadId">): RecordReference[] {
  return [
    ...(caseId === null || clientId === null ? [{ entity: "document", id }] : relateCase(caseId, clientId)),
    ...(leadId === null ? [] : [{ entity: "lead", id: leadId }]),
  ];
}

/** @throws NOT_FOUND */
export async function readDocument(context: Context, documentId: string): Promise<DocumentRow> {
  const row = await findDocument(context, documentId);
  if (row === undefined) throw notFound("Document");
  return row;
}

export type DocumentEvent = Extract<EventType, `document.${string}`>;

/**
 * Records a document event.
 *
 * @param before null for a new document
 * @returns the document in its wire form
 */
export async function recordDocumentEvent(
  context: Context,
  eventType: DocumentEvent,
  documentId: string,
  before: DocumentRow | null,
): Promise<Document> {
  return recordRowEvent(context, eventType, await readDocument(context, documentId), before);
}

/** As `recordDocumentEvent`, for a row that is already read. */
export function recordRowEvent(
  context: Context,
  eventType: DocumentEvent,
  row: DocumentRow,
  before: DocumentRow | null,
): Document {
  const payload = describeDocument(row);
  const diff = before === null ? {} : diffRecords(describeDocument(before), payload);
  recordEvent(context, { eventType, entityId: row.id, payload, diff, relatedIds: relateDocument(row) });
  return payload;
}
