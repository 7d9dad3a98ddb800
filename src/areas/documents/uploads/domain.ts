import { AppError, notFound } from "../../../contract/errors/error-codes.ts";
import { needsActingAttorney, type Scope } from "../../../contract/scopes.ts";
import { decryptFileToken, type PresentedToken } from "../../../platform/storage/file-tokens.ts";
import { isInNetworks } from "../../../platform/client-ip.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import { createMeter, type SpooledFile } from "../../../platform/storage/spool.ts";
import { objectKey, type Storage } from "../../../platform/storage/storage.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { MultipartUpload, Context } from "../../../rpc/context.ts";
import { resolveExternalId } from "../../../rpc/external-ids.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { absentKey, systemPrincipal } from "../../../rpc/principal.ts";
import {
  beginVerification,
  hasAllParts,
  validateBytes,
  readHead,
  settleUpload,
  type Verdict,
} from "./domain.completion.ts";
import { sizesOfParts } from "./domain.creation.ts";
import { findDocument, findStoredVersion, type StoredVersion } from "../store.records.ts";
import {
  findLiveKey,
  findNewestUpload,
  findUpload,
  forgetObject,
  lockUnnamedObjectForUpdate,
  isObjectKnown,
  listOpenUploads,
  listUnnamedObjects,
  nameObject,
  notePart,
  type FoundUpload,
  type Listed,
} from "./store.ts";

/** Dependencies of file transfers, which authenticate by encrypted URLs instead of keys. */
export interface TransferTools {
  database: UnitOfWork["database"];
  storage: Storage;
  installationKeys: InstallationKeys;
  baseUrl: string;
  /** Files that are larger are uploaded in parts of this size. */
  partSizeBytes: number;
}

const action: DeclaredAction = {
  name: "documents.completeUpload",
  canRecordEvent: ["document.created", "document.version_added", "document.updated", "document.upload_failed"],
};

/** One message for every reason, so that guessing URLs reveals nothing. */
const fileUrlNotFound = () => notFound("File URL");

export interface UploadForUrl {
  upload: FoundUpload;
  key: string;
  sizeBytes: number;
  /** null for a single-part upload */
  partNumber: number | null;
}

/**
 * The upload or part that a URL belongs to.
 *
 * @throws NOT_FOUND when the URL is invalid or expired
 */
export async function findUploadForUrl(
  tools: TransferTools,
  { token, clientIp }: PresentedToken,
  partNumber: number | null,
): Promise<UploadForUrl> {
  const address = decryptFileToken(tools.installationKeys, "upload", token);
  if (address === null) throw fileUrlNotFound();
  const upload = await inTenantTransaction(tools, address.organizationId, (context) =>
    findPromised(context, address.uploadId, clientIp),
  );
  if (upload === undefined || upload.objectId === null) throw fileUrlNotFound();
  const sizes = sizesOfParts(upload.sizeBytes, upload.partSizeBytes);
  const sizeBytes = sizes === null ? upload.sizeBytes : sizes[(partNumber ?? 0) - 1];
  if (sizeBytes === undefined || (sizes === null) !== (partNumber === null)) throw fileUrlNotFound();
  return { upload, key: objectKey(upload.organizationId, upload.objectId), sizeBytes, partNumber };
}

async function findPromised(context: Context, uploadId: string, clientIp: string): Promise<FoundUpload | undefined> {
  const upload = await findUpload(context, uploadId);
  if (upload === undefined || upload.status !== "pending" || upload.isOver) return undefined;
  if (upload.keyId !== null && !(await holdsFor(context, upload.keyId, "documents:write", clientIp))) return undefined;
  const document = await findDocument(context, upload.documentId);
  return document === undefined || document.deletedAt !== null ? undefined : upload;
}

/** Whether the API would still let the key do it, from there: an address outlives nothing that stops its key. */
async function holdsFor(context: Context, keyId: string, scope: Scope, clientIp: string): Promise<boolean> {
  const key = await findLiveKey(context, keyId, scope);
  if (key === undefined || (key.allowedNetworks.length > 0 && !isInNetworks(clientIp, key.allowedNetworks)))
    return false;
  return key.actingAttorneyActive || !needsActingAttorney(scope);
}

/**
 * Stores a file that arrived in one part, and completes its upload.
 *
 * @throws VALIDATION_FAILED when the hash differs (it may be sent again) or the content does not match the declared
 *   type (the upload has failed); NOT_FOUND when the upload has ended meanwhile
 */
export async function completeSinglePartUpload(
  tools: TransferTools,
  { upload, key }: UploadForUrl,
  file: SpooledFile,
): Promise<void> {
  const verdict = await validateBytes(upload, file);
  if (verdict === "checksum_mismatch")
    throw new AppError("VALIDATION_FAILED", "body: does not match the declared SHA-256", {
      errorReason: "file_mismatch",
    });
  if (verdict === "as_declared") await tools.storage.put(key, file.read(), file.sizeBytes);
  await settle(tools, upload, verdict);
  if (verdict === "content_mismatch")
    throw new AppError(
      "VALIDATION_FAILED",
      "body: does not match the declared type, or the file name's extension does not",
      { errorReason: "file_mismatch" },
    );
  const after = await inTenantTransaction(tools, upload.organizationId, (context) => findUpload(context, upload.id));
  if (after?.status === "completed") return;
  const { organizationId, objectId } = upload;
  const isDropped = await dropObject(tools, organizationId, objectId ?? "");
  // The purge job may have run before these bytes were stored.
  if (
    !isDropped &&
    !(await inTenantTransaction(tools, organizationId, (context) => isObjectKnown(context, objectId ?? "")))
  )
    await tools.storage.remove(key);
  throw fileUrlNotFound();
}

/**
 * Records a stored part, and completes the upload if it was the last.
 *
 * @returns false when parts are missing
 * @throws VALIDATION_FAILED when the file differs from its declaration (the upload has failed); NOT_FOUND when the
 *   upload has ended meanwhile
 */
export async function completePart(
  tools: TransferTools,
  { upload, partNumber }: UploadForUrl,
  etag: string,
): Promise<boolean> {
  const { organizationId, id } = upload;
  const isKept = await inTenantTransaction(tools, organizationId, (context) =>
    notePart(context, id, partNumber ?? 0, etag),
  );
  if (!isKept) throw fileUrlNotFound();
  const now = await inTenantTransaction(tools, organizationId, (context) => findUpload(context, id));
  if (now === undefined || !hasAllParts(now)) return false;
  await verifyParts(tools, now);
  const after = await inTenantTransaction(tools, organizationId, (context) => findUpload(context, id));
  if (after?.status === "failed")
    throw new AppError("VALIDATION_FAILED", "body: the parts do not form the declared file", {
      errorReason: "file_mismatch",
    });
  if (after === undefined || after.status === "expired") throw fileUrlNotFound();
  return true;
}

/**
 * Joins the parts, hashes the file and ends the upload, in one process at a time.
 *
 * @returns whether it ended here
 */
async function verifyParts(tools: TransferTools, upload: FoundUpload): Promise<boolean> {
  const { organizationId, id, objectId, storageId, sizeBytes } = upload;
  const isOurs = await runSystemAction(actorOf(tools, upload), (context) => beginVerification(context, id));
  if (!isOurs) return false;
  const key = objectKey(organizationId, objectId ?? "");
  const now = (await inTenantTransaction(tools, organizationId, (context) => findUpload(context, id))) ?? upload;
  await tools.storage.joinParts(key, storageId ?? "", now.parts);
  const meter = createMeter();
  for await (const chunk of (await tools.storage.read(key)).pipe(meter.stream)) void chunk;
  const verdict = await validateBytes(upload, {
    ...meter.read(),
    sizeBytes: (await tools.storage.sizeOf(key)) ?? sizeBytes,
  });
  return settle(tools, upload, verdict);
}

/** The purge job removes the bytes of a rejected upload: nothing references them. */
function settle(tools: TransferTools, upload: FoundUpload, verdict: Verdict): Promise<boolean> {
  return runSystemAction(actorOf(tools, upload), (context) => settleUpload(context, upload.id, verdict));
}

/** Events of an upload name the key that created it. */
function actorOf(
  { database, storage, baseUrl }: TransferTools,
  { organizationId, keyId, uploadedBy, ownerAttorneyId }: FoundUpload,
): UnitOfWork {
  const principal =
    keyId === null
      ? systemPrincipal(organizationId)
      : absentKey(organizationId, uploadedBy as { id: string; name: string }, ownerAttorneyId);
  return { database, principal, requestId: createRequestId(), clientIp: null, action, files: { storage, baseUrl } };
}

/**
 * The file that a download URL belongs to.
 *
 * @throws NOT_FOUND when the URL is invalid or expired
 */
export async function findBytes(
  tools: TransferTools,
  { token, clientIp }: PresentedToken,
): Promise<StoredVersion & { key: string }> {
  const address = decryptFileToken(tools.installationKeys, "download", token);
  if (address === null || address.expiresAt <= Date.now()) throw fileUrlNotFound();
  const { organizationId, documentId, versionId, keyId } = address;
  const version = await inTenantTransaction(tools, organizationId, async (context) => {
    if (keyId !== null && !(await holdsFor(context, keyId, "documents:read", clientIp))) return undefined;
    return findStoredVersion(context, documentId, versionId);
  });
  if (version === undefined || !version.isLive) throw fileUrlNotFound();
  return { ...version, key: objectKey(organizationId, version.objectId) };
}

const batch = 100;

/**
 * Completes uploads with all bytes, resumes abandoned verifications, and ends expired uploads.
 *
 * @returns how many ended here
 * @throws the first failure, after trying all others
 */
export function completeOpenUploads(tools: TransferTools): Promise<number> {
  return forEach(
    (after) => listOpenUploads(tools.database.withoutTenant, after, batch),
    async ({ organizationId, id }) => {
      const upload = await inTenantTransaction(tools, organizationId, (context) => findUpload(context, id));
      if (upload === undefined || upload.objectId === null || upload.isBeingVerified) return false;
      if (upload.status === "verifying" || hasAllParts(upload)) return unlessRejected(verifyParts(tools, upload));
      const key = objectKey(organizationId, upload.objectId);
      if (await isThereWhole(tools, upload, key)) return unlessRejected(settleWhole(tools, upload, key));
      if (!upload.isOver) return false;
      if (upload.storageId !== null) await tools.storage.removeParts(key, upload.storageId);
      return settle(tools, upload, "not_uploaded");
    },
  );
}

/** A rejection (such as a locked document) is not a failure of the job; the next run retries. */
async function unlessRejected(settled: Promise<boolean>): Promise<boolean> {
  return settled.catch((error: unknown) => (error instanceof AppError ? false : Promise.reject(error)));
}

/** A file is hashed before it is stored, so the size is enough. */
async function isThereWhole(
  { storage }: TransferTools,
  { partSizeBytes, sizeBytes }: FoundUpload,
  key: string,
): Promise<boolean> {
  return partSizeBytes === null && (await storage.sizeOf(key)) === sizeBytes;
}

async function settleWhole(tools: TransferTools, upload: FoundUpload, key: string): Promise<boolean> {
  const head = await readHead(tools.storage, key, upload.sizeBytes);
  return settle(tools, upload, await validateBytes(upload, { ...upload, head }));
}

/** Completes a document's upload at once if its file is stored; otherwise the job does within a minute. */
export async function completeIfStored(
  tools: TransferTools,
  organizationId: string,
  documentId: string,
): Promise<void> {
  const upload = await inTenantTransaction(tools, organizationId, async (context) =>
    findNewestUpload(context, await resolveExternalId(context, "Document", documentId)),
  );
  if (upload === undefined || upload.status !== "pending" || upload.objectId === null) return;
  const key = objectKey(organizationId, upload.objectId);
  if (await isThereWhole(tools, upload, key)) await settleWhole(tools, upload, key);
}

/**
 * Records an object's name, then creates its multipart upload in the storage: after a crash in between, the purge job
 * finds it.
 *
 * @returns null for a file small enough for one part
 */
export async function createMultipartUpload(
  tools: TransferTools,
  organizationId: string,
  sizeBytes: number,
): Promise<MultipartUpload | null> {
  const { storage, partSizeBytes } = tools;
  if (sizeBytes <= partSizeBytes) return null;
  const objectId = await inTenantTransaction(tools, organizationId, nameObject);
  return {
    objectId,
    multipartUploadId: await storage.createMultipartUpload(objectKey(organizationId, objectId)),
    partSizeBytes,
  };
}

/**
 * Removes unreferenced objects: of rejected or interrupted requests and failed uploads.
 *
 * @param hours minimum age
 * @returns how many objects
 */
export function purgeObjects(tools: TransferTools, hours: number): Promise<number> {
  return forEach(
    (after) => listUnnamedObjects(tools.database.withoutTenant, hours, after, batch),
    ({ organizationId, id }) => dropObject(tools, organizationId, id),
  );
}

/**
 * Removes an object and its bytes, unless something names it.
 *
 * @param storageId of one in parts
 * @returns whether it did
 */
export function dropObject(
  tools: TransferTools,
  organizationId: string,
  objectId: string,
  storageId: string | null = null,
): Promise<boolean> {
  return inTenantTransaction(tools, organizationId, async (context) => {
    if (!(await lockUnnamedObjectForUpdate(context, objectId))) return false;
    // The row first, so that foreign keys are checked. The transaction commits after the bytes are removed, so the purge job repeats
    // an interrupted removal.
    await forgetObject(context, objectId);
    const key = objectKey(organizationId, objectId);
    if (storageId !== null) await tools.storage.removeParts(key, storageId);
    await tools.storage.remove(key);
    return true;
  });
}

/** Pages through the list; items that fail are left for the next run. */
async function forEach(
  list: (after: Listed | null) => Promise<Listed[]>,
  execute: (item: Listed) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  let after: Listed | null = null;
  for (;;) {
    const items: Listed[] = await list(after);
    for (const item of items) {
      const isDone = await execute(item).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      if (isDone) done += 1;
    }
    after = items.at(-1) ?? null;
    if (items.length < batch) break;
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Runs work in a transaction without events or audit entries. */
function inTenantTransaction<Result>(
  { database }: TransferTools,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return database.withTenantTransaction(organizationId, (transaction) =>
    work({ organizationId, transaction } as Context),
  );
}
