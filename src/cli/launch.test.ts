import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashFiles } from "./serve/hash-files.mjs";

/** A project of the launcher alone, whose programs print which of them runs. */
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "launch-"));
  for (const name of ["launch.mjs", "steps.mjs", "serve/build-stamp.mjs", "serve/hash-files.mjs"])
    cpSync(join(import.meta.dirname, name), at("src", "cli", name));
  for (const name of ["node_modules", ".next/programs"]) mkdirSync(at(name), { recursive: true });
  for (const name of ["package-lock.json", "node_modules/.package-lock.json"])
    writeFileSync(at(name), JSON.stringify({ packages: {} }));
  const print = (which: string) => `console.log(${JSON.stringify(which)}, process.argv.slice(2).join(" "));\n`;
  writeFileSync(at("src", "cli", "start.ts"), print("sources"));
  writeFileSync(at("src", "cli", "test.ts"), print("sources"));
  writeFileSync(at(".next", "programs", "start.mjs"), print("bundle"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const launch = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, [at("src", "cli", "launch.mjs"), ...words])).stdout.trim();
const stamp = () =>
  writeFileSync(
    at(".next", "built-from"),
    hashFiles(folder, ["src", "package-lock.json"], (path) => path.endsWith(".test.ts")),
  );

test("a server is started from the bundle of the last build, while no source has changed since", async () => {
  expect(await launch("start.ts")).toBe("sources");
  stamp();
  expect(await launch("start.ts")).toBe("bundle --built");
  writeFileSync(at("src", "cli", "launch.test.ts"), "");
  expect(await launch("start.ts")).toBe("bundle --built");
  writeFileSync(at("src", "added.ts"), "");
  expect(await launch("start.ts")).toBe("sources");
});

test("a worker that has no bundle, development and other programs run from the sources", async () => {
  stamp();
  writeFileSync(at("src", "cli", "worker.ts"), 'console.log("sources");\n');
  stamp();
  expect(await launch("worker.ts")).toBe("sources");
  expect(await launch("start.ts", "--dev")).toBe("sources --dev");
  expect(await launch("test.ts")).toBe("sources");
});
