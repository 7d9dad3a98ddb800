import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeSources } from "../contract/merge-fields.ts";
import { projectFolder } from "../cli/run-program.ts";
import { readGuideProgram, runGuideProgram } from "../testing/harness/trail-program.ts";

const recompute = (trail: object): Promise<string> => runGuideProgram(JSON.stringify(trail));

const entry = {
  number: 1,
  at: "2026-03-05T16:00:00.000Z",
  action: "sent",
  actor: { type: "integration_key", id: "key_1", label: "Portal" },
  recipientId: null,
  ipAddress: null,
  userAgent: null,
  detail: { documents: ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] },
};
const trail = {
  requestId: "esr_01jtest0000000000000000001",
  chainHash: "85a9123459d18b8e6b248d9df117b51a761bb0a7576d1cc66baacfef738386b4",
  entries: [entry],
};

test("the guide's program recomputes the chain of a trail, in at most 20 lines of code", async () => {
  const program = readGuideProgram();
  const code = program.split("\n").filter((line) => line !== "" && !line.startsWith("//"));
  expect(code.length).toBeLessThanOrEqual(20);
  expect([...program.matchAll(/ from "(.*)"/g)].map(([, module]) => module)).toEqual(["node:crypto", "node:fs"]);
  expect(await recompute(trail)).toBe(`1 entries, chain ${trail.chainHash}\n`);
});

test.each([
  ["a changed entry", { entries: [{ ...entry, at: "2026-03-05T16:00:00.001Z" }] }, "The trail was changed"],
  ["an added one", { entries: [entry, { ...entry, number: 2 }] }, "The trail was changed"],
  ["a missing one", { entries: [{ ...entry, number: 2 }] }, "Entry 1 is missing"],
  ["another request's", { requestId: "esr_01jtest0000000000000000002" }, "The trail was changed"],
])("it fails for %s", async (_, change, message) => {
  await expect(recompute({ ...trail, ...change })).rejects.toThrow(message);
});

test("the guide lists the sources of merge fields", () => {
  const guide = readFileSync(join(projectFolder, "src/guides/signatures.md"), "utf8");
  const rows = [...guide.matchAll(/^\| `([A-Za-z.]+)` +\| (.*?) *\|$/gm)].map(([, source, value]) => [source, value]);
  expect(rows.filter(([source]) => source !== undefined && source in mergeSources)).toEqual(
    Object.entries(mergeSources),
  );
});
