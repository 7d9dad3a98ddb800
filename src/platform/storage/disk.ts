import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Storage } from "./storage.ts";

const fileMode = 0o600;
const folderMode = 0o700;

/**
 * The storage in a local folder. A file is written as a draft, synced and renamed: a concurrent reader, or one after a
 * crash, sees the complete object or none.
 */
export function openDiskStorage(root: string): Storage {
  const place = (key: string) => join(root, key);
  const partsOf = (key: string) => `${place(key)}.parts`;
  return {
    put: async (key, bytes, sizeBytes) => {
      await mkdir(dirname(place(key)), { recursive: true, mode: folderMode });
      await writeWhole(place(key), bytes, sizeBytes);
    },
    read: async (key, range) => {
      const handle = await open(place(key), "r");
      return handle.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });
    },
    sizeOf: (key) => sizeOf(place(key)),
    remove: async (key) => {
      await rm(place(key), { force: true });
      await removeDrafts(place(key));
    },
    createMultipartUpload: async (key) => {
      await mkdir(partsOf(key), { recursive: true, mode: folderMode });
      return "parts";
    },
    // Fails after joinParts, which removes the folder.
    putPart: async (key, _storageId, partNumber, { bytes, sizeBytes }) => {
      await writeWhole(join(partsOf(key), String(partNumber)), bytes, sizeBytes);
      return String(partNumber);
    },
    joinParts: async (key, _storageId, parts) => {
      if ((await sizeOf(place(key))) === null) {
        const files = parts.map(({ partNumber }) => join(partsOf(key), String(partNumber)));
        await writeWhole(place(key), Readable.from(readInTurn(files)), null);
      }
      await rm(partsOf(key), { recursive: true, force: true });
    },
    removeParts: (key) => rm(partsOf(key), { recursive: true, force: true }),
    close: () => undefined,
  };
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** @param sizeBytes the required size; null for any */
async function writeWhole(file: string, bytes: Readable, sizeBytes: number | null): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  // Opened first: a stream destroyed while opening its file would create the file after its removal.
  const handle = await open(draft, "wx", fileMode);
  try {
    const out = handle.createWriteStream({ flush: true });
    await pipeline(bytes, out);
    if (sizeBytes !== null && out.bytesWritten !== sizeBytes) throw new Error("The bytes of the object ended early.");
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await forceFolder(dirname(file));
}

/** Without this a rename in the folder can be lost in a power failure. */
export async function forceFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes drafts of killed writers. */
async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const drafts = names.map((name) => join(folder, name)).filter((name) => name.startsWith(`${file}.`));
  for (const draft of drafts) await rm(draft, { recursive: true, force: true });
}

async function* readInTurn(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file) as AsyncIterable<Buffer>;
}
