import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import { isAsDeclared } from "../../../platform/storage/content-type.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import { recordAuditEntry, withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { recordDocumentEvent, describeDocument, readDocument, relateDocument } from "../domain.description.ts";
import { lockLiveDocumentForUpdate, isHolder, lockOwnerOfForShare } from "../domain.locks.ts";
import { sizesOfParts } from "./domain.creation.ts";
import type { Document } from "../schema.ts";
import {
  changeDocument,
  insertVersion,
  lockDocumentRowForUpdate,
  nextVersionNumber,
  type DocumentRow,
} from "../store.records.ts";
import {
  endUpload,
  findNewestUpload,
  findUpload,
  lockUploadForUpdate,
  markVerifying,
  type FoundUpload,
} from "./store.ts";

export type Verdict = "as_declared" | "content_mismatch" | "checksum_mismatch" | "not_uploaded";

/** Whether every part of a multipart upload has arrived. */
export function hasAllParts({ sizeBytes, partSizeBytes, parts }: FoundUpload): boolean {
  const sizes = sizesOfParts(sizeBytes, partSizeBytes);
  return sizes !== null && parts.length === sizes.length;
}

/** Compares hash, size and content type with the declaration. */
export async function validateBytes(
  upload: FoundUpload,
  found: { sizeBytes: number; sha256: string; head: Uint8Array },
): Promise<Verdict> {
  if (found.sha256 !== upload.sha256 || found.sizeBytes !== upload.sizeBytes) return "checksum_mismatch";
  return (await isAsDeclared(found.head, upload)) ? "as_declared" : "content_mismatch";
}

interface LockedUpload {
  upload: FoundUpload;
  objectId: string;
  before: DocumentRow;
  /** Whether its case or lead still takes documents, and the document is not deleted. */
  acceptsDocuments: boolean;
}

/** Locks an open upload and its document in the usual order: case or lead, document, upload. */
async function lockOpenUploadForUpdate(context: Context, uploadId: string): Promise<LockedUpload | undefined> {
  const found = await findUpload(context, uploadId);
  if (found === undefined) return undefined;
  const acceptsDocuments = await lockOwnerOfForShare(context, found.documentId, "live").then(
    () => true,
    (error: unknown) => (error instanceof AppError ? false : Promise.reject(error)),
  );
  const before = await lockDocumentRowForUpdate(context, found.documentId);
  const upload = await lockUploadForUpdate(context, uploadId);
  if (before === undefined || upload === undefined || upload.objectId === null) return undefined;
  return { upload, objectId: upload.objectId, before, acceptsDocuments: acceptsDocuments && before.deletedAt === null };
}

/**
 * Ends an upload: adds the version, or sets the reason of the failure. An upload to a case archived or deleted
 * meanwhile expires.
 *
 * @returns false when it had already ended
 * @throws INVALID_STATE_TRANSITION while another key or member holds the document's lock: the upload waits
 */
export async function settleUpload(context: Context, uploadId: string, checked: Verdict): Promise<boolean> {
  const locked = await lockOpenUploadForUpdate(context, uploadId);
  if (locked === undefined) return false;
  const { upload, objectId, before, acceptsDocuments } = locked;
  const { documentId } = upload;
  const verdict = acceptsDocuments || checked !== "as_declared" ? checked : "not_uploaded";
  if (verdict !== "as_declared") {
    const isLate = verdict === "not_uploaded";
    await endUpload(context, uploadId, isLate ? "expired" : "failed");
    if (before.version === 0)
      await changeDocument(context, documentId, { status: isLate ? "expired" : "quarantined", statusReason: verdict });
    await recordDocumentEvent(context, "document.upload_failed", documentId, before);
    return true;
  }
  if (before.isLocked && !isHolder(context, before)) {
    throw invalidState(
      "The document is locked by another key or member; the file was received and is added when the lock ends",
      { errorReason: "document_locked" },
    );
  }
  const { fileName, contentType, sizeBytes, sha256, note, uploadedBy } = upload;
  const file = { fileName, contentType, sizeBytes, sha256 };
  const number = await nextVersionNumber(context, documentId);
  await insertVersion(context, {
    ...file,
    id: createId("documentVersion"),
    documentId,
    number,
    objectId,
    note,
    uploadedBy,
  });
  await endUpload(context, uploadId, "completed");
  await changeDocument(context, documentId, { ...file, version: number, status: "available" });
  await recordDocumentEvent(
    context,
    before.version === 0 ? "document.created" : "document.version_added",
    documentId,
    before,
  );
  return true;
}

/**
 * Marks an upload with all parts as being verified.
 *
 * @returns whether the caller must verify it
 */
export async function beginVerification(context: Context, uploadId: string): Promise<boolean> {
  const locked = await lockOpenUploadForUpdate(context, uploadId);
  if (locked === undefined || locked.upload.isBeingVerified) return false;
  if (locked.upload.status === "pending" && !hasAllParts(locked.upload)) return false;
  await showVerification(context, locked.upload, locked.before, "now");
  return true;
}

/** @param when `later` leaves the verification to the job */
async function showVerification(
  context: Context,
  { id, documentId }: FoundUpload,
  before: DocumentRow,
  when: "now" | "later",
): Promise<void> {
  await markVerifying(context, id, when);
  if (before.version > 0 || before.status !== "pending_upload") {
    recordAuditEntry(context, { entity: "document", id: documentId }, relateDocument(before));
    return;
  }
  await changeDocument(withoutIfMatch(context), documentId, { status: "scanning" });
  await recordDocumentEvent(context, "document.updated", documentId, before);
}

/**
 * Completes the newest upload of a document; repeatable. Uploads complete without this operation too. A multipart
 * upload may still be scanning afterwards; a single-part one was completed before this transaction
 * (`OperationMeta.completes`).
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when bytes are missing, or the upload has failed or expired
 */
export async function completeUpload(context: Context, documentId: string): Promise<Document> {
  await lockOwnerOfForShare(context, documentId, "live");
  const before = await lockLiveDocumentForUpdate(context, documentId);
  const newest = await findNewestUpload(context, documentId);
  const upload = newest && (await lockUploadForUpdate(context, newest.id));
  if (upload?.status === "failed" || upload?.status === "expired") {
    throw invalidState(`The upload is ${upload.status}; start a new upload`);
  }
  if (upload?.status === "pending") {
    if (!hasAllParts(upload)) throw invalidState("Bytes of the upload are missing; send them to the upload URLs");
    await showVerification(context, upload, before, "later");
  } else recordAuditEntry(context, { entity: "document", id: documentId }, relateDocument(before));
  return describeDocument(await readDocument(context, documentId));
}

/** The first 64 KiB of a stored file, by which its type is known. */
export async function readHead(storage: Storage, key: string, sizeBytes: number): Promise<Buffer> {
  const bytes = await storage.read(key, { first: 0, last: Math.min(sizeBytes, 65_536) - 1 });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
