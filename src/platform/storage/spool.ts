import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The number of first bytes that identify a file's type. */
export const headBytes = 65_536;
const chunkBytes = 65_536;

/** A received file on the local disk, until it is dropped or the process ends. */
export interface SpooledFile {
  sizeBytes: number;
  sha256: string;
  head: Buffer;
  read(): Readable;
  drop(): Promise<void>;
}

/** Received files are written here first, to be hashed and checked before they are stored. */
export interface Spool {
  /** Receives a stream with bounded memory. Rejects, and keeps nothing, if the stream fails. */
  take(bytes: Readable): Promise<SpooledFile>;
  /**
   * Removes files older than `hours`, of processes killed between creating and unlinking a file.
   *
   * @returns their number
   */
  purge(hours: number): Promise<number>;
}

export function openSpool(folder: string): Spool {
  return {
    take: async (bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, randomUUID());
      const handle = await open(file, "wx+", 0o600);
      const meter = createMeter();
      try {
        // Unlinked: the file is deleted when the process ends, even if it is killed.
        await rm(file, { force: true });
        await pipeline(bytes, meter.stream, (chunks: AsyncIterable<Buffer>) => handle.writeFile(chunks));
      } catch (error) {
        await handle.close();
        throw error;
      }
      return {
        ...meter.read(),
        read: () => Readable.from(readFile(handle), { objectMode: false }),
        drop: () => handle.close(),
      };
    },
    purge: async (hours) => {
      const names = await readdir(folder).catch(() => []);
      let purged = 0;
      for (const file of names.map((name) => join(folder, name))) {
        const found = await stat(file).catch(() => null);
        if (found === null || found.mtimeMs > Date.now() - hours * 3_600_000) continue;
        await rm(file, { force: true });
        purged += 1;
      }
      return purged;
    },
  };
}

/** Reads by position, so that several readers can read concurrently. */
async function* readFile(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(chunkBytes), position });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Measures a stream: size, hash and first bytes. */
export function createMeter(): { stream: Transform; read(): Pick<SpooledFile, "sizeBytes" | "sha256" | "head"> } {
  const hash = createHash("sha256");
  const beginning: Buffer[] = [];
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (sizeBytes < headBytes) beginning.push(chunk.subarray(0, headBytes - sizeBytes));
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ sizeBytes, sha256: hash.digest("hex"), head: Buffer.concat(beginning) }) };
}
