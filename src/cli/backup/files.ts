import { createHash, type Hash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Client } from "pg";
import Cursor from "pg-cursor";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { objectKey, type Storage } from "../../platform/storage/storage.ts";
import type { AddEntry } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import type { Files } from "./manifest.ts";

const prefix = "files/";
const digestBits = 256n;
/** Objects that are looked for at the same time. */
const atOnce = 32;
/** As the storage writes its objects. */
const modes = { file: 0o600, folder: 0o700 };

/** Adds up the digests of files, in any order. */
export class FileTotals {
  private count = 0;
  private sizeBytes = 0;
  private sum = 0n;

  add(path: string, sizeBytes: number, content: Hash): void {
    this.count += 1;
    this.sizeBytes += sizeBytes;
    const digest = createHash("sha256").update(`${path}\0`).update(content.digest()).digest("hex");
    this.sum = BigInt.asUintN(Number(digestBits), this.sum + BigInt(`0x${digest}`));
  }

  get(): Files {
    return { count: this.count, sizeBytes: this.sizeBytes, digest: this.sum.toString(16) };
  }
}

/** Reads a file, each byte once, and adds it to the totals. */
export async function digestFile(totals: FileTotals, path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  totals.add(path, sizeBytes, hash);
}

/**
 * A file's path in the storage, of an entry's name; null for other entries.
 *
 * @throws for one outside the folder
 */
export function readFilePath(name: string): string | null {
  if (!name.startsWith(prefix)) return null;
  const path = name.slice(prefix.length);
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path))
    throw new BackupError(`The backup has a file with the path ${path}.`);
  return path;
}

/** Visits the complete files of a storage's folder. A file that is removed meanwhile is left out. */
async function visitFiles(
  root: string,
  visit: (path: string, sizeBytes: number, bytes: Readable) => Promise<void>,
): Promise<void> {
  if (!existsSync(root)) return;
  for await (const { parentPath, name } of listFiles(root)) {
    const file = join(parentPath, name);
    const handle = await open(file, "r").catch(ignoreMissing);
    if (handle === null) continue;
    try {
      await visit(
        relative(root, file).replaceAll(sep, "/"),
        (await handle.stat()).size,
        handle.createReadStream({ autoClose: false }),
      );
    } finally {
      await handle.close();
    }
  }
}

async function* listFiles(folder: string): AsyncGenerator<{ parentPath: string; name: string }> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries) {
    if (entry.isDirectory()) yield* listFiles(join(folder, entry.name));
    else if (entry.isFile() && !entry.name.endsWith(".draft")) yield entry;
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** Writes the files of a storage's folder as entries of the archive. */
export async function addFiles(root: string, add: AddEntry): Promise<Files> {
  const totals = new FileTotals();
  await visitFiles(root, async (path, sizeBytes, bytes) => {
    const hash = createHash("sha256");
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await Promise.all([pipeline(bytes, hashing), add(`${prefix}${path}`, sizeBytes, hashing)]);
    totals.add(path, sizeBytes, hash);
  });
  return totals.get();
}

export async function digestFiles(root: string): Promise<Files> {
  const totals = new FileTotals();
  await visitFiles(root, (path, _sizeBytes, bytes) => digestFile(totals, path, bytes));
  return totals.get();
}

export async function writeFile(root: string, path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true, mode: modes.folder });
  await pipeline(Readable.from(bytes), createWriteStream(file, { flags: "wx", mode: modes.file, flush: true }));
}

/** Counts the versions of documents whose bytes, in their size, the storage does not have. */
export async function countAbsentObjects(client: Client, storage: Storage): Promise<number> {
  const cursor = client.query(
    new Cursor<{ organizationId: string; objectId: string; sizeBytes: string }>(
      `SELECT "organizationId", "objectId", "sizeBytes" FROM "DocumentVersion"`,
    ),
  );
  let count = 0;
  for (let rows = await cursor.read(atOnce); rows.length > 0; rows = await cursor.read(atOnce)) {
    const sizes = await Promise.all(
      rows.map(({ organizationId, objectId }) => storage.sizeOf(objectKey(organizationId, objectId))),
    );
    count += rows.filter(({ sizeBytes }, index) => sizes[index] !== Number(sizeBytes)).length;
  }
  await cursor.close();
  return count;
}
