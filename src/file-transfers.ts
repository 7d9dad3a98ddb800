import { join } from "node:path";
import { beginParts, dropObject, expectBytes, findBytes, keepPart, keepWhole, settleArrived } from "./areas/documents/transfers/domain.ts";
import type { ExpectedBytes, TransferTools } from "./areas/documents/transfers/domain.ts";
import { findExportFile } from "./areas/exports/downloads/domain.ts";
import type { UsedAddress } from "./platform/storage/file-address.ts";
import { nameObject } from "./areas/documents/transfers/store.ts";
import { openSpool } from "./platform/storage/spool.ts";
import type { Spool, SpooledFile } from "./platform/storage/spool.ts";
import { openStorage } from "./platform/storage/open-storage.ts";
import type { Environment } from "./platform/environment.ts";
import type { BegunParts } from "./rpc/context.ts";

/** A file that is fetched: where it lies in the storage, and what it is. */
export interface StoredFile {
  key: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** How the bytes of documents and exports come and go. */
export interface FileTransfers {
  tools: TransferTools;
  /** Where what arrives is written first. */
  spool: Spool;
  /** How many forms of a key are being taken, by its id; none for the others. */
  forms: Map<string, number>;
  /** Names an object in the storage, before anything is written there. @returns its id */
  name(organizationId: string): Promise<string>;
  /** Names an object that will arrive in parts, and begins it in the storage. @returns null for a file of a size that comes in one piece */
  beginParts(organizationId: string, sizeBytes: number): Promise<BegunParts | null>;
  /** Removes an object that nothing came to name. @param storageId of one in parts */
  drop(organizationId: string, objectId: string, storageId?: string): Promise<boolean>;
  /** Completes a document's upload whose file is there whole though nobody said so. */
  settleArrived(organizationId: string, documentId: string): Promise<void>;
  /** What the address of an upload waits for. @throws NOT_FOUND */
  expect(address: UsedAddress, partNumber: number | null): Promise<ExpectedBytes>;
  keepWhole(expected: ExpectedBytes, file: SpooledFile): Promise<void>;
  /** @returns whether it was the last part */
  keepPart(expected: ExpectedBytes, etag: string): Promise<boolean>;
  /** What the address of a download answers with. @throws NOT_FOUND */
  find(address: UsedAddress): Promise<StoredFile>;
}

type Settings = Pick<Environment, "baseUrl" | "dataDirectory" | "storage" | "s3">;

/** Opens the storage that the environment names; whoever opens it closes it (`tools.storage`). */
export function openTransfers(environment: Settings, { database, installationKeys }: Pick<TransferTools, "database" | "installationKeys">): FileTransfers {
  const tools: TransferTools = { database, installationKeys, storage: openStorage(environment), baseUrl: environment.baseUrl };
  return {
    tools,
    spool: openSpool(join(environment.dataDirectory, "incoming")),
    forms: new Map(),
    name: (organizationId) => database.inOrganization(organizationId, (transaction) => nameObject({ organizationId, transaction })),
    beginParts: (organizationId, sizeBytes) => beginParts(tools, organizationId, sizeBytes),
    drop: (organizationId, objectId, storageId) => dropObject(tools, organizationId, objectId, storageId),
    settleArrived: (organizationId, documentId) => settleArrived(tools, organizationId, documentId),
    expect: (address, partNumber) => expectBytes(tools, address, partNumber),
    keepWhole: (expected, file) => keepWhole(tools, expected, file),
    keepPart: (expected, etag) => keepPart(tools, expected, etag),
    find: async (address) => (await findExportFile(tools, address)) ?? findBytes(tools, address),
  };
}
