import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { isFullExtent } from "../../src/testing/harness/extent.ts";
import { countSeededRows, prepareTemplate } from "../../src/testing/harness/seeded.ts";
import { compileCacheFolder } from "../../src/testing/servers/compile-cache.ts";
import { isSeeded, seedDemoData } from "./demo.ts";
import { createTemporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";

let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await createTemporaryDatabase();
});

/**
 * Starts a seed in a process of its own that waits for ever before its commit, and kills it when it has written
 * everything.
 */
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

test("nothing is committed until every row is written, so that an interrupted seed leaves nothing", async () => {
  const { template, beforeCommit } = await prepareTemplate();
  expect(beforeCommit).toEqual({ rows: 0, isSeeded: false });
  const seeded = await createTemporaryDatabase({ template });
  expect(await countSeededRows(seeded)).toBeGreaterThan(10_000);
  expect(await isSeeded(seeded.applicationUrl)).toBe(true);
});

test.runIf(isFullExtent)("a killed seed leaves nothing", async () => {
  await killSeed();
  expect(await countSeededRows(temporary)).toBe(0);
  expect(await isSeeded(temporary.applicationUrl)).toBe(false);
});

// That a seed succeeds in an empty database, which it left, is what every test of the demo data begins with.
test.runIf(isFullExtent)("the next seed succeeds, and another one changes nothing", async () => {
  const databaseUrl = temporary.applicationUrl;
  await seedDemoData({ databaseUrl, baseUrl: "", secret: "the-secret-of-this-test-0123456789abcdef" });
  expect(await isSeeded(databaseUrl)).toBe(true);
  const rows = await countSeededRows(temporary);
  expect(rows).toBeGreaterThan(10_000);
  await expect(
    seedDemoData({ databaseUrl, baseUrl: "", secret: "the-secret-of-this-test-0123456789abcdef" }),
  ).rejects.toThrow("duplicate key");
  expect(await countSeededRows(temporary)).toBe(rows);
});
