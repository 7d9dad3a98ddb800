import { once } from "node:events";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { ZipFile, type ReadStreamOptions } from "yazl";
import { createMeter } from "../storage/spool.ts";
import { readChunks } from "./table.ts";

export interface ArchiveEntry {
  /** Of folders and a name, from `safePath`. */
  path: string;
  /** Opens its bytes, when those before it have been written. null: there are none, and the archive has no such file. */
  open(): Readable | null | Promise<Readable | null>;
  /** Whether it is as small as it gets: pictures, archives. */
  isCompressed?: boolean;
  /** Called with the entry's size when it is completely written. */
  onWritten?(written: { sizeBytes: number; sha256: string }): void;
}

/**
 * A ZIP archive of entries that are made one after the other: each is requested when the one before has been written whole, and no
 * more than a few blocks of it are in memory. The bytes depend on the entries and the instant alone.
 * @param at the time that every entry carries, in UTC. ISO-8601
 * @returns the bytes; they end with what an entry ended with
 */
export function writeArchive(entries: AsyncIterable<ArchiveEntry>, at: string): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const options = { mtime: dosTime(new Date(at)), forceDosTimestamp: true };
  const addAll = async () => {
    for await (const entry of entries) {
      // Nobody wants it any more: the loop's end ends whatever makes the entries.
      if (output.destroyed) return;
      await addEntry(zip, output, entry, options);
    }
    zip.end();
  };
  addAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** The format has no time zone, and its writer takes the machine's: here the clock on the machine's wall shows UTC. */
function dosTime(at: Date): Date {
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
}

async function addEntry(zip: ZipFile, output: Readable, entry: ArchiveEntry, options: { mtime: Date; forceDosTimestamp: boolean }): Promise<void> {
  const bytes = await entry.open();
  if (bytes === null) return;
  const meter = createMeter();
  // Passes on errors and ends that come early, which a pipe does not.
  pipeline(bytes, meter.stream, () => undefined);
  const stop = () => void meter.stream.destroy(new Error("The archive's reader stopped."));
  output.once("close", stop);
  if (output.destroyed) stop();
  try {
    addStream(zip, meter.stream, entry.path, { ...options, compress: entry.isCompressed !== true });
    await once(meter.stream, "end");
  } finally {
    output.off("close", stop);
  }
  const { sizeBytes, sha256 } = meter.read();
  entry.onWritten?.({ sizeBytes, sha256 });
}

/** As `addReadStream`, which keeps the stream of every entry until the archive's end. */
function addStream(zip: ZipFile, bytes: Readable, path: string, options: Partial<ReadStreamOptions>): void {
  const given = [bytes];
  zip.addReadStreamLazy(path, options, (take) => {
    for (const stream of given.splice(0)) take(null, stream);
  });
}

export function textBytes(text: string): Readable {
  return readChunks([Buffer.from(text)]);
}
