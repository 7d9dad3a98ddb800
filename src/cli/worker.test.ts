import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { ensureApplicationRole } from "../platform/database/application-role.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { findFreePort } from "./local-postgres/free-port.ts";
import { startEmbeddedPostgres } from "./local-postgres/embedded-postgres.ts";
import { identifyProcess } from "./local-postgres/process-table.ts";
import { cloneDatabase } from "../testing/database/clone-database.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { compileCacheFolder } from "../testing/servers/compile-cache.ts";
import { testSecret } from "../testing/harness/server.ts";
import { createSubscription, writeEvents } from "../testing/harness/webhooks.ts";
import { copyCluster } from "../testing/servers/temporary-postgres.ts";
import { hooks } from "../composition/transaction-hooks.ts";

let ownerUrl: string;
let database: Database;
let dataDirectory: string;
beforeAll(async () => {
  ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 2, hooks });
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-worker-"));
});
afterEach(() => rmSync(join(dataDirectory, "postgres"), { recursive: true, force: true }));
afterAll(async () => {
  await database.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const fileOf = (name: string) => new URL(name, import.meta.url).pathname;

function run(environment: Record<string, string>, words = [fileOf("worker.ts")]) {
  const child = spawn(process.execPath, words, {
    env: {
      NODE_ENV: "production",
      CASEPORT_DATA_DIR: dataDirectory,
      CASEPORT_SECRET: testSecret,
      CASEPORT_LOG_LEVEL: "warn",
      NODE_COMPILE_CACHE: compileCacheFolder(),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  return {
    output: () => output,
    works: () => expect.poll(() => output, { timeout: 120_000 }).toContain("works off jobs, mails and webhooks"),
    ended: () => once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>,
    stop: (signal: NodeJS.Signals = "SIGTERM") => child.kill(signal),
  };
}

test("sends deliveries on an external database, warns that webhooks to test receivers stay on this machine, and exits cleanly when it is stopped", async () => {
  const tenant = await createTenant(database);
  // Nothing is sent: the host is allowed no more.
  const { keyId } = await createSubscription(tenant);
  await tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set({ webhookAllowedHosts: [] }).where("id", "=", keyId).execute(),
  );
  await writeEvents(tenant, 1);
  const port = await findFreePort();
  const testReceivers = {
    CASEPORT_BASE_URL: "http://localhost",
    CASEPORT_WEBHOOK_TEST_RECEIVERS: "hooks.example.com=127.0.0.1:4443",
  };
  const worker = run({ DATABASE_URL: ownerUrl, CASEPORT_METRICS_PORT: String(port), ...testReceivers });
  await worker.works();
  expect(worker.output()).toMatch(/"level":"?(warn|40).*hooks\.example\.com.*CASEPORT_WEBHOOK_TEST_RECEIVERS/);
  const read = () =>
    tenant.inside((transaction) =>
      transaction.selectFrom("WebhookDelivery").select(["status", "attemptCount"]).executeTakeFirst(),
    );
  await expect.poll(read).toEqual({ status: "pending", attemptCount: 1 });
  const scrape = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  for (const line of [
    /^caseport_pool_connections\{pool="deliveries",state="idle"\} \d/m,
    /^caseport_webhook_queue_age_seconds 0/m,
    /^caseport_scrape_failures 0/m,
    /^process_resident_memory_bytes \d/m,
  ])
    expect(scrape).toMatch(line);
  const ended = worker.ended();
  worker.stop();
  expect(await ended).toEqual([0, null]);
  expect(worker.output()).toContain("Stopping");
});

test("takes the launcher's place, and stops when npm is killed", async () => {
  const launcher = `spawn(process.execPath, [${JSON.stringify(fileOf("launch.mjs"))}, "worker.ts"], { stdio: "inherit" })`;
  const npm = run({ DATABASE_URL: ownerUrl, npm_lifecycle_event: "worker" }, [
    "--eval",
    `console.log("launcher", require("node:child_process").${launcher}.pid)`,
  ]);
  await npm.works();
  const pid = Number(/launcher (\d+)/.exec(npm.output())?.[1]);
  expect(execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })).toMatch(
    /^(?!.*launch\.mjs).*\/worker\.(?:ts|mjs --built)$/m,
  );
  npm.stop("SIGKILL");
  await expect.poll(npm.output).toContain("Stopping");
  await expect.poll(() => identifyProcess(pid)).toBeNull();
});

test("uses the embedded database of its data folder, and exits when that ends", async () => {
  const template = inject("migratedCluster");
  if (template !== null) copyCluster(template, dataDirectory);
  const postgres = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: "off" } });
  const worker = run({});
  const ended = worker.ended();
  try {
    await worker.works();
  } finally {
    await postgres.stop();
  }
  expect(await ended).toEqual([0, null]);
  expect(worker.output()).toContain("The server whose database this worker shared has stopped.");
});

test("reports in one sentence that there is no database to use", async () => {
  const worker = run({});
  expect(await worker.ended()).toEqual([1, null]);
  expect(worker.output().trim()).toBe(
    `No Caseport runs on ${dataDirectory}, and the embedded database runs only with one: start it first (npm start, with CASEPORT_WORKER=none), or set DATABASE_URL.`,
  );
});

test("without the servers' secret it reports that and does nothing, because a new secret decrypts nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "caseport-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const worker = run({ DATABASE_URL: ownerUrl, CASEPORT_SECRET: "", CASEPORT_DATA_DIR: folder });
  expect(await worker.ended()).toEqual([1, null]);
  expect(worker.output().trim()).toMatch(/^A worker needs the secret of the servers[^\n]*CASEPORT_SECRET[^\n]*\.$/);
  expect(readdirSync(folder)).toEqual([]);
});
