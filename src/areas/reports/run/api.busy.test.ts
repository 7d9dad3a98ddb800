import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { createCase, createTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection } from "../../../testing/conformance/subject.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createReport } from "../fixtures.ts";
import { postRun, readRun } from "./fixtures.ts";

/** Two reports at once, of six connections. */
const poolSize = 6;
let server: TestServer;
let owner: Client;
let watcher: Client;
beforeAll(async () => {
  server = await startOwnServer({ worker: "none", databasePoolSize: poolSize });
  owner = new Client({ connectionString: server.ownerUrl });
  watcher = new Client({ connectionString: server.ownerUrl });
  await Promise.all([owner.connect(), watcher.connect()]);
});
afterAll(async () => {
  await watcher.end();
  await owner.end();
  await server.close(1_000);
});

async function createBusyTenant() {
  const tenant = await createTenant(server.services.database);
  await createCase(tenant);
  return { ...tenant, reportId: await createReport(tenant) };
}

test("slow reports of many firms leave connections for other requests: one more is rejected at once, for keys and members", async () => {
  const [first, second, third] = [await createBusyTenant(), await createBusyTenant(), await createBusyTenant()];
  const { portal } = await signInMember(server, third, { role: "attorney" });
  const run = ({ secret, reportId }: typeof first) => postRun(server, secret, reportId);
  await owner.query("BEGIN");
  await owner.query(`LOCK TABLE "Case" IN ACCESS EXCLUSIVE MODE`);
  const slow = [run(first), run(second)];
  await waitForLock(watcher, slow.length);
  const { headers } = expectRejection(
    await run(third),
    "RATE_LIMITED",
    /^The server is running the maximum number of long reads/,
  );
  expect(headers["retry-after"]).toBe("2");
  const ofMember = await portal.mutate("reports.run", { reportId: third.reportId });
  expect([ofMember.status, ofMember.headers["retry-after"], ofMember.text]).toEqual([
    429,
    "2",
    expect.stringContaining("The server is running the maximum number of long reads"),
  ]);
  const others = await Promise.all(
    Array.from({ length: poolSize }, () => openApi(server, third.secret).get("/contacts?limit=1")),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  await owner.query("COMMIT");
  for (const reply of await Promise.all(slow)) expect(readRun(reply).rowCount).toBe(1);
  expect(readRun(await run(third)).rowCount).toBe(1);
  expect((await portal.mutate("reports.run", { reportId: third.reportId })).status).toBe(200);
});

test("it is rejected before it waits for a connection, and a failed run releases its place", async () => {
  const { reportId, secret } = await createBusyTenant();
  const { pool } = server.services.database;
  for (let turn = 0; turn < 3; turn += 1)
    expectRejection(await postRun(server, secret, reportId, { parameters: { none: 1 } }), "VALIDATION_FAILED");
  const { database } = server.services;
  let release = () => {};
  const held = new Promise<void>((resolve) => void (release = resolve));
  const slow = ["org_one", "org_two"].map((organizationId) =>
    database.withTenantTransaction(organizationId, () => held, { pace: "slow" }),
  );
  const taken = await Promise.all(Array.from({ length: poolSize - slow.length }, () => pool.connect()));
  await expect(
    database.withTenantTransaction("org_slow", () => Promise.resolve(), { pace: "slow" }),
  ).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(pool.waitingCount).toBe(0);
  for (const connection of taken) connection.release();
  release();
  await Promise.all(slow);
});

test("a firm's slow reports leave a place for another firm", async () => {
  const { database } = server.services;
  const end = Promise.withResolvers<void>();
  const run = (organizationId: string) =>
    database.withTenantTransaction(organizationId, () => end.promise, { pace: "slow" });
  const noisy = run("org_noisy");
  await expect(run("org_noisy")).rejects.toThrow("The organization is running the maximum number of long reads");
  const quiet = run("org_quiet");
  await expect(run("org_other")).rejects.toThrow("The server is running the maximum number of long reads");
  end.resolve();
  await Promise.all([noisy, quiet]);
  await run("org_noisy");
});
