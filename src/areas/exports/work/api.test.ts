import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { Client } from "pg";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { startJobQueue } from "../../../platform/jobs/job-queue.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { sha256Of } from "../../../testing/servers/file-storage.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { deleteCase } from "../../cases/fixtures.ts";
import { createReport } from "../../reports/fixtures.ts";
import { readTraces, signInMember } from "../../team/fixtures.ts";
import { enqueueDueExports } from "./domain.expiry.ts";
import { insertExport } from "../fixtures.ts";
import { createExportWorker } from "./store.queue.ts";
import { pauseContents, openWorkHarness, type WorkHarness } from "./fixtures.ts";
import type { ExportTools } from "./domain.ts";
import { ExportInEvent, type Export } from "../schema.ts";
import { until } from "../../../testing/harness/until.ts";

let t: WorkHarness;
let tenant: TestTenant;

beforeAll(async () => {
  t = await openWorkHarness();
});
afterAll(() => t.close());
beforeEach(async () => {
  tenant = await createTenant(t.server.services.database);
  for (let count = 0; count < 3; count += 1) await createCase(tenant);
});

const get = async (exportId: string) =>
  (await openApi(t.server, tenant.secret).get(`/exports/${exportId}`)).body["export"] as Export;
const listEvents = async (exportId: string) =>
  (await readTraces(tenant, exportId)).events.map(({ eventType }) => eventType);
const setKey = (
  keyId: string,
  values: { pausedAt?: string; revokedAt?: string; revokeReason?: string; scopes?: string[] },
) =>
  tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
  );
const setMember = (memberId: string, values: { status?: string; role?: string }) =>
  tenant.inside((transaction) => transaction.updateTable("Member").set(values).where("id", "=", memberId).execute());
const countObjects = async () =>
  (await tenant.inside((transaction) => transaction.selectFrom("StoredObject").select("id").execute())).length;

test("a completed export has its file and hash for a week, with event and audit entry in the key's name", async () => {
  const { id } = await t.create(tenant);
  await t.execute(tenant, id);
  const made = await get(id);
  expect(made).toMatchObject({
    status: "completed",
    progress: 100,
    rowCount: 3,
    failure: null,
    startedAt: expect.any(String),
    revision: 3,
  });
  expect(Date.parse(made.expiresAt ?? "") - Date.parse(made.finishedAt ?? "")).toBe(7 * 86_400_000);
  const { body } = await openApi(t.server, tenant.secret).get(`/exports/${id}/download`);
  const { bytes } = await t.fetchFile((body["export"] as Export).downloadUrl);
  expect([bytes.length, sha256Of(bytes)]).toEqual([made.sizeBytes, made.sha256]);
  expect(
    bytes
      .toString("utf8")
      .split("\r\n")
      .filter((line) => line !== ""),
  ).toHaveLength(4);
  const { events, audited } = await readTraces(tenant, id);
  expect(events.map(({ eventType, actor }) => [eventType, (actor as { id: string }).id])).toEqual([
    ["export.created", tenant.keyId],
    ["export.completed", tenant.keyId],
  ]);
  expect(events[1]?.payload).toEqual(ExportInEvent.parse(made));
  // A reader of events need not see the export: what was requested may name a client, and the file a private report.
  for (const { payload, diff } of events)
    expect([...Object.keys(payload as object), ...Object.keys(diff as object)]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(filters|fileName|downloadUrl)$/)]),
    );
  expect(audited.map(({ action }) => action)).toEqual(["exports.create", "exports.make", "exports.download"]);
  expect(t.listFiles()).toHaveLength(1);
  // A job that comes twice finds nothing to do.
  await t.execute(tenant, id);
  expect(await get(id)).toEqual(made);
});

describe("permissions are checked again", () => {
  test.each<[string, (keyId: string) => Promise<unknown>]>([
    [
      "a key that was revoked",
      (keyId) => setKey(keyId, { revokedAt: new Date().toISOString(), revokeReason: "stolen" }),
    ],
    ["a key that was paused", (keyId) => setKey(keyId, { pausedAt: new Date().toISOString() })],
    ["a key without the data's scope", (keyId) => setKey(keyId, { scopes: ["exports:write", "cases:read"] })],
    ["a key without exports:write", (keyId) => setKey(keyId, { scopes: ["clients:read", "cases:read"] })],
  ])("%s, before it starts and before it completes", async (_, change) => {
    for (const when of ["before", "meanwhile"] as const) {
      const { keyId } = await createKey(tenant, {});
      const id = await insertExport(tenant, { keyId });
      if (when === "before") await change(keyId);
      await t.execute(
        tenant,
        id,
        when === "before" ? {} : { openContents: pauseContents(() => change(keyId)).openContents },
      );
      expect(await get(id)).toMatchObject({ status: "failed", failure: "not_allowed", sizeBytes: null });
      expect(await listEvents(id)).toEqual(["export.failed"]);
    }
    expect(await countObjects()).toBe(0);
  });

  test.each<[string, { status?: string; role?: string }]>([
    ["a member who was deactivated", { status: "deactivated" }],
    ["a member who may not see the data any more", { role: "intake_specialist" }],
  ])("%s", async (_, change) => {
    const { memberId, portal } = await signInMember(t.server, tenant, { role: "billing" });
    const { id } = (await portal.mutate<{ export: Export }>("exports.create", { type: "cases", format: "csv" })).data
      .export;
    await setMember(memberId, change);
    await t.execute(tenant, id);
    expect(await t.read(tenant, id)).toMatchObject({ status: "failed", failure: "not_allowed" });
  });

  test("a member is notified when the file is ready", async () => {
    const { memberId, portal } = await signInMember(t.server, tenant, { role: "billing" });
    const { id } = (await portal.mutate<{ export: Export }>("exports.create", { type: "cases", format: "csv" })).data
      .export;
    await t.execute(tenant, id);
    const notices = await tenant.inside((transaction) =>
      transaction.selectFrom("Notification").select(["kind", "parameters"]).where("memberId", "=", memberId).execute(),
    );
    expect(notices).toMatchObject([{ kind: "export.completed", parameters: { exportId: id } }]);
  });
});

describe("while an export runs", () => {
  test("progress is shown, and canceling ends it without storing a file", async () => {
    const { id } = await t.create(tenant);
    const gate = pauseContents();
    const work = t.execute(tenant, id, gate);
    await gate.reached;
    await until(async () => (await get(id)).rowCount === 3);
    expect(await get(id)).toMatchObject({ status: "running", revision: 2, sizeBytes: null });
    expect((await openApi(t.server, tenant.secret).change("POST", `/exports/${id}/cancel`, {})).status).toBe(200);
    // Never let go: it ends by itself.
    await work;
    expect(await get(id)).toMatchObject({ status: "cancelled", revision: 3 });
    expect([await countObjects(), await listEvents(id)]).toEqual([0, ["export.created", "export.cancelled"]]);
  });

  test("canceling after the file is written but before it is referenced keeps nothing", async () => {
    const { id } = await t.create(tenant);
    const before = t.listFiles().length;
    await t.execute(tenant, id, {
      ...pauseContents(() => openApi(t.server, tenant.secret).change("POST", `/exports/${id}/cancel`, {})),
      settings: { progressMilliseconds: 60_000 },
    });
    expect([(await get(id)).status, await countObjects(), t.listFiles().length]).toEqual(["cancelled", 0, before]);
  });

  test("a worker that resumes after a halt changes nothing: the next attempt's file stays", async () => {
    const { id } = await t.create(tenant);
    const gate = pauseContents();
    const halted = t.execute(tenant, id, { ...gate, settings: { progressMilliseconds: 60_000 } });
    await gate.reached;
    await t.execute(tenant, id);
    const made = await t.read(tenant, id);
    expect(made).toMatchObject({ status: "completed", attempts: 2 });
    gate.letGo();
    await halted;
    expect(await t.read(tenant, id)).toEqual(made);
    expect([await countObjects(), await listEvents(id)]).toEqual([1, ["export.created", "export.completed"]]);
  });

  test("a stopping worker returns the export to the queue without counting an attempt", async () => {
    const { id } = await t.create(tenant);
    const [gate, stop] = [pauseContents(), new AbortController()];
    const work = t.execute(tenant, id, { ...gate, stopping: stop.signal });
    await gate.reached;
    stop.abort();
    await expect(work).rejects.toThrow("the worker stops");
    expect(await t.read(tenant, id)).toMatchObject({ status: "queued", attempts: 0, startedAt: null });
    await t.execute(tenant, id);
    expect(await t.read(tenant, id)).toMatchObject({ status: "completed", attempts: 1 });
  });

  test("an attempt that outlasts its job counts, and the third one fails the export", async () => {
    const { id } = await t.create(tenant);
    for (const attempt of [1, 2, 3]) {
      const [gate, expiry] = [pauseContents(), new AbortController()];
      const work = t.execute(tenant, id, gate, expiry.signal);
      await gate.reached;
      expiry.abort();
      expect(await work.then(() => "done", String)).toMatch(attempt < 3 ? /retrying$/ : /^done$/);
      expect(await t.read(tenant, id)).toMatchObject({ status: attempt < 3 ? "running" : "failed", attempts: attempt });
    }
    expect(await get(id)).toMatchObject({ status: "failed", failure: "internal" });
  });

  describe("during a long count", () => {
    const limit = { sleeping: 120, heeded: 20_000 };
    /** Contents whose first statement takes two minutes. */
    function countLong() {
      const begun = Promise.withResolvers<void>();
      const openContents: ExportTools["openContents"] = async ({ context }) => {
        const counting = sql`SELECT pg_sleep(${limit.sleeping})`.execute(context.transaction);
        begun.resolve();
        await counting;
        throw new Error("nobody ended it");
      };
      return { openContents, begun: begun.promise };
    }

    test.each(["stopped", "cancelled"] as const)(
      "%s, the worker ends it at once",
      async (how) => {
        const { id } = await t.create(tenant);
        const [{ openContents, begun }, stop] = [countLong(), new AbortController()];
        const work = t.execute(tenant, id, { openContents, stopping: stop.signal });
        await begun;
        if (how === "stopped") stop.abort();
        else await openApi(t.server, tenant.secret).change("POST", `/exports/${id}/cancel`, {});
        expect(await work.then(() => "done", String)).toMatch(how === "stopped" ? /the worker stops/ : /^done$/);
        expect(await t.read(tenant, id)).toMatchObject(
          how === "stopped" ? { status: "queued", attempts: 0 } : { status: "cancelled" },
        );
      },
      limit.heeded,
    );
  });
});

describe("an export fails", () => {
  const failing = (fault: unknown) => ({ openContents: () => Promise.reject(fault) });

  test("when the file would be too large", async () => {
    const { id } = await t.create(tenant);
    await t.execute(tenant, id, { settings: { maxBytes: 50 } });
    expect(await get(id)).toMatchObject({ status: "failed", failure: "too_large" });
    expect([await listEvents(id), await countObjects()]).toEqual([["export.created", "export.failed"], 0]);
  });

  test("when its subject was deleted", async () => {
    const { caseId } = await createCase(tenant);
    const reportId = await createReport(tenant);
    const ofCase = await t.create(tenant, { type: "case_file", caseId });
    const ofReport = await t.create(tenant, { type: "report", format: "csv", reportId });
    await deleteCase(tenant, caseId);
    await changeRow(tenant, "Report", reportId, { deletedAt: new Date().toISOString() });
    for (const { id } of [ofCase, ofReport]) {
      await t.execute(tenant, id);
      expect(await get(id)).toMatchObject({ status: "failed", failure: "gone" });
    }
  });

  test("finally when its contents are rejected", async () => {
    const { id } = await t.create(tenant);
    await t.execute(tenant, id, failing(new AppError("FORBIDDEN", "no")));
    expect(await get(id)).toMatchObject({ status: "failed", failure: "not_allowed" });
  });

  test("after three attempts, each from the beginning, for an internal error, which is logged", async () => {
    const { id } = await t.create(tenant);
    t.errors.length = 0;
    for (const attempt of [1, 2]) {
      await expect(t.execute(tenant, id, failing(new Error("a value of Rosa Diaz")))).rejects.toThrow(
        /^the export failed; retrying$/,
      );
      expect(await t.read(tenant, id)).toMatchObject({ status: "running", attempts: attempt });
    }
    await t.execute(tenant, id, failing(new Error("a value of Rosa Diaz")));
    expect(await get(id)).toMatchObject({ status: "failed", failure: "internal" });
    expect(t.errors).toMatchObject([{ exportId: id, attempt: 1 }, { attempt: 2 }, { attempt: 3 }]);
  });

  test("when its workers died three times", async () => {
    const id = await insertExport(tenant, { status: "running", attempts: 3 });
    await t.execute(tenant, id);
    expect(await get(id)).toMatchObject({ status: "failed", failure: "internal" });
  });
});

describe("the export queue", () => {
  test("runs exports of two organizations concurrently, and the next of each afterwards", async () => {
    // What the tests before have left.
    await t.server.services.database.pool.query("DELETE FROM pgboss.job WHERE name = 'exports'");
    const gates = new Map<string, PromiseWithResolvers<void>>();
    const queue = await startJobQueue({
      databaseUrl: t.server.applicationUrl,
      jobs: [],
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      workers: [
        createExportWorker((data) => {
          const gate = Promise.withResolvers<void>();
          gates.set(data.exportId, gate);
          return gate.promise;
        }),
      ],
    });
    const running = () => [...gates.keys()];
    try {
      const other = await createTenant(t.server.services.database);
      const created = [
        await t.create(tenant),
        await t.create(tenant),
        await t.create(tenant),
        await t.create(other),
      ].map(({ id }) => id);
      await until(() => Promise.resolve(running().length === 2));
      // One of each: three that were requested before do not hold back the other firm's.
      const ofTenant = () => running().filter((id) => id !== created[3]);
      expect([running().length, ofTenant().length]).toEqual([2, 1]);
      const { rows } = await t.server.services.database.pool.query(
        "SELECT count(*)::integer AS active FROM pgboss.job WHERE name = 'exports' AND state = 'active'",
      );
      expect([rows, running().length]).toEqual([[{ active: 2 }], 2]);
      gates.get(ofTenant()[0] ?? "")?.resolve();
      await until(() => Promise.resolve(running().length === 3));
      expect(ofTenant()).toHaveLength(2);
    } finally {
      for (const gate of gates.values()) gate.resolve();
      await queue.stop();
    }
  });

  test("enqueues an export again whose job was lost, once", async () => {
    const id = await insertExport(tenant);
    const owner = new Client({ connectionString: t.server.ownerUrl });
    await owner.connect();
    await owner.query("SET session_replication_role = replica");
    await owner.query(`UPDATE "Export" SET "updatedAt" = now() - interval '16 minutes' WHERE id = $1`, [id]);
    await owner.end();
    const { database } = t.server.services;
    const countJobs = async () =>
      (await database.pool.query("SELECT FROM pgboss.job WHERE name = 'exports' AND data->>'exportId' = $1", [id])).rows
        .length;
    await enqueueDueExports(database);
    expect(await countJobs()).toBe(1);
    await enqueueDueExports(database);
    expect(await countJobs()).toBe(1);
  });
});
