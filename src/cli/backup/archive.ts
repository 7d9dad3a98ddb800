import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { extract, pack } from "tar-stream";
import { forceFolder } from "../../platform/storage/disk.ts";
import { BackupError } from "./backup-error.ts";

const draftEnding = ".draft";
/** The higher levels take twice the time and save a tenth. */
const compression = { level: 1 };

const readBytes = 2 ** 20;

/** Adds an entry to the archive; resolves when it is written. */
export type AddEntry = (name: string, sizeBytes: number, bytes: Readable | Buffer) => Promise<void>;

/** Whether a key only encrypts. */
export function isRecipient(key: string): boolean {
  return key.startsWith("age1");
}

/** The key that encrypts: CASEPORT_BACKUP_KEY may be it, or the key that decrypts, from which it follows. */
export async function findRecipient(key: string): Promise<string> {
  return isRecipient(key) ? key : identityToRecipient(key);
}

/**
 * Writes an encrypted archive: tar, gzip and age, so that `age -d … | tar xz` reads it, too. It has another name until
 * it is complete and on disk. Drafts of killed runs in the same folder are removed.
 *
 * @throws if the file exists
 */
export async function writeArchive(file: string, key: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await findRecipient(key));
  const folder = dirname(file);
  for (const name of await readdir(folder)) if (isDraft(name)) await rm(join(folder, name), { force: true });
  const draft = `${file}${draftEnding}`;
  const handle = await open(draft, "wx", 0o600);
  const entries = pack();
  const encrypt = async function* (source: AsyncIterable<Buffer>) {
    yield* await encrypter.encrypt(toWebStream(source));
  };
  const written = pipeline(entries, createGzip(compression), encrypt, handle.createWriteStream({ flush: true }));
  const filled = fill((name, sizeBytes, bytes) => addEntry(entries, name, sizeBytes, bytes)).then(
    () => entries.finalize(),
    (error: unknown) => {
      entries.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  try {
    const [ofFill, ofPipeline] = await Promise.allSettled([filled, written]);
    for (const { status, ...rest } of [ofFill, ofPipeline])
      if (status === "rejected" && "reason" in rest) throw rest.reason;
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await forceFolder(folder);
}

/** ReadableStream.from, which TypeScript's library does not have. */
function toWebStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Whether a file of this name is a backup that is being written, or whose writer was killed. */
export function isDraft(name: string): boolean {
  return name.endsWith(`.age${draftEnding}`);
}

async function addEntry(
  entries: ReturnType<typeof pack>,
  name: string,
  sizeBytes: number,
  bytes: Readable | Buffer,
): Promise<void> {
  const entry = entries.entry({ name, size: sizeBytes, mode: 0o600 });
  if (!Buffer.isBuffer(bytes)) return pipeline(bytes, entry);
  entry.end(bytes);
  await once(entry, "close");
}

/**
 * Reads an archive from its beginning to its end. Each entry's bytes must be read before the callback resolves.
 *
 * @throws a BackupError if it is truncated, was changed, or is for another key; the callback may have been called
 *   before
 */
export async function readArchive(
  file: string,
  key: string,
  visit: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  if (isRecipient(key)) throw new BackupError("CASEPORT_BACKUP_KEY: must be the key that decrypts (AGE-SECRET-KEY-…).");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const entries = extract();
  const decrypt = async function* () {
    yield* await decrypter.decrypt(toWebStream(createReadStream(file, { highWaterMark: readBytes })));
  };
  const visits = async () => {
    for await (const entry of entries) await visit(entry.header.name, entry as AsyncIterable<Buffer>);
  };
  const [read, visited] = await Promise.allSettled([pipeline(decrypt, createGunzip(), entries), visits()]);
  // An error of a visit closes the archive early, and one of the archive ends the visit.
  if (visited.status === "rejected" && (read.status === "fulfilled" || isEarlyClose(read.reason))) throw visited.reason;
  if (read.status === "rejected") throw damaged(file, read.reason);
}

function isEarlyClose(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

function damaged(file: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
    return new BackupError(`There is no file ${file}.`);
  if (message.includes("no identity matched"))
    return new BackupError(`CASEPORT_BACKUP_KEY does not decrypt ${basename(file)}: it was encrypted for another key.`);
  return new BackupError(`${basename(file)} is truncated or was changed: ${message}.`, { cause });
}
