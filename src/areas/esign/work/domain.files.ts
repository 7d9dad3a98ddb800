import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { JobFiles } from "../../../platform/storage/job-files.ts";
import { objectKey, type Storage } from "../../../platform/storage/storage.ts";
import type { ReceivedFile } from "../../../rpc/context.ts";

/** What jobs need of the storage of documents. */
export interface WorkFiles extends Pick<JobFiles, "name" | "drop"> {
  storage: Pick<Storage, "put" | "read">;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** @throws if the object does not exist */
export async function readObject(files: WorkFiles, organizationId: string, objectId: string): Promise<Uint8Array> {
  return new Uint8Array(await buffer(await files.storage.read(objectKey(organizationId, objectId))));
}

/**
 * The objects of one attempt. Each is named, then stored; what no row refers to when the attempt ends is dropped.
 * After a kill the purge of unnamed objects removes them.
 */
export function openObjects(files: WorkFiles, organizationId: string) {
  const stored: string[] = [];
  return {
    async store(bytes: Uint8Array, fileName: string): Promise<ReceivedFile> {
      const objectId = await files.name(organizationId);
      stored.push(objectId);
      await files.storage.put(objectKey(organizationId, objectId), Readable.from([bytes]), bytes.length);
      return {
        objectId,
        fileName,
        contentType: "application/pdf",
        sizeBytes: bytes.length,
        sha256: sha256Of(bytes),
        head: Buffer.from(bytes.subarray(0, 4_096)),
      };
    },
    async dropAll(): Promise<void> {
      for (const objectId of stored) await files.drop(organizationId, objectId);
    },
  };
}

/** What a document's row has of its file. */
export const describeFile = ({ fileName, contentType, sizeBytes, sha256 }: ReceivedFile) => ({
  fileName,
  contentType,
  sizeBytes,
  sha256,
});

/** A name that every system stores: without separators, and with its extension. */
export function toFileName(name: string): string {
  const plain = name.replaceAll(/[/\\:*?"<>|]/g, "-").replace(/\.pdf$/i, "");
  return `${plain.slice(0, 240).trim()}.pdf`;
}
