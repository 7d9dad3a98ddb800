import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** How much of a file's beginning tells what it is. */
export const headBytes = 65_536;

/** A file that arrived, on this machine until it is dropped. */
export interface SpooledFile {
  sizeBytes: number;
  sha256: string;
  /** Its beginning, at most `headBytes`. */
  head: Buffer;
  read(): Readable;
  drop(): Promise<void>;
}

/** What arrives is written here first: whole, hashed and judged before the storage sees it. */
export interface Spool {
  /** Takes a stream to its end with bounded memory. Rejects, and keeps nothing, when it fails. */
  take(bytes: Readable): Promise<SpooledFile>;
  /** Removes what killed processes left more than `hours` ago. @returns how many */
  sweep(hours: number): Promise<number>;
}

export function openSpool(folder: string): Spool {
  return {
    take: async (bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, randomUUID());
      const meter = createMeter();
      // Opened first: a stream that is given up while it opens its file would make it after it was removed.
      const handle = await open(file, "wx", 0o600);
      try {
        await pipeline(bytes, meter.stream, handle.createWriteStream());
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return { ...meter.read(), read: () => createReadStream(file), drop: () => rm(file, { force: true }) };
    },
    sweep: async (hours) => {
      const names = await readdir(folder).catch(() => []);
      let swept = 0;
      for (const file of names.map((name) => join(folder, name))) {
        const found = await stat(file).catch(() => null);
        if (found === null || found.mtimeMs > Date.now() - hours * 3_600_000) continue;
        await rm(file, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

/** Passes bytes on and keeps their number, their hash and their beginning. */
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
