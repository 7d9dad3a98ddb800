import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { openDiskStorage } from "./disk.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export type StorageSettings = Pick<Environment, "dataDirectory" | "storage" | "s3">;

/** Opens the configured storage: a folder of the data directory, or an S3-compatible bucket. */
export function openStorage({ storage, s3, dataDirectory }: StorageSettings): Storage {
  return storage === "s3" && s3 !== null ? openS3Storage(s3) : openDiskStorage(diskStorageFolder(dataDirectory));
}

/** Where the storage `disk` keeps its objects. */
export function diskStorageFolder(dataDirectory: string): string {
  return join(dataDirectory, "files");
}
