import { spawnSync } from "node:child_process";
import { createCipheriv, createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { Parse, type Entry } from "unzipper";
import { describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { naughtyStrings } from "../../testing/hostile/naughty-strings.ts";
import { arbitraryText } from "../../testing/harness/arbitrary-text.ts";
import { readArchive } from "../../testing/harness/read-archive.ts";
import { createPaths } from "./archive-paths.ts";
import { textBytes, writeArchive, type ArchiveEntry } from "./archive.ts";
import { readChunks } from "./table.ts";
import {
  dataDescriptor,
  directoryRecord,
  dosDateTime,
  endOfDirectory,
  localHeader,
  zipMethods,
  type ZipEntry,
} from "./zip-records.ts";

const at = "2026-03-14T09:26:53.589Z";

async function* give(...entries: ArchiveEntry[]) {
  yield* entries;
}

const entry = (path: string, content: string): ArchiveEntry => ({ path, open: () => textBytes(content) });

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

function fileEntry(path: string, bytes: Buffer): ArchiveEntry {
  return { path, open: () => readChunks(cut(bytes)), canReopen: true };
}

/** Bytes that no compression makes smaller, the same at each run. */
function noise(length: number, seed: string): Buffer {
  return createCipheriv("aes-128-ctr", seed.padEnd(16), Buffer.alloc(16)).update(Buffer.alloc(length));
}

/** An archive as LibreOffice and cameras make them: stored pictures whose size follows them. */
async function makeNestedArchive(pictureBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const number of [1, 2, 3]) {
    const bytes = noise(pictureBytes, `picture ${number}`);
    const content = { crc32: crc32(bytes), sizeBytes: bytes.length, compressedBytes: bytes.length };
    const path = `word/media/${number}.jpeg`;
    const part: ZipEntry = { path, modified: dosDateTime(new Date(at)), method: zipMethods.stored, content: null };
    directory.push(directoryRecord(part, content, Buffer.concat(parts).length));
    parts.push(localHeader(part), bytes, dataDescriptor(content));
  }
  const end = { count: 3, offset: Buffer.concat(parts).length, sizeBytes: Buffer.concat(directory).length };
  const archive = Buffer.concat([...parts, ...directory, endOfDirectory(end)]);
  expect((await readArchive(archive)).size).toBe(3);
  return archive;
}

/** Reads as programs do that cannot seek: without the directory at the end. */
async function readFromBeginning(archive: Buffer): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>();
  const parser = Readable.from([archive]).pipe(Parse());
  parser.on("entry", (found: Entry) => void found.buffer().then((bytes) => read.set(found.path, bytes)));
  await parser.promise();
  return read;
}

describe("an archive", () => {
  test("can be read by other programs, and has a hash for each entry", async () => {
    const large = "0123456789abcdef".repeat(20_000);
    const written: object[] = [];
    const first = { ...entry("a/eins.txt", large), onWritten: (each: object) => written.push(each) };
    const read = await readArchive(writeArchive(give(first, entry("ü/空.txt", ""), entry("b.bin", large)), at));
    expect([...read].map(([path, bytes]) => [path, String(bytes)])).toEqual([
      ["a/eins.txt", large],
      ["ü/空.txt", ""],
      ["b.bin", large],
    ]);
    expect(written).toEqual([{ sizeBytes: large.length, sha256: createHash("sha256").update(large).digest("hex") }]);
  });

  test("is read from its beginning on, though clients' files are archives themselves", async () => {
    // unzipper 0.12.5 looks for the end of an entry whose size is not in front of it in the compressed bytes. Deflating
    // a nested archive does not hide its marks: bytes that do not get smaller stand in the deflated ones as they are.
    const files = [
      ["manifest.json", Buffer.from("{}"), false],
      ["files/Letter.docx", await makeNestedArchive(70_000), true],
      ["files/Photos.zip", await makeNestedArchive(1_600_000), true],
      ["files/empty.txt", Buffer.alloc(0), true],
      ["cases/cases.ndjson", Buffer.from('{"id":"case_1"}\n'.repeat(400_000)), false],
      ["checksums/000001.ndjson", Buffer.from("{}\n"), false],
    ] as const;
    const entries = files.map(([path, bytes, canReopen]) => ({ ...fileEntry(path, bytes), canReopen }));
    const archive = await buffer(writeArchive(give(...entries), at));
    const fromTheBeginning = await readFromBeginning(archive);
    const byItsDirectory = await readArchive(archive);
    for (const read of [fromTheBeginning, byItsDirectory]) {
      expect([...read.keys()]).toEqual(files.map(([path]) => path));
      for (const [path, bytes] of files) expect(read.get(path)?.equals(bytes), path).toBe(true);
    }
  });

  test("has the size of every entry in front of it, long lines of text aside, which are deflated", async () => {
    const lines = { path: "long.txt", open: () => readChunks(cut(Buffer.from("abcdefgh\n".repeat(600_000)))) };
    const entries = give(entry("short.txt", "a"), fileEntry("long.bin", noise(5_000_000, "a")), lines);
    const zip = await fromBufferPromise(await buffer(writeArchive(entries, at)), { lazyEntries: true });
    const found: unknown[] = [];
    for await (const { fileName, generalPurposeBitFlag, compressionMethod } of zip.eachEntry()) {
      found.push({ fileName, isSizeBehind: (generalPurposeBitFlag & 8) !== 0, compressionMethod });
    }
    expect(found).toEqual([
      { fileName: "short.txt", isSizeBehind: false, compressionMethod: 0 },
      { fileName: "long.bin", isSizeBehind: false, compressionMethod: 0 },
      { fileName: "long.txt", isSizeBehind: true, compressionMethod: 8 },
    ]);
  });

  test("fails where a file is not the one that was measured", async () => {
    const write = (first: Readable, second: Readable | null) => {
      const streams = [first, second];
      const open = () => streams.shift() ?? null;
      return buffer(writeArchive(give({ path: "a", canReopen: true, open }), at));
    };
    const one = () => readChunks(cut(noise(5_000_000, "one")));
    await expect(write(one(), readChunks(cut(noise(5_000_000, "other"))))).rejects.toThrow("changed while the archive");
    await expect(write(one(), null)).rejects.toThrow("disappeared while the archive");
  });

  test("closes a file that is being measured when it is destroyed", async () => {
    let blocks = 0;
    const block = noise(65_536, "block");
    const endless = new Readable({
      read() {
        blocks += 1;
        // As bytes of a disk or a network come: a turn of the event loop later.
        setImmediate(() => this.push(block));
      },
    });
    const archive = writeArchive(give({ path: "a", canReopen: true, open: () => endless }), at);
    archive.resume();
    await expect.poll(() => blocks).toBeGreaterThan(100);
    archive.destroy();
    await expect.poll(() => endless.destroyed).toBe(true);
  });

  test("is byte-identical for the same entries at the same time", async () => {
    const write = (instant: string) => buffer(writeArchive(give(entry("a", "1"), entry("b", "2")), instant));
    expect((await write(at)).equals(await write(at))).toBe(true);
    expect((await write(at)).equals(await write("2026-03-15T09:26:53.589Z"))).toBe(false);
  });

  test("needs little memory for many files", () => {
    // Kept, they were 9 KB a file, which a heap of 24 MB does not hold.
    const write = `
      const { textBytes, writeArchive } = await import(process.env.ARCHIVE);
      async function* entries() {
        const open = () => textBytes("some bytes");
        for (let number = 0; number < 3_000; number += 1) yield { path: "files/" + number, open };
      }
      let size = 0;
      for await (const chunk of writeArchive(entries(), "${at}")) size += chunk.length;
      console.log(size > 3_000 * 10);`;
    const environment = { NODE_ENV: "production" as const, ARCHIVE: join(import.meta.dirname, "archive.ts") };
    const { stdout } = spawnSync(process.execPath, ["--max-old-space-size=24", "--input-type=module", "-e", write], {
      env: environment,
      encoding: "utf8",
    });
    expect(stdout).toBe("true\n");
  });

  test("has more entries, and more bytes, than the format's first version could count", async () => {
    const modified = dosDateTime(new Date(at));
    const content = { crc32: 0, sizeBytes: 0, compressedBytes: 0 };
    const empty = { path: "", modified, method: zipMethods.stored, content };
    const entries = Array.from({ length: 66_000 }, (_, number) => ({ ...empty, path: String(number) }));
    const headers = entries.map(localHeader);
    let offset = 0;
    const directory = entries.map((each, number) => {
      const record = directoryRecord(each, content, offset);
      offset += headers[number]?.length ?? 0;
      return record;
    });
    const records = Buffer.concat(directory);
    const end = endOfDirectory({ count: entries.length, offset, sizeBytes: records.length });
    const zip = await fromBufferPromise(Buffer.concat([...headers, records, end]), { lazyEntries: true });
    expect(zip.entryCount).toBe(66_000);
    // The last entry alone, as if 5 GiB stood before it: 32 bits are not enough for its size, nor for its place.
    const large = { crc32: 1, sizeBytes: 5 * 2 ** 30, compressedBytes: 5 * 2 ** 30 };
    const size = BigInt(large.sizeBytes);
    const header = localHeader({ ...empty, path: "large", content: large });
    expect([header.readUInt16LE(4), header.readUInt32LE(18), header.readUInt32LE(22)]).toEqual([
      45,
      2 ** 32 - 1,
      2 ** 32 - 1,
    ]);
    expect([header.readUInt16LE(35), header.readBigUInt64LE(39), header.readBigUInt64LE(47)]).toEqual([1, size, size]);
    expect(dataDescriptor(large).readBigUInt64LE(8)).toBe(size);
  });

  test("omits an entry without bytes", async () => {
    const none = { path: "b", open: () => null, onWritten: () => expect.unreachable() };
    expect([...(await readArchive(writeArchive(give(entry("a", "1"), none, entry("c", "3")), at))).keys()]).toEqual([
      "a",
      "c",
    ]);
  });

  test("has one entry open at a time", async () => {
    let open = 0;
    let most = 0;
    const counted = (path: string): ArchiveEntry => ({
      path,
      open: () => {
        open += 1;
        most = Math.max(most, open);
        return textBytes(path.repeat(1_000));
      },
      onWritten: () => void (open -= 1),
    });
    await buffer(writeArchive(give(counted("a"), counted("b"), counted("c")), at));
    expect([open, most]).toEqual([0, 1]);
  });

  test("fails with the error of an entry, without opening later entries", async () => {
    let ended = false;
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      try {
        yield entry("a", "1");
        yield {
          path: "b",
          open: () =>
            Readable.from(
              (async function* () {
                yield Buffer.from("half");
                throw new Error("the storage is gone");
              })(),
            ),
        };
        expect.unreachable();
      } finally {
        ended = true;
      }
    }
    await expect(buffer(writeArchive(entries(), at))).rejects.toThrow("the storage is gone");
    await expect.poll(() => ended).toBe(true);
  });

  test("reads a few blocks while nobody reads it, and closes its sources when it is destroyed", async () => {
    let blocks = 0;
    const block = noise(65_536, "block");
    const endless = new Readable({
      read() {
        blocks += 1;
        this.push(block);
      },
    });
    const archive = writeArchive(give({ path: "a", open: () => endless }), at);
    await once(archive, "readable");
    const reached = await new Promise<number>((resolve) => {
      let before = -1;
      // It stands still: no block was requested between two turns of the loop.
      const look = () => (blocks === before ? resolve(blocks) : ((before = blocks), setTimeout(look, 20)));
      look();
    });
    // 64 KiB each: 4 MiB, and what streams hold.
    expect(reached).toBeLessThan(100);
    archive.destroy();
    await expect.poll(() => endless.destroyed).toBe(true);
  });
});

describe("paths", () => {
  const name = fc.oneof(
    arbitraryText({ maxLength: 60 }),
    fc.constantFrom(...naughtyStrings),
    fc.constantFrom(
      "..",
      ".",
      "CON",
      "con.txt",
      "NUL",
      "a.",
      "a ",
      " a",
      "a/b",
      "C:\\x",
      "~",
      "LPT1",
      "COM¹.x",
      "Scan.pdf",
      "scan.PDF",
      "ＣＯＮ",
      "x".repeat(300),
      "a:b",
      "…",
      ".htaccess",
      "a\u202efdp",
    ),
  );
  const file = fc.record({
    folders: fc.array(name, { maxLength: 20 }),
    name,
    extension: fc.option(fc.oneof(name, fc.constantFrom("pdf", "PDF", "tar.gz", "p d f")), { nil: null }),
  });

  test("are safe on every system, limited in length, and distinct regardless of case, for any names", () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 30 }), (files) => {
        const make = createPaths();
        const paths = files.map((each, index) => make({ ...each, id: `doc_${index}` }));
        const again = createPaths();
        expect(files.map((each, index) => again({ ...each, id: `doc_${index}` }))).toEqual(paths);
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
        const folders = new Set(
          paths.flatMap((path) =>
            path
              .split("/")
              .slice(0, -1)
              .map((_, depth, all) =>
                all
                  .slice(0, depth + 1)
                  .join("/")
                  .toLowerCase(),
              ),
          ),
        );
        for (const path of paths) {
          expect(path.length).toBeLessThanOrEqual(230);
          // No file is where a folder must be.
          expect(folders.has(path.toLowerCase())).toBe(false);
          for (const part of path.split("/")) {
            expect(part).not.toMatch(/^$|^\.|^ |[. ]$|[<>:"\\|?*]/u);
            expect(part).not.toMatch(/\p{C}/u);
            expect(part.split(".")[0]).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/iu);
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("keep valid names, and number repeated ones", () => {
    const make = createPaths();
    const parts = { folders: ["files", "Medical records"], name: "Bill of St. Mary’s", extension: "pdf" };
    expect(make({ ...parts, id: "doc_1" })).toBe("files/Medical records/Bill of St. Mary’s.pdf");
    expect(make({ ...parts, id: "doc_2", name: "bill of st. mary’s.PDF" })).toBe(
      "files/Medical records/bill of st. mary’s (doc_2).pdf",
    );
    expect(make({ folders: ["v1.2"], name: "notes", extension: null, id: "doc_3" })).toBe("v1_2/notes.bin");
  });
});
