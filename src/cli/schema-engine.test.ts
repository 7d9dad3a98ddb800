import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diffSinceCommit, listUncommitted } from "./schema-engine.ts";

let repository: string;
let folder: string;

const git = (...words: string[]) =>
  execFileSync("git", ["-C", repository, "-c", "user.name=t", "-c", "user.email=t@example.com", ...words]);
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const model = (name: string, columns: string) => `model ${name} {\n  id String @id\n${columns}}\n`;

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), "caseport-schema-"));
  folder = join(repository, "prisma", "schema");
  mkdirSync(folder, { recursive: true });
  git("init", "--quiet");
  write("main.prisma", 'datasource db {\n  provider = "postgresql"\n}\n');
  write("cases.prisma", model("Case", ""));
  git("add", ".");
  git("commit", "--quiet", "--message", "The first");
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

test("the difference to a commit is the SQL of a migration, also of files that are new", async () => {
  expect(await diffSinceCommit("HEAD", folder)).toBeNull();
  expect(listUncommitted(folder)).toEqual([]);
  write("cases.prisma", model("Case", "  title String?\n"));
  write("notes.prisma", model("Note", ""));
  const script = await diffSinceCommit("HEAD", folder);
  expect(script).toContain('ALTER TABLE "Case" ADD COLUMN     "title" TEXT;');
  expect(script).toContain('CREATE TABLE "Note"');
  expect(listUncommitted(folder)).toEqual(["prisma/schema/cases.prisma", "prisma/schema/notes.prisma"]);
  git("add", ".");
  git("commit", "--quiet", "--message", "The second");
  expect(await diffSinceCommit("HEAD", folder)).toBeNull();
  expect(await diffSinceCommit("HEAD~1", folder)).toBe(script);
});

test("a commit that does not exist is git's error", async () => {
  await expect(async () => diffSinceCommit("absent", folder)).rejects.toThrow(/absent/);
});
