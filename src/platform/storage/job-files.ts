import type { Readable } from "node:stream";
import type { SpooledFile } from "./spool.ts";
import type { Storage } from "./storage.ts";

/** What jobs have that read and write stored files. */
export interface JobFiles {
  storage: Storage;
  /** The installation's, of signed URLs. */
  baseUrl: string;
  /** Writes bytes to the spool and hashes them. */
  take(bytes: Readable): Promise<SpooledFile>;
  /**
   * Records an object's name before it is stored.
   *
   * @returns its id
   */
  name(organizationId: string): Promise<string>;
  /** Deletes an unreferenced object with its bytes. */
  drop(organizationId: string, objectId: string): Promise<boolean>;
}
