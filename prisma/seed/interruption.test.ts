import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../src/testing/harness/extent.ts";
import { compileCacheFolder } from "../../src/testing/servers/compile-cache.ts";
import { isSeeded, seedDemoData } from "./demo.ts";
import { seededTables } from "./rows.ts";
import { createTemporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";

let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await createTemporaryDatabase();
});

async function countRows(): Promise<number> {
  const counts = seededTables.map((table) => `(SELECT count(*) FROM "${table}")`).join(" + ");
  return Number((await temporary.askAll(`SELECT ${counts} AS rows`))[0]?.["rows"]);
}

/** Starts a seed in a process of its own that waits for ever before its commit, and kills it when it has written everything. */
async function killSeed(): Promise<void> {
  const module = new URL("./demo.ts", import.meta.url).href;
  const databaseUrl = temporary.applicationUrl;
  const script = `import { seedDemoData } from ${JSON.stringify(module)};
    const beforeCommit = () => new Promise(() => console.log("written"));
    await seedDemoData({ databaseUrl: ${JSON.stringify(databaseUrl)}, baseUrl: "", secret: "the-secret-of-this-test-0123456789abcdef", beforeCommit });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder() },
  });
  const gone = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  expect((await gone)[1]).toBe("SIGKILL");
}

test("an interrupted seed leaves nothing", async () => {
  await killSeed();
  expect(await countRows()).toBe(0);
  expect(await isSeeded(temporary.applicationUrl)).toBe(false);
});

// That a seed succeeds in an empty database, which it left, is what every test of the demo data begins with.
test.runIf(isFullExtent)("the next seed succeeds, and another one changes nothing", async () => {
  const databaseUrl = temporary.applicationUrl;
  await seedDemoData({ databaseUrl, baseUrl: "", secret: "the-secret-of-this-test-0123456789abcdef" });
  expect(await isSeeded(databaseUrl)).toBe(true);
  const rows = await countRows();
  expect(rows).toBeGreaterThan(10_000);
  await expect(seedDemoData({ databaseUrl, baseUrl: "", secret: "the-secret-of-this-test-0123456789abcdef" })).rejects.toThrow("duplicate key");
  expect(await countRows()).toBe(rows);
});
