import { AppError, limitReached } from "../../../contract/errors/error-codes.ts";
import { isAsDeclared } from "../../../platform/storage/content-type.ts";
import { filesPath, encryptFileToken } from "../../../platform/storage/file-tokens.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context, FileStore, ReceivedFile } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { uploadHours, uploadLimits, type NewFile, type Upload } from "../schema.input.ts";
import { insertVersion } from "../store.records.ts";
import { countPendingUploads, insertUpload, nameObject } from "./store.ts";

export interface PendingFile extends NewFile {
  note: string | null;
}

export function filesOf({ files }: Context): FileStore {
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  return files;
}

/** The size of each part in bytes, of which the last may be smaller; null for an upload in one piece. */
export function sizesOfParts(sizeBytes: number, partSizeBytes: number | null): number[] | null {
  if (partSizeBytes === null) return null;
  const count = Math.ceil(sizeBytes / partSizeBytes);
  return Array.from({ length: count }, (_, index) => Math.min(partSizeBytes, sizeBytes - index * partSizeBytes));
}

/** @throws VALIDATION_FAILED when the content does not match the declared type */
export async function rejectMismatch(file: ReceivedFile): Promise<void> {
  if (await isAsDeclared(file.head, file)) return;
  throw new AppError(
    "VALIDATION_FAILED",
    "file: does not match the declared type, or the file name's extension does not",
    { errorReason: "file_mismatch" },
  );
}

export async function addReceived(
  context: Context,
  { documentId, number, note }: { documentId: string; number: number; note: string | null },
  file: ReceivedFile,
): Promise<void> {
  const { objectId, fileName, contentType, sizeBytes, sha256 } = file;
  await insertVersion(context, {
    id: createId("documentVersion"),
    documentId,
    number,
    objectId,
    fileName,
    contentType,
    sizeBytes,
    sha256,
    note,
    uploadedBy: describeActor(context.principal),
  });
}

/** Maximum open uploads of a key, and their bytes in an organization. */
export const maxPendingUploads = { ofKey: 200, bytes: 53_687_091_200 } as const;

/** @throws INVALID_STATE_TRANSITION when too much is promised already */
async function rejectExcess(context: Context, keyId: string | null, sizeBytes: number): Promise<void> {
  const { ofKey, bytes } = await countPendingUploads(context, keyId);
  if (ofKey < maxPendingUploads.ofKey && bytes + sizeBytes <= maxPendingUploads.bytes) return;
  throw limitReached(
    `Too many open uploads: at most ${maxPendingUploads.ofKey} files per key and 50 GiB per organization; complete uploads, or wait until they expire after ${uploadHours} hours`,
  );
}

/** Creates a pending upload and signs its URLs. A multipart upload was created in the storage before the transaction. */
export async function createUpload(context: Context, documentId: string, file: PendingFile): Promise<Upload> {
  const { principal, organizationId, installationKeys } = context;
  const { baseUrl } = filesOf(context);
  const { fileName, contentType, sizeBytes, sha256, note } = file;
  const keyId = principal.kind === "integration_key" ? principal.keyId : null;
  await rejectExcess(context, keyId, sizeBytes);
  const begun = context.multipartUpload;
  if (begun === undefined && sizeBytes > uploadLimits.part) throw new Error("the request began no multipart upload");
  const partSizeBytes = begun?.partSizeBytes ?? null;
  const objectId = begun?.objectId ?? (await nameObject(context));
  const row = {
    id: createId("documentUpload"),
    documentId,
    objectId,
    keyId,
    fileName,
    contentType,
    sizeBytes,
    sha256,
    note,
    partSizeBytes,
    storageId: begun?.multipartUploadId ?? null,
    uploadedBy: describeActor(principal),
  };
  const { id, expiresAt } = await insertUpload(context, row, uploadHours);
  const url = `${baseUrl}${filesPath}/uploads/${encryptFileToken(installationKeys, "upload", { organizationId, uploadId: id })}`;
  const sizes = sizesOfParts(sizeBytes, partSizeBytes);
  return {
    id,
    method: "PUT",
    url: sizes === null ? url : null,
    headers: { "Content-Type": "application/octet-stream" },
    expiresAt,
    parts:
      sizes?.map((size, index) => ({ partNumber: index + 1, url: `${url}/${index + 1}`, sizeBytes: size })) ?? null,
  };
}
