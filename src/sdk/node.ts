import { openAsBlob } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CursorStore } from "./follow.ts";

/** A file for an upload: its bytes are read when they are sent. */
export async function openFile(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}

/** Keeps the cursor in a file, which a crash leaves as it was or as it was to be. */
export function fileCursorStore(path: string): CursorStore {
  return {
    load: () =>
      readFile(path, "utf8").catch((error: NodeJS.ErrnoException) =>
        error.code === "ENOENT" ? null : Promise.reject(error),
      ),
    save: async (cursor) => {
      await writeFile(`${path}.new`, cursor, { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
    },
  };
}
