import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naughtyStrings } from "../../testing/hostile/naughty-strings.ts";
import { arbitraryText } from "../../testing/harness/arbitrary-text.ts";
import { readArchive } from "../../testing/harness/read-archive.ts";
import { createPaths } from "./archive-paths.ts";
import { textBytes, writeArchive, type ArchiveEntry } from "./archive.ts";

const at = "2026-03-14T09:26:53.589Z";

async function* give(...entries: ArchiveEntry[]) {
  yield* entries;
}

const entry = (path: string, content: string): ArchiveEntry => ({ path, open: () => textBytes(content) });

describe("an archive", () => {
  test("can be read by other programs, and has a hash for each entry", async () => {
    const large = "0123456789abcdef".repeat(20_000);
    const written: object[] = [];
    const read = await readArchive(writeArchive(give({ ...entry("a/eins.txt", large), onWritten: (each) => written.push(each) }, entry("ü/空.txt", ""), { ...entry("b.bin", large), isCompressed: true }), at));
    expect([...read].map(([path, bytes]) => [path, String(bytes)])).toEqual([["a/eins.txt", large], ["ü/空.txt", ""], ["b.bin", large]]);
    expect(written).toEqual([{ sizeBytes: large.length, sha256: createHash("sha256").update(large).digest("hex") }]);
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
        for (let number = 0; number < 3_000; number += 1) yield { path: "files/" + number, open: () => textBytes("some bytes"), isCompressed: true };
      }
      let size = 0;
      for await (const chunk of writeArchive(entries(), "${at}")) size += chunk.length;
      console.log(size > 3_000 * 10);`;
    const environment = { NODE_ENV: "production" as const, ARCHIVE: join(import.meta.dirname, "archive.ts") };
    const { stdout } = spawnSync(process.execPath, ["--max-old-space-size=24", "--input-type=module", "-e", write], { env: environment, encoding: "utf8" });
    expect(stdout).toBe("true\n");
  });

  test("omits an entry without bytes", async () => {
    const none = { path: "b", open: () => null, onWritten: () => expect.unreachable() };
    expect([...(await readArchive(writeArchive(give(entry("a", "1"), none, entry("c", "3")), at))).keys()]).toEqual(["a", "c"]);
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
    const endless = new Readable({
      read() {
        blocks += 1;
        this.push(createHash("sha512").update(String(blocks)).digest("hex").repeat(500));
      },
    });
    const archive = writeArchive(give({ path: "a", isCompressed: true, open: () => endless }), at);
    await once(archive, "readable");
    const reached = await new Promise<number>((resolve) => {
      let before = -1;
      // It stands still: no block was requested between two turns of the loop.
      const look = () => (blocks === before ? resolve(blocks) : ((before = blocks), setTimeout(look, 20)));
      look();
    });
    expect(reached).toBeLessThan(100);
    archive.destroy();
    await expect.poll(() => endless.destroyed).toBe(true);
  });
});

describe("paths", () => {
  const name = fc.oneof(
    arbitraryText({ maxLength: 60 }),
    fc.constantFrom(...naughtyStrings),
    fc.constantFrom("..", ".", "CON", "con.txt", "NUL", "a.", "a ", " a", "a/b", "C:\\x", "~", "LPT1", "COM¹.x", "Scan.pdf", "scan.PDF", "ＣＯＮ", "x".repeat(300), "a:b", "…", ".htaccess", "a\u202efdp"),
  );
  const file = fc.record({ folders: fc.array(name, { maxLength: 20 }), name, extension: fc.option(fc.oneof(name, fc.constantFrom("pdf", "PDF", "tar.gz", "p d f")), { nil: null }) });

  test("are safe on every system, limited in length, and distinct regardless of case, for any names", () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 30 }), (files) => {
        const make = createPaths();
        const paths = files.map((each, index) => make({ ...each, id: `doc_${index}` }));
        const again = createPaths();
        expect(files.map((each, index) => again({ ...each, id: `doc_${index}` }))).toEqual(paths);
        expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
        const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1).map((_, depth, all) => all.slice(0, depth + 1).join("/").toLowerCase())));
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
    expect(make({ ...parts, id: "doc_2", name: "bill of st. mary’s.PDF" })).toBe("files/Medical records/bill of st. mary’s (doc_2).pdf");
    expect(make({ folders: ["v1.2"], name: "notes", extension: null, id: "doc_3" })).toBe("v1_2/notes.bin");
  });
});
