import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/**
 * What is in a ZIP archive, by path, in its order: read by another program than writes it, sizes and checksums
 * compared.
 */
export async function readArchive(archive: Buffer | Readable): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const zip = await fromBufferPromise(Buffer.isBuffer(archive) ? archive : await buffer(archive), {
    lazyEntries: true,
    strictFileNames: true,
  });
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (found.has(entry.fileName) || crc32(bytes) !== entry.crc32)
      throw new Error(`${entry.fileName} is there twice, or is damaged`);
    found.set(entry.fileName, bytes);
  }
  return found;
}
