import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { JobFiles } from "../../../platform/storage/job-files.ts";
import type { Declaration } from "../../../rpc/declarations.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";

/** What the process lends to the work on imports. */
export interface ImportTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  /** All operations by name. */
  operations: ReadonlyMap<string, Declaration>;
  files: JobFiles;
  /** Aborted when the worker stops: the next one goes on behind the last rows that were committed. */
  stopping: AbortSignal;
  /** What is waited before a row that failed alone is tried again; by default up to 15 seconds. */
  retryMilliseconds?: readonly number[];
  logger: {
    warn(fields: Record<string, unknown>, message: string): void;
    error(fields: Record<string, unknown>, message: string): void;
  };
}
