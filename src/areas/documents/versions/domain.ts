import { notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { filesPath, encryptFileToken } from "../../../platform/storage/file-tokens.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { rejectUnavailable } from "../domain.records.ts";
import { recordDocumentEvent, readDocument, relateDocument } from "../domain.description.ts";
import { lockDocumentForUpdate } from "../domain.locks.ts";
import { addReceived, filesOf, createUpload, rejectMismatch } from "../uploads/domain.creation.ts";
import { downloadMinutes, type Download, type NewFile, type Upload } from "../schema.input.ts";
import { DocumentVersion, type Document } from "../schema.ts";
import { changeDocument, findVersion, insertVersion, listVersionRows, nextVersionNumber } from "../store.records.ts";

/**
 * A page of a document's versions, newest first.
 *
 * @throws NOT_FOUND for an unknown or deleted document
 */
export async function listVersions(
  context: Context,
  documentId: string,
  query: { after?: string | undefined; limit: number },
): Promise<{ versions: DocumentVersion[]; nextCursor: string | null }> {
  const document = await readLive(context, documentId);
  // A version's id is made when it is numbered: both say the same order.
  const list = { name: `versions of ${documentId}`, alias: "v", sorts: { newest: commonSorts.newest } };
  const { rows, nextCursor } = await listRecords(context, list, { ...query, sort: "newest" }, (page) =>
    listVersionRows(context, documentId, page),
  );
  return {
    versions: rows.map((row) => DocumentVersion.parse({ ...row, isCurrent: row.number === document.version })),
    nextCursor,
  };
}

export interface Versioned {
  document: Document;
  version: DocumentVersion | null;
}

/**
 * Adds a version, with the received file or as a pending upload, which leaves the document unchanged until it
 * completes.
 *
 * @throws NOT_FOUND, VALIDATION_FAILED; INVALID_STATE_TRANSITION when another key or member holds the document's lock
 *   or it has no version yet; STALE_REVISION
 */
export async function addVersion(
  context: Context,
  documentId: string,
  input: NewFile & { note: string | null },
): Promise<Versioned & { upload: Upload | null }> {
  const { file } = context;
  const before = await lockDocumentForUpdate(context, documentId);
  rejectUnavailable(before);
  if (file === undefined) {
    // Increments only the revision, so that the second of two concurrent uploads with the same If-Match is rejected.
    if (!(await changeDocument(context, documentId, {}))) throw staleRevision("document");
    const upload = await createUpload(context, documentId, input);
    return {
      document: await recordDocumentEvent(context, "document.upload_started", documentId, before),
      version: null,
      upload,
    };
  }
  await rejectMismatch(file);
  const number = await nextVersionNumber(context, documentId);
  await addReceived(context, { documentId, number, note: input.note }, file);
  const { fileName, contentType, sizeBytes, sha256 } = file;
  if (!(await changeDocument(context, documentId, { fileName, contentType, sizeBytes, sha256, version: number })))
    throw staleRevision("document");
  return {
    document: await recordDocumentEvent(context, "document.version_added", documentId, before),
    version: await readVersion(context, documentId, number),
    upload: null,
  };
}

/**
 * Restores an older version as a new version with the same bytes.
 *
 * @throws as addVersion; STALE_REVISION
 */
export async function restoreVersion(context: Context, documentId: string, number: string): Promise<Versioned> {
  const before = await lockDocumentForUpdate(context, documentId);
  const old = /^[1-9]\d{0,8}$/.test(number) ? await findVersion(context, documentId, Number(number)) : undefined;
  if (old === undefined) throw notFound("Version");
  rejectUnavailable(before);
  const { fileName, contentType, sizeBytes, sha256, objectId } = old;
  const next = await nextVersionNumber(context, documentId);
  const file = { fileName, contentType, sizeBytes, sha256 };
  await insertVersion(context, {
    ...file,
    id: createId("documentVersion"),
    documentId,
    number: next,
    objectId,
    note: `Version ${number} restored`,
    uploadedBy: describeActor(context.principal),
  });
  if (!(await changeDocument(context, documentId, { ...file, version: next }))) throw staleRevision("document");
  return {
    document: await recordDocumentEvent(context, "document.version_added", documentId, before),
    version: await readVersion(context, documentId, next),
  };
}

/**
 * Returns an encrypted download URL valid for five minutes, by default for the current version. Records an audit entry.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the document has no bytes
 */
export async function offerDownload(
  context: Context,
  documentId: string,
  number: number | undefined,
): Promise<Download> {
  const { organizationId, principal, installationKeys } = context;
  const document = await readLive(context, documentId);
  rejectUnavailable(document);
  const version = await findVersion(context, documentId, number ?? document.version);
  if (version === undefined) throw notFound("Version");
  const expiresAt = Date.now() + downloadMinutes * 60_000;
  const keyId = principal.kind === "integration_key" ? principal.keyId : null;
  const token = encryptFileToken(installationKeys, "download", {
    organizationId,
    documentId,
    versionId: version.id,
    keyId,
    expiresAt,
  });
  recordAuditEntry(context, { entity: "document", id: documentId }, relateDocument(document));
  const { fileName, contentType, sizeBytes, sha256 } = version;
  return {
    url: `${filesOf(context).baseUrl}${filesPath}/${token}`,
    expiresAt: new Date(expiresAt).toISOString(),
    fileName,
    contentType,
    sizeBytes,
    sha256,
  };
}

async function readLive(context: Context, documentId: string) {
  const row = await readDocument(context, documentId);
  if (row.deletedAt !== null) throw notFound("Document");
  return row;
}

async function readVersion(context: Context, documentId: string, number: number): Promise<DocumentVersion> {
  return DocumentVersion.parse({ ...(await findVersion(context, documentId, number)), isCurrent: true });
}
