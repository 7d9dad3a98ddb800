import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listDatedFiles } from "../../testing/dated-files.ts";
import { chooseInstant, findMissingTool, runAtInstant, setInstants } from "./instants.ts";

test("there are 16 set instants, each once, and each is one", () => {
  expect(new Set(setInstants.map(({ at }) => at)).size).toBe(16);
  for (const { at } of setInstants) expect(new Date(at).toISOString().replace(".000", "")).toBe(at);
});

test("the chosen instant is one of them, and changes", () => {
  const chosen = new Set(Array.from({ length: 1_000 }, () => chooseInstant().at));
  expect(chosen).toEqual(new Set(setInstants.map(({ at }) => at)));
});

test("files that name a day or read the clock are dated, those of no day are not", () => {
  const dated = listDatedFiles();
  expect(dated).toContain("src/areas/deadlines/warnings/api.year.test.ts");
  expect(dated).not.toContain("src/areas/billing/invoices/domain.money.test.ts");
});

test.skipIf(findMissingTool() !== null)("a program and what it starts read the set clock", async () => {
  const folder = mkdtempSync(join(tmpdir(), "caseport-clock-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "program.mjs");
  writeFileSync(
    program,
    `import { execFileSync } from "node:child_process"; import { writeFileSync } from "node:fs";
    const other = execFileSync("date", ["--utc", "--iso-8601=minutes"], { encoding: "utf8", env: {} }).trim();
    writeFileSync(process.env.TEST_OUTPUT, JSON.stringify([new Date().toISOString().slice(0, 13), other.slice(0, 13)]));`,
  );
  await runAtInstant("2028-02-29T12:00:30Z", [program], { TEST_OUTPUT: join(folder, "output") });
  expect(JSON.parse(readFileSync(join(folder, "output"), "utf8"))).toEqual(["2028-02-29T12", "2028-02-29T12"]);
  await expect(runAtInstant("2028-02-29T12:00:30Z", ["--absent-option"], {})).rejects.toThrow("failed");
});
