import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isBreached, isPasswordList } from "./breached-passwords.ts";

const folder = mkdtempSync(join(tmpdir(), "caseport-breached-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hash = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();
const passwords = Array.from({ length: 999 }, (_, number) => `password of a breach ${number}`);

function write(
  name: string,
  count: number,
  writeLine: (password: string, number: number) => string,
  end = "\n",
): string {
  const lines = passwords
    .slice(0, count)
    .map((password, number) => writeLine(hash(password), number))
    .toSorted();
  writeFileSync(join(folder, name), lines.join(end) + end);
  return join(folder, name);
}

describe.each([
  ["with numbers of any length", 999, write("counted", 999, (line, number) => `${line}:${number ** 3}`)],
  ["without numbers", 999, write("bare", 999, (line) => line)],
  ["with lines that end as on Windows", 999, write("windows", 999, (line, number) => `${line}:${number}`, "\r\n")],
  ["of two passwords", 2, write("two", 2, (line) => line)],
  ["of one", 1, write("one", 1, (line) => line)],
] as const)("a list %s", (_, count, file) => {
  test("has each of its passwords, and no other", async () => {
    expect(isPasswordList(file)).toBe(true);
    const found = await Promise.all(passwords.map((password) => isBreached(file, password)));
    expect(found.filter(Boolean)).toHaveLength(count);
    expect(found.lastIndexOf(true)).toBe(count - 1);
    for (const other of ["", "Password of a breach 1", "correct-horse-battery"])
      expect(await isBreached(file, other)).toBe(false);
  });
});

test("without a list nothing is breached; what is no list is named", async () => {
  expect(await isBreached(null, "password")).toBe(false);
  writeFileSync(join(folder, "other"), "password\n123456\n".repeat(40));
  expect([
    isPasswordList(join(folder, "other")),
    isPasswordList(join(folder, "absent")),
    isPasswordList(folder),
  ]).toEqual([false, false, false]);
  await expect(isBreached(join(folder, "other"), "password")).rejects.toThrow(
    "CASEPORT_BREACHED_PASSWORDS: the file is not a sorted list of SHA-1 hashes.",
  );
});
