import { join } from "node:path";
import {
  createMultipartUpload,
  dropObject,
  findUploadForUrl,
  findBytes,
  completePart,
  completeSinglePartUpload,
  completeIfStored,
  type UploadForUrl,
  type TransferTools,
} from "../areas/documents/uploads/domain.ts";
import { uploadLimits } from "../areas/documents/schema.input.ts";
import { findOfferedTemplateFile } from "../areas/esign/templates/domain.file.ts";
import { findExportFile } from "../areas/exports/downloads/domain.ts";
import { findImportReport } from "../areas/imports/domain.downloads.ts";
import type { PresentedToken } from "../platform/storage/file-tokens.ts";
import type { JobFiles } from "../platform/storage/job-files.ts";
import { nameObject } from "../areas/documents/uploads/store.ts";
import { openSpool, type Spool, type SpooledFile } from "../platform/storage/spool.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import type { Environment } from "../platform/environment.ts";
import type { MultipartUpload } from "../rpc/context.ts";

/** A file to download: its place in the storage and its properties. */
export interface StoredFile {
  key: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

export interface FileTransfers {
  tools: TransferTools;
  /** Where received bytes are written first. */
  spool: Spool;
  /** The number of forms in progress by key id. */
  forms: Map<string, number>;
  /**
   * Records an object's name before anything is written to the storage.
   *
   * @returns its id
   */
  name(organizationId: string): Promise<string>;
  /**
   * Records an object's name and begins its multipart upload.
   *
   * @returns null for a file small enough for one piece
   */
  createMultipartUpload(organizationId: string, sizeBytes: number): Promise<MultipartUpload | null>;
  /**
   * Removes an object that no document uses.
   *
   * @param storageId of a multipart upload
   */
  drop(organizationId: string, objectId: string, storageId?: string): Promise<boolean>;
  /** Completes uploads whose file is complete in the storage. */
  completeIfStored(organizationId: string, documentId: string): Promise<void>;
  /**
   * The upload that a URL belongs to.
   *
   * @throws NOT_FOUND
   */
  findUpload(address: PresentedToken, partNumber: number | null): Promise<UploadForUrl>;
  completeSinglePartUpload(expected: UploadForUrl, file: SpooledFile): Promise<void>;
  /** @returns whether it was the last part */
  completePart(expected: UploadForUrl, etag: string): Promise<boolean>;
  /**
   * The file that a download URL belongs to.
   *
   * @throws NOT_FOUND
   */
  find(address: PresentedToken): Promise<StoredFile>;
}

type Settings = Pick<Environment, "baseUrl" | "dataDirectory" | "storage" | "s3">;

/** Opens the configured storage; the caller closes it (`tools.storage`). */
export async function openTransfers(
  environment: Settings,
  { database, installationKeys }: Pick<TransferTools, "database" | "installationKeys">,
): Promise<FileTransfers> {
  const tools: TransferTools = {
    database,
    installationKeys,
    storage: await openStorage(environment),
    baseUrl: environment.baseUrl,
    partSizeBytes: uploadLimits.part,
  };
  return {
    tools,
    spool: openSpool(join(environment.dataDirectory, "incoming")),
    forms: new Map(),
    name: (organizationId) =>
      database.withTenantTransaction(organizationId, (transaction) => nameObject({ organizationId, transaction })),
    createMultipartUpload: (organizationId, sizeBytes) => createMultipartUpload(tools, organizationId, sizeBytes),
    drop: (organizationId, objectId, storageId) => dropObject(tools, organizationId, objectId, storageId),
    completeIfStored: (organizationId, documentId) => completeIfStored(tools, organizationId, documentId),
    findUpload: (address, partNumber) => findUploadForUrl(tools, address, partNumber),
    completeSinglePartUpload: (expected, file) => completeSinglePartUpload(tools, expected, file),
    completePart: (expected, etag) => completePart(tools, expected, etag),
    find: async (address) =>
      (await findExportFile(tools, address)) ??
      (await findOfferedTemplateFile(tools, address)) ??
      (await findImportReport(tools, address)) ??
      findBytes(tools, address),
  };
}

/** The part of the transfers that jobs have. */
export function toJobFiles(files: FileTransfers): JobFiles {
  const { storage, baseUrl } = files.tools;
  return {
    storage,
    baseUrl,
    name: (organizationId) => files.name(organizationId),
    drop: (organizationId, objectId) => files.drop(organizationId, objectId),
    take: (bytes) => files.spool.take(bytes),
  };
}
