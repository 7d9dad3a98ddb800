import { invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { readSearchWords } from "../../platform/database/lists/search-terms.ts";
import type { DeletedRecord } from "../../contract/deleted-records.ts";
import { listWithDeleted } from "../../platform/database/lists/deleted-records.ts";
import { commonSorts, type Sort } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor, onBehalfOf } from "../../rpc/principal.ts";
import { recordDocumentEvent, describeDocument, readDocument } from "./domain.description.ts";
import {
  lockLiveDocumentForUpdate,
  lockDocumentForUpdate,
  isHolder,
  lockOwnerOfForShare,
  rejectDeletion,
  rejectHeldOrganization,
  rejectLocked,
  lockOwnerForShare,
} from "./domain.locks.ts";
import { addReceived, createUpload, rejectMismatch } from "./uploads/domain.creation.ts";
import type { DocumentChanges, NewDocument, Upload } from "./schema.input.ts";
import type { Document } from "./schema.ts";
import { lockFolderForShare } from "./store.ts";
import {
  changeDocument,
  insertDocument,
  listDocumentRows,
  lockDocumentRowForUpdate,
  replaceTags,
  type DocumentFilters,
  type DocumentRow,
} from "./store.records.ts";

export const documentSorts = {
  ...commonSorts,
  name: { column: "name", type: "text", descending: false },
} as const satisfies Record<string, Sort>;

export interface DocumentQuery extends DocumentFilters {
  after?: string | undefined;
  limit: number;
  sort: keyof typeof documentSorts;
  q?: string | undefined;
  includeDeleted?: boolean | undefined;
}

export async function listDocuments(
  context: Context,
  query: DocumentQuery,
): Promise<{ documents: (Document | DeletedRecord)[]; nextCursor: string | null }> {
  const words = query.q === undefined ? [] : await readSearchWords(context.transaction, query.q, "q");
  const list = {
    name: "documents",
    alias: "d",
    sorts: documentSorts,
    deleted: { table: "Document", caseId: query.caseId },
  } as const;
  const { rows, nextCursor } = await listWithDeleted(context, list, query, {
    select: (page) => listDocumentRows(context, query, words, page),
    show: describeDocument,
  });
  return { documents: rows, nextCursor };
}

/**
 * A document.
 *
 * @param includeDeleted whether one that is deleted, too
 * @throws NOT_FOUND
 */
export async function getDocument(context: Context, documentId: string, includeDeleted = false): Promise<Document> {
  const row = await readDocument(context, documentId);
  if (row.deletedAt !== null && !includeDeleted) throw notFound("Document");
  return describeDocument(row);
}

type Owner = { caseId: string } | { leadId: string };

/**
 * Adds a document to a case or a lead, with the received file or as a pending upload.
 *
 * @throws NOT_FOUND for case, lead or folder; DUPLICATE_ENTRY; VALIDATION_FAILED for a file that differs from its
 *   declaration
 */
export async function createDocument(
  context: Context,
  owner: Owner,
  input: NewDocument,
): Promise<{ document: Document; upload: Upload | null }> {
  const { file, principal } = context;
  const { name, tags = [], fileName, contentType, sizeBytes, sha256, ...columns } = input;
  const place = await lockPlaceForShare(context, owner);
  await lockTargetFolderForShare(context, place.caseId, input.folderId ?? null);
  validateBates(columns.batesStart ?? null, columns.batesEnd ?? null);
  if (file !== undefined) await rejectMismatch(file);
  const id = createId("document");
  await insertDocument(context, {
    ...columns,
    ...place,
    id,
    name: name ?? fileName,
    fileName,
    contentType,
    sizeBytes,
    sha256,
    status: file === undefined ? "pending_upload" : "available",
    version: file === undefined ? 0 : 1,
    ownerAttorneyId: onBehalfOf(principal),
    uploadedBy: describeActor(principal),
  });
  await replaceTags(context, id, tags);
  if (file === undefined) {
    const upload = await createUpload(context, id, { fileName, contentType, sizeBytes, sha256, note: null });
    return { document: await recordDocumentEvent(context, "document.upload_started", id, null), upload };
  }
  await addReceived(context, { documentId: id, number: 1, note: null }, file);
  return { document: await recordDocumentEvent(context, "document.created", id, null), upload: null };
}

/** The owner of a new document, locked until commit. A converted lead's document also belongs to its case. */
async function lockPlaceForShare(
  context: Context,
  owner: Owner,
): Promise<{ caseId: string | null; leadId: string | null }> {
  const place: { caseId: string | null; leadId: string | null } = { caseId: null, leadId: null, ...owner };
  const related = await lockOwnerForShare(context, place);
  if (place.caseId !== null) return place;
  const caseId = related.find(({ entity }) => entity === "case")?.id ?? null;
  if (caseId !== null) await lockOwnerForShare(context, { caseId, leadId: null });
  return { ...place, caseId };
}

async function lockTargetFolderForShare(
  context: Context,
  caseId: string | null,
  folderId: string | null,
): Promise<void> {
  if (folderId === null) return;
  // A lead has no folders.
  if (caseId === null || (await lockFolderForShare(context, caseId, folderId)) === undefined) throw notFound("Folder");
}

function validateBates(start: number | null, end: number | null): void {
  if (start !== null && end !== null && end < start)
    throw invalidInput({ path: "batesEnd", message: "must not be less than batesStart" });
}

/**
 * Updates a document or moves it to another folder of its case; null clears a field.
 *
 * @throws NOT_FOUND for document or folder; STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION when another key
 *   or member holds its lock
 */
export async function updateDocument(
  context: Context,
  documentId: string,
  { tags, ...changes }: DocumentChanges,
): Promise<Document> {
  const { caseId } = await lockOwnerOfForShare(context, documentId, "live");
  if (changes.folderId !== undefined) await lockTargetFolderForShare(context, caseId, changes.folderId);
  const before = await lockLiveDocumentForUpdate(context, documentId);
  rejectLocked(context, before);
  const { batesStart = before.batesStart, batesEnd = before.batesEnd } = changes;
  validateBates(batesStart, batesEnd);
  if (!(await changeDocument(context, documentId, changes))) throw staleRevision("document");
  if (tags !== undefined) await replaceTags(context, documentId, tags);
  return recordDocumentEvent(context, "document.updated", documentId, before);
}

/**
 * Deletes a document; it can be restored.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION on legal hold or when locked
 */
export async function deleteDocument(context: Context, documentId: string): Promise<void> {
  const before = await lockDocumentForUpdate(context, documentId);
  rejectDeletion(context, before);
  await rejectHeldOrganization(context);
  await change(context, documentId, { deletedAt: "now", lockedBy: null, lockExpiresAt: null });
  await recordDocumentEvent(context, "document.deleted", documentId, before);
}

/**
 * Brings a deleted document back: into its folder where that is still there.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION for one that is not deleted
 */
export async function restoreDocument(context: Context, documentId: string): Promise<Document> {
  const { caseId, folderId } = await lockOwnerOfForShare(context, documentId, "any");
  const isFolderThere =
    caseId !== null && folderId !== null && (await lockFolderForShare(context, caseId, folderId)) !== undefined;
  const before = await lockDocumentRowForUpdate(context, documentId);
  if (before === undefined) throw notFound("Document");
  if (before.deletedAt === null) throw invalidState("The document is not deleted");
  // A document restored, moved and deleted again meanwhile is in a folder that is not locked.
  const returns = isFolderThere && before.folderId === folderId;
  await change(context, documentId, { deletedAt: null, folderId: returns ? folderId : null });
  return recordDocumentEvent(context, "document.restored", documentId, before);
}

/**
 * Locks a document for the caller, or extends the lock.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION when another key or
 * member holds it
 */
export async function takeDocumentLock(context: Context, documentId: string, minutes: number): Promise<Document> {
  const before = await lockDocumentForUpdate(context, documentId);
  await change(context, documentId, { lockedBy: describeActor(context.principal), lockedFor: minutes });
  return recordDocumentEvent(context, "document.locked", documentId, before);
}

/**
 * Releases the caller's lock.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION unless the caller holds it
 */
export async function unlock(context: Context, documentId: string): Promise<Document> {
  const before = await lockDocumentForUpdate(context, documentId);
  if (!before.isLocked || !isHolder(context, before)) throw invalidState("The document is not locked");
  await change(context, documentId, { lockedBy: null, lockExpiresAt: null });
  return recordDocumentEvent(context, "document.unlocked", documentId, before);
}

async function change(
  context: Context,
  documentId: string,
  changes: Parameters<typeof changeDocument>[2],
): Promise<void> {
  if (!(await changeDocument(context, documentId, changes))) throw staleRevision("document");
}

/**
 * Requires a document with stored bytes.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export function rejectUnavailable({ status }: Pick<DocumentRow, "status">): void {
  if (status !== "available") throw invalidState(`The document is in status ${status}; this requires status available`);
}
