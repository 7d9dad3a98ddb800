import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { openDiskStorage } from "./disk.ts";
import type { Storage } from "./storage.ts";

export type StorageSettings = Pick<Environment, "dataDirectory" | "storage" | "s3">;

/**
 * Opens the configured storage: a folder of the data directory, or an S3-compatible bucket. The AWS SDK is loaded for a
 * bucket only.
 */
export async function openStorage({ storage, s3, dataDirectory }: StorageSettings): Promise<Storage> {
  if (storage !== "s3" || s3 === null) return openDiskStorage(diskStorageFolder(dataDirectory));
  const { openS3Storage } = await import("./s3.ts");
  return openS3Storage(s3);
}

/** Where the storage `disk` keeps its objects. */
export function diskStorageFolder(dataDirectory: string): string {
  return join(dataDirectory, "files");
}
