import { createHash } from "node:crypto";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { readChunks } from "./table.ts";
import {
  dataDescriptor,
  directoryRecord,
  dosDateTime,
  endOfDirectory,
  localHeader,
  zipMethods,
  type DosDateTime,
  type ZipContent,
  type ZipEntry,
} from "./zip-records.ts";

export interface ArchiveEntry {
  /** Of folders and a name, from `safePath`. */
  path: string;
  /** Opens its bytes, when those before it have been written. null: there are none, and the archive has no such file. */
  open(): Readable | null | Promise<Readable | null>;
  /** Whether `open` can be called again, for the same bytes: a large file is read twice, measured and then written. */
  canReopen?: boolean;
  /** Called with the entry's size when it is completely written. */
  onWritten?(written: { sizeBytes: number; sha256: string }): void;
}

/** An entry of at most so many bytes is compressed in memory. Two exports run at once in a process. */
const wholeBytes = 4 * 2 ** 20;

/**
 * A ZIP archive of entries that are made one after the other: each is requested when the one before has been written
 * whole, and no more than 4 MiB of it are in memory. The bytes depend on the entries and the instant alone.
 *
 * Programs that cannot seek read it from its beginning on. Some look for the end of an entry whose size follows it in
 * its bytes, and a client's file may be an archive itself, which has the same marks: so the size of every such file
 * stands in front of it. Only long lines of text, which contain no such mark, are deflated with their size behind them
 * (decision 0133).
 *
 * @param at the time that every entry carries, in UTC. ISO-8601
 * @returns the bytes; they end with what an entry ended with
 */
export function writeArchive(entries: AsyncIterable<ArchiveEntry>, at: string): Readable {
  let current: Readable | null = null;
  const open = async (entry: ArchiveEntry) => (current = await entry.open());
  const output = new PassThrough();
  pipeline(archiveBytes(entries, dosDateTime(new Date(at)), open), output, () => undefined);
  // The generator would notice at its next chunk, and while a file is measured there is none.
  output.once("close", () => current?.destroy(new Error("The archive's reader stopped.")));
  return output;
}

type Open = (entry: ArchiveEntry) => Promise<Readable | null>;

async function* archiveBytes(
  entries: AsyncIterable<ArchiveEntry>,
  modified: DosDateTime,
  open: Open,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const given of entries) {
    const bytes = await open(given);
    if (bytes === null) continue;
    const reopen = given.canReopen === true ? () => open(given) : null;
    const { entry, content, sha256, length } = yield* entryBytes({ path: given.path, modified }, bytes, reopen);
    directory.push(directoryRecord(entry, content, offset));
    offset += length;
    given.onWritten?.({ sizeBytes: content.sizeBytes, sha256 });
  }
  yield* directory;
  yield endOfDirectory({ count: directory.length, offset, sizeBytes: sumOfLengths(directory) });
}

interface Written {
  entry: ZipEntry;
  content: ZipContent;
  sha256: string;
  /** How many bytes of the archive it takes, its records included. */
  length: number;
}

/**
 * Writes an entry in the first way that fits: compressed in memory, measured beforehand, or with its size behind it.
 *
 * @param reopen null where the bytes are given once
 */
async function* entryBytes(
  named: Named,
  bytes: Readable,
  reopen: (() => Promise<Readable | null>) | null,
): AsyncGenerator<Buffer, Written> {
  const tally = createTally();
  const chunks = tally.count(bytes);
  try {
    const beginning = await readBeginning(chunks);
    if (beginning.isWhole) return yield* writeWhole(named, beginning.chunks, tally);
    if (reopen === null) return yield* writeDeflated(named, joined(beginning.chunks, chunks), tally);
    // To its end, so that the tally is complete.
    for await (const _chunk of chunks);
    const again = await reopen();
    if (again === null) throw new Error("A file disappeared while the archive was written.");
    return yield* writeMeasured(named, again, tally.read());
  } finally {
    // Also where the archive's reader stopped.
    bytes.destroy();
  }
}

type Named = Pick<ZipEntry, "path" | "modified">;

/** @returns whether the stream ended with these chunks */
async function readBeginning(chunks: AsyncGenerator<Buffer>): Promise<{ chunks: Buffer[]; isWhole: boolean }> {
  const read: Buffer[] = [];
  for (let size = 0; size <= wholeBytes;) {
    const { done, value } = await chunks.next();
    if (done === true) return { chunks: read, isWhole: true };
    read.push(value);
    size += value.length;
  }
  return { chunks: read, isWhole: false };
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

async function* writeWhole(named: Named, chunks: readonly Buffer[], tally: Tally): AsyncGenerator<Buffer, Written> {
  const { crc32: checksum, sizeBytes, sha256 } = tally.read();
  const deflated: Buffer[] = [];
  for await (const chunk of deflate(chunks)) deflated.push(chunk);
  const isSmaller = sumOfLengths(deflated) < sizeBytes;
  const body = isSmaller ? deflated : chunks;
  const content = { crc32: checksum, sizeBytes, compressedBytes: sumOfLengths(body) };
  const entry: ZipEntry = { ...named, method: isSmaller ? zipMethods.deflated : zipMethods.stored, content };
  const header = localHeader(entry);
  yield header;
  yield* body;
  return { entry, content, sha256, length: header.length + content.compressedBytes };
}

/** Stored: for its compressed size it would be compressed twice, and most large files are compressed already. */
async function* writeMeasured(named: Named, bytes: Readable, measured: Sums): AsyncGenerator<Buffer, Written> {
  const { crc32: checksum, sizeBytes, sha256 } = measured;
  const content = { crc32: checksum, sizeBytes, compressedBytes: sizeBytes };
  const entry: ZipEntry = { ...named, method: zipMethods.stored, content };
  const header = localHeader(entry);
  yield header;
  const tally = createTally();
  yield* tally.count(bytes);
  if (tally.read().sha256 !== sha256) throw new Error("A file changed while the archive was written.");
  return { entry, content, sha256, length: header.length + sizeBytes };
}

async function* writeDeflated(
  named: Named,
  chunks: AsyncIterable<Buffer>,
  tally: Tally,
): AsyncGenerator<Buffer, Written> {
  const entry: ZipEntry = { ...named, method: zipMethods.deflated, content: null };
  const header = localHeader(entry);
  yield header;
  let compressedBytes = 0;
  for await (const chunk of deflate(chunks)) {
    compressedBytes += chunk.length;
    yield chunk;
  }
  const { crc32: checksum, sizeBytes, sha256 } = tally.read();
  const content = { crc32: checksum, sizeBytes, compressedBytes };
  const descriptor = dataDescriptor(content);
  yield descriptor;
  return { entry, content, sha256, length: header.length + compressedBytes + descriptor.length };
}

async function* deflate(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflated = createDeflateRaw();
  // Its callback would say what iterating throws, too.
  pipeline(chunks, deflated, () => undefined);
  yield* deflated as AsyncIterable<Buffer>;
}

interface Sums {
  crc32: number;
  sizeBytes: number;
  sha256: string;
}

interface Tally {
  /** The same chunks, counted as they are taken. */
  count(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  /** Read once, after the last chunk. */
  read(): Sums;
}

function createTally(): Tally {
  const hash = createHash("sha256");
  let checksum = 0;
  let sizeBytes = 0;
  return {
    count: async function* (bytes) {
      for await (const chunk of bytes) {
        hash.update(chunk);
        checksum = crc32(chunk, checksum);
        sizeBytes += chunk.length;
        yield chunk;
      }
    },
    read: () => ({ crc32: checksum, sizeBytes, sha256: hash.digest("hex") }),
  };
}

function sumOfLengths(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

export function textBytes(text: string): Readable {
  return readChunks([Buffer.from(text)]);
}
