import { CompiledQuery } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createAreaRows } from "../../testing/database/area-rows.ts";
import { createPortalRows } from "../../testing/database/portal-rows.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { prepareSandbox } from "../../../prisma/seed/sandbox.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { startFileWorkerProcess } from "../../testing/servers/worker-process.ts";
import { fillSandbox, giveUpSandbox, type PrepareExamples } from "./domain.filling.ts";
import { openSandboxTenant } from "./fixtures.ts";
import type { Sandbox } from "./schema.ts";
import { until } from "../../testing/harness/until.ts";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE pgboss.queue SET heartbeat_seconds = 2 WHERE name = 'sandbox'");
});
afterAll(async () => {
  await owner.end();
  await server.close(1000);
});

const rawEmptying = CompiledQuery.raw("SELECT empty_sandbox('{}', NULL)");

interface OpenSandbox {
  firm: TestTenant;
  firmApi: Api;
  sandbox: TestTenant;
  api: Api;
}

/** A firm with a sandbox that has a key. */
async function openSandbox(contents: "empty" | "examples" = "empty"): Promise<OpenSandbox> {
  const { database } = server.services;
  const firm = await createTenant(database);
  const firmApi = openApi(server, firm.secret);
  const created = readBody<{ sandbox: Sandbox }>(await firmApi.change("POST", "/sandbox", { contents })).sandbox;
  const sandbox = await openSandboxTenant(database, created.id);
  return { firm, firmApi, sandbox, api: openApi(server, sandbox.secret) };
}

const stateOf = async (api: Api) => readBody<{ sandbox: Sandbox }>(await api.get("/sandbox")).sandbox;

const prepareExamples: PrepareExamples = (organizationId, people) =>
  prepareSandbox({
    database: server.services.database,
    storage: { put: () => Promise.resolve() },
    installationKeys: createInstallationKeys("the-secret-of-a-test-0123456789012345"),
    organizationId,
    people,
  });

const work = (organizationId: string, requestId = "req_none", prepare = prepareExamples) =>
  fillSandbox({ database: server.services.database, prepareExamples: prepare }, { organizationId, requestId });

/** Rows of the organization by table, without those of tables that only grow by the test's own requests. */
async function countRows(organizationId: string): Promise<Record<string, number>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped) ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM "${name}" WHERE "organizationId" = $1`,
      [organizationId],
    );
    if ((rows[0]?.count ?? 0) > 0) counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

const kept = new Set([
  "AssistantConnection",
  "AssistantToken",
  "AssistantConnection",
  "AssistantToken",
  "AuditEntry",
  "EventCounter",
  "IntegrationKey",
  "IntegrationKeySecret",
  "LegacyCredential",
  "Member",
  "ScopeRequest",
  "StoredObject",
  "WebhookSecret",
  "WebhookSubscription",
]);

describe("a reset", () => {
  test("deletes the rows of every table but those kept, and nothing of another organization", async () => {
    const { firm, firmApi, sandbox, api } = await openSandbox();
    await createPortalRows(sandbox);
    await createAreaRows(sandbox);
    await createAreaRows(firm);
    const before = await countRows(sandbox.organizationId);
    const firmBefore = await countRows(firm.organizationId);
    expect(Object.keys(before).length).toBeGreaterThan(100);
    const reset = await api.change("POST", "/sandbox/reset", {}, { "X-Idempotency-Key": "reset-1" });
    expect(readBody<{ sandbox: Sandbox }>(reset).sandbox).toMatchObject({ state: "resetting", contents: "empty" });
    for (const path of ["/clients", "/service-accounts", "/events"]) {
      const { status, headers } = await api.get(path);
      expect([path, status, headers["retry-after"]]).toEqual([path, 503, "5"]);
    }
    expect((await api.change("POST", "/clients", { firstName: "Too", lastName: "Early" })).status).toBe(503);
    for (const path of ["/me", "/sandbox"]) expect([path, (await api.get(path)).status]).toEqual([path, 200]);
    expect((await firmApi.get("/clients")).status).toBe(200);
    // Again while it is being reset, and by a retry.
    expect((await firmApi.change("POST", "/sandbox/reset", {})).body["code"]).toBe("INVALID_STATE_TRANSITION");
    await work(sandbox.organizationId, String(reset.headers["x-request-id"]));
    const replay = await api.change("POST", "/sandbox/reset", {}, { "X-Idempotency-Key": "reset-1" });
    expect([replay.headers["idempotent-replayed"], replay.text]).toEqual(["true", reset.text]);
    const after = await countRows(sandbox.organizationId);
    const own = new Set([
      // Of `sandbox.ready`, with its deliveries.
      "Event",
      "WebhookDelivery",
      "WebhookJob",
      "IdempotencyRecord",
      "KeyUse",
      "KeyScopeUse",
      "KeyUsageDay",
      "KeyUsageHour",
      "KeyOperationDay",
      "RequestLog",
      "RequestLogGap",
    ]);
    expect(Object.keys(after).filter((table) => !kept.has(table) && !own.has(table))).toEqual([]);
    for (const table of [
      "IntegrationKey",
      "IntegrationKeySecret",
      "WebhookSubscription",
      "WebhookSecret",
      "StoredObject",
    ])
      expect([table, after[table]]).toEqual([table, before[table]]);
    const firmAfter = await countRows(firm.organizationId);
    for (const table of Object.keys(firmBefore).filter(
      (name) => !own.has(name) && name !== "AuditEntry" && name !== "EventCounter",
    ))
      expect([table, firmAfter[table]]).toEqual([table, firmBefore[table]]);
    expect(await stateOf(firmApi)).toMatchObject({ state: "ready", resetAt: expect.any(String) });
    const { events } = readBody<{ events: { eventType: string }[] }>(await api.get("/events"));
    expect(events.map(({ eventType }) => eventType)).toEqual(["sandbox.ready"]);
    // Again only after 10 minutes, of which the rejection says how many seconds are left.
    const early = await api.change("POST", "/sandbox/reset", {});
    expect([early.status, early.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    const seconds = Number(early.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(300);
    expect(seconds).toBeLessThanOrEqual(600);
    await owner.query(`UPDATE "Organization" SET "sandboxResetAt" = now() - interval '601 seconds' WHERE id = $1`, [
      sandbox.organizationId,
    ]);
    expect((await firmApi.change("POST", "/sandbox/reset", {})).status).toBe(200);
    await work(sandbox.organizationId);
    // It works on.
    const made = await api.change("POST", "/clients", { firstName: "Made", lastName: "Up" });
    expect(made.status).toBe(201);
  });

  test("with example records they are there again, and a failure in the middle leaves the old ones", async () => {
    const { firmApi, sandbox, api } = await openSandbox("examples");
    expect(await stateOf(api)).toMatchObject({ state: "filling", contents: "examples" });
    await work(sandbox.organizationId);
    expect(await stateOf(api)).toMatchObject({ state: "ready", resetAt: null });
    const filled = await countRows(sandbox.organizationId);
    expect(filled).toMatchObject({ Case: expect.any(Number), Client: expect.any(Number), Lead: expect.any(Number) });
    expect(filled["Case"]).toBeGreaterThan(10);
    const { cases } = readBody<{ cases: { id: string }[] }>(await api.get("/cases?limit=200"));
    expect(cases).toHaveLength(filled["Case"] ?? 0);
    for (const path of ["/clients", "/leads", "/tasks", "/invoices", "/documents", "/deadlines"])
      expect([path, (await api.get(`${path}?limit=1`)).status]).toEqual([path, 200]);

    readBody(await firmApi.change("POST", "/sandbox/reset", {}));
    const stop = () => Promise.reject(new Error("stopped"));
    await expect(work(sandbox.organizationId, "req", () => Promise.resolve(stop))).rejects.toThrow("stopped");
    // The job is given up: the old records are served again, and it can be reset again.
    const job = { organizationId: sandbox.organizationId, requestId: "req_none" };
    await giveUpSandbox(server.services.database, job);
    expect(await stateOf(firmApi)).toMatchObject({ state: "resetting" });
    await owner.query("DELETE FROM pgboss.job WHERE name = 'sandbox'");
    await giveUpSandbox(server.services.database, job);
    expect(await stateOf(firmApi)).toMatchObject({ state: "failed" });
    expect(readBody<{ cases: { id: string }[] }>(await api.get("/cases?limit=200")).cases).toEqual(cases);
    await work(sandbox.organizationId);
    expect(await stateOf(api)).toMatchObject({ state: "failed" });
    readBody(await firmApi.change("POST", "/sandbox/reset", {}));
    await work(sandbox.organizationId);
    await work(sandbox.organizationId);
    const again = await countRows(sandbox.organizationId);
    for (const table of ["Case", "Client", "Lead", "Member", "Task", "Document"])
      expect([table, again[table]]).toEqual([table, filled[table]]);
    const later = readBody<{ cases: { id: string }[] }>(await api.get("/cases?limit=200")).cases.map(({ id }) => id);
    expect(later.filter((id) => cases.some((one) => one.id === id))).toEqual([]);
    // The key still acts for its attorney.
    expect((await api.get("/me")).body["me"]).toMatchObject({ integrationConfigured: true });
  });

  test("a worker that is killed in the middle leaves the old records or the new ones, and another one goes on", async () => {
    const { firmApi, sandbox, api } = await openSandbox("examples");
    await work(sandbox.organizationId);
    await owner.query("DELETE FROM pgboss.job WHERE name = 'sandbox'");
    const list = async () =>
      readBody<{ cases: { id: string }[] }>(await api.get("/cases?limit=200"))
        .cases.map(({ id }) => id)
        .toSorted();
    const old = await list();
    readBody(await firmApi.change("POST", "/sandbox/reset", {}));
    const first = await startFileWorkerProcess(server.applicationUrl, inject("dataDirectory"), { superviseSeconds: 1 });
    // In the transaction that empties and fills it.
    await until(async () => {
      const { rows } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE state <> 'idle' AND query ~ 'INSERT INTO "(Case|Client|Contact|Task|Document)' AND pid <> pg_backend_pid()`,
      );
      return rows.length > 0 || (await stateOf(firmApi)).state === "ready";
    });
    await first.end("SIGKILL");
    const { rows: left } = await owner.query<{ id: string }>(
      `SELECT id FROM "Case" WHERE "organizationId" = $1 ORDER BY id`,
      [sandbox.organizationId],
    );
    const seen = left.map(({ id }) => id).toSorted();
    const { state } = await stateOf(firmApi);
    expect([state, seen.length]).toEqual([state, old.length]);
    if (state === "resetting") expect(seen).toEqual(old);
    const second = await startFileWorkerProcess(server.applicationUrl, inject("dataDirectory"), {
      superviseSeconds: 1,
    });
    await until(async () => (await stateOf(firmApi)).state === "ready");
    expect(await second.end("SIGTERM")).toBe(0);
    const fresh = await list();
    expect(fresh).toHaveLength(old.length);
    expect(fresh.filter((id) => old.includes(id))).toEqual([]);
  });

  test("waits for the rows of an import that is being run, and deletes them, too", async () => {
    const { sandbox, api } = await openSandbox();
    await createAreaRows(sandbox);
    readBody(await api.change("POST", "/sandbox/reset", {}));
    const worker = new Client({ connectionString: server.ownerUrl });
    await worker.connect();
    await worker.query("BEGIN");
    const { rows: imports } = await worker.query<{ id: string }>(
      `SELECT id FROM "Import" WHERE "organizationId" = $1 LIMIT 1 FOR NO KEY UPDATE`,
      [sandbox.organizationId],
    );
    const resetting = work(sandbox.organizationId);
    await until(async () => {
      const { rows } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await worker.query(
      `INSERT INTO "ImportRow" ("organizationId", "importId", number, outcome) VALUES ($1, $2, 1000, 'skipped')`,
      [sandbox.organizationId, imports[0]?.id],
    );
    await worker.query("COMMIT");
    await worker.end();
    await resetting;
    const { ImportRow, Import } = await countRows(sandbox.organizationId);
    expect([ImportRow, Import]).toEqual([undefined, undefined]);
  });

  test("no organization but a sandbox that is being reset can be emptied", async () => {
    const { firm, sandbox } = await openSandbox();
    for (const { inside } of [firm, sandbox])
      await expect(inside((transaction) => transaction.executeQuery(rawEmptying))).rejects.toMatchObject({
        code: "42501",
      });
  });
});

describe("a deletion", () => {
  test("ends its keys at once, deletes its records, and makes room for another", async () => {
    const { firmApi, sandbox, api } = await openSandbox();
    await createPortalRows(sandbox);
    await createAreaRows(sandbox);
    expect((await api.change("DELETE", "/sandbox")).body["code"]).toBe("INVALID_STATE_TRANSITION");
    expect((await firmApi.change("DELETE", "/sandbox")).status).toBe(200);
    expect((await api.get("/me")).status).toBe(401);
    // Of a request that was under way meanwhile.
    const late = openApi(server, (await openSandboxTenant(server.services.database, sandbox.organizationId)).secret);
    expect((await late.get("/me")).status).toBe(200);
    expect((await firmApi.get("/sandbox")).body["sandbox"]).toBeNull();
    await work(sandbox.organizationId);
    expect((await late.get("/me")).status).toBe(401);
    const { rows: open } = await owner.query(
      `SELECT id FROM "ScopeRequest" WHERE "organizationId" = $1 AND status = 'pending'
       UNION ALL SELECT id FROM "LegacyCredential" WHERE "organizationId" = $1 AND "revokedAt" IS NULL`,
      [sandbox.organizationId],
    );
    expect(open).toEqual([]);
    const left = await countRows(sandbox.organizationId);
    expect([left["Case"], left["Client"], left["Event"]]).toEqual([undefined, undefined, undefined]);
    expect(left["AuditEntry"]).toBeGreaterThan(0);
    const another = readBody<{ sandbox: Sandbox }>(await firmApi.change("POST", "/sandbox", {})).sandbox;
    expect(another.id).not.toBe(sandbox.organizationId);
  });
});
