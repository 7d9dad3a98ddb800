import type { Readable } from "node:stream";
import type { Scope } from "../../../contract/scopes.ts";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import type { ArchivedTable } from "../../../rpc/archive.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Export } from "../schema.ts";

export interface ExportWork {
  /**
   * `transaction` is the snapshot's and read-only; `principal` is the requester as of now. Accesses recorded in it
   * (`pending.accesses`) are written by the transaction that completes the export.
   */
  context: Context;
  snapshot: Snapshot;
  storage: Storage;
  /** What the areas declare, in the order of the files. */
  archivedTables: readonly ArchivedTable[];
  organization: { id: string; name: string };
  /** `filters` is the request as stored, without `type` and `format`; a downloader must hold `dataPermissions`. */
  export: Pick<Export, "id" | "type" | "format" | "filters" | "createdAt" | "dataPermissions">;
  /**
   * The scopes whose data the requester may see now: a key's own, or those for which a member holds `dataPermissionOf`.
   * A part that requires another scope rejects with FORBIDDEN.
   */
  scopes: ReadonlySet<Scope>;
}

export interface Contents {
  /** Percent, rounded down; at most 99 before the bytes have ended. */
  progress(): number;
  /** Rows read so far; after the end, the rows of the file. */
  countRows(): number;
  /** Must be read to its end, or destroyed. Ends with FileTooLarge if the format cannot hold more. */
  bytes: Readable;
}
