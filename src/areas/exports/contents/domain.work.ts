import type { Readable } from "node:stream";
import type { Scope } from "../../../contract/scopes.ts";
import type { Snapshot } from "../../../platform/database/row-stream.ts";
import type { Storage } from "../../../platform/storage/storage.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Export } from "../schema.ts";

/** An export that is being made: what was asked for, in whose name, and where it is read. */
export interface ExportWork {
  /**
   * Its `transaction` is the snapshot's, its `principal` who asked, as of now. Nothing can be written with it: what it notes as
   * accessed (`outcome.accesses`) belongs to whoever completes the export.
   */
  context: Context;
  snapshot: Snapshot;
  /** Where the bytes of documents are. */
  storage: Storage;
  organization: { id: string; name: string };
  /** `filters` is what was asked for, as the row keeps it, without `type` and `format`; whoever fetches the file holds `dataPermissions`. */
  export: Pick<Export, "id" | "type" | "format" | "filters" | "createdAt" | "dataPermissions">;
  /**
   * The scopes whose data the asker may see at this moment: those of a key, and of a member those for which he holds
   * `dataPermissionOf`. A part of the file whose scope is not among them rejects with FORBIDDEN.
   */
  scopes: ReadonlySet<Scope>;
}

/** The file: its bytes, in the format that was asked for. */
export interface Contents {
  /** How far it is, in per cent, rounded down: at most 99 before the bytes have ended. */
  progress(): number;
  /** How many rows have been read so far; when the bytes have ended, how many the file has. */
  countRows(): number;
  /** To be taken to its end, or destroyed. It ends with FileTooLarge (src/platform/file-formats/table-values.ts) where the format has no room for more. */
  bytes: Readable;
}
