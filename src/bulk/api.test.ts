import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isFullExtent } from "../testing/harness/extent.ts";
import { openApi } from "../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { allScopes, createCase, createKey, createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { createNamedContact } from "../areas/cases/parties/fixtures.ts";
import type { BulkJob } from "../areas/bulk/schema.ts";
import { openBulk, type BulkHarness, type Item } from "./fixtures.ts";
import { maintainBulkJobs } from "./run-job.ts";

let server: TestServer;
let tenant: TestTenant;
let bulk: BulkHarness;
let contactId: string;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  bulk = openBulk(server, tenant);
  contactId = await createNamedContact(tenant, "Mercy General");
});

const addNote = (index: number, body = "Seen"): Item => ({
  method: "POST",
  path: `/contacts/${contactId}/notes`,
  body: { type: "general", body },
  idempotencyKey: `note-${index}`,
});
const listNotes = async () =>
  (await bulk.api.get(`/notes?contactId=${contactId}&limit=200`)).body["notes"] as { id: string; body: string }[];
const statusesOf = async (jobId: string) => (await bulk.read(jobId)).results.map(({ status }) => status);
const changeKey = (keyId: string, values: { revokedAt?: string; revokeReason?: string; pausedAt?: string }) =>
  tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
  );

test("acceptance 1: every item of a job is a write with its event, under the job’s ID, and the job counts as one write", async () => {
  const count = isFullExtent ? 500 : 60;
  const { keyId, secret } = await createKey(tenant, {});
  const own = openBulk(server, tenant, secret);
  const [before] = [await server.services.limiter.peek("write", keyId, 1_000)];
  const reply = await own.api.change("POST", "/bulk", {
    items: Array.from({ length: count }, (_, index) => addNote(index)),
  });
  const { id } = reply.body["bulkJob"] as BulkJob;
  expect([reply.status, reply.headers["location"]]).toEqual([201, `/api/v1/bulk/${id}`]);
  await own.run(id);
  const { job } = await own.read(id);
  expect(job).toMatchObject({
    status: "completed",
    total: count,
    succeeded: count,
    pending: 0,
    failed: 0,
    skipped: 0,
    statusReason: null,
  });
  expect(Date.parse(job.expiresAt ?? "") - Date.parse(job.finishedAt ?? "")).toBe(7 * 86_400_000);
  const events = await tenant.inside((transaction) =>
    transaction.selectFrom("Event").select(["eventType", "correlationId"]).where("correlationId", "=", id).execute(),
  );
  expect(events.map(({ eventType }) => eventType).toSorted()).toEqual([
    "bulk_job.completed",
    ...Array.from({ length: count }, () => "note.created"),
  ]);
  const feed = await own.api.get(`/events?correlationId=${id}&limit=500`);
  expect(
    (feed.body["events"] as { eventType: string }[]).map(({ eventType }) => eventType).toSorted(),
    feed.text,
  ).toEqual(events.map(({ eventType }) => eventType).toSorted());
  const page = await own.api.get(`/events?correlationId=${id}&entity=note&limit=2`);
  const rest = await own.api.get(
    `/events?correlationId=${id}&entity=note&limit=500&after=${String(page.body["nextCursor"])}`,
  );
  expect([page, rest].map(({ body }) => (body["events"] as object[]).length)).toEqual([2, count - 2]);
  expect((await own.api.get("/events?correlationId=req_1")).headers["x-error-detail"]).toBe("correlationId");
  const audited = await tenant.inside((transaction) =>
    transaction
      .selectFrom("AuditEntry")
      .select(["action", "address", "actorId"])
      .where("requestId", "=", id)
      .where("entity", "=", "note")
      .execute(),
  );
  expect(audited).toEqual(
    Array.from({ length: count }, () => ({ action: "contacts.notes.create", address: "127.0.0.1", actorId: keyId })),
  );
  expect(before.remaining - (await server.services.limiter.peek("write", keyId, 1_000)).remaining).toBe(1);
  expect(own.lines.map(({ requestId, status, operation }) => [requestId, status, operation])).toEqual(
    Array.from({ length: count }, (_, index) => [`${id}.${index}`, 201, "contacts.notes.create"]),
  );
}, 120_000);

test("acceptance 1: items are paced: ten a second and organization take their time", async () => {
  const { id } = await bulk.create([addNote(0), addNote(1), addNote(2)]);
  const begun = performance.now();
  await bulk.run(id, { itemsPerSecond: 20 });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(149);
  const sensitive = await bulk.create([
    { method: "POST", path: "/cases/unknown/medical-facilities", body: {}, idempotencyKey: "1" },
  ]);
  const again = performance.now();
  await bulk.run(sensitive.id, { settings: { sensitivePerSecond: 20 } });
  expect(performance.now() - again).toBeGreaterThanOrEqual(49);
});

test("acceptance 3: a call that was made alone is a replay as an item, and with another body a conflict", async () => {
  const item = addNote(0);
  const alone = await bulk.api.change("POST", String(item["path"]), item["body"], {
    "X-Idempotency-Key": item.idempotencyKey,
  });
  const { id } = await bulk.create([item]);
  await bulk.run(id);
  expect((await bulk.read(id)).results).toMatchObject([
    { status: "succeeded", httpStatus: 201, isReplay: true, location: alone.headers["location"], etag: '"1"' },
  ]);
  expect(bulk.lines).toMatchObject([{ idempotency: "replayed", originalRequestId: alone.headers["x-request-id"] }]);
  const other = await bulk.create([addNote(0, "Another")]);
  await bulk.run(other.id);
  expect((await bulk.read(other.id)).results).toMatchObject([
    { status: "failed", httpStatus: 409, code: "IDEMPOTENCY_CONFLICT" },
  ]);
  expect(await listNotes()).toHaveLength(1);
});

test("an item that was executed is a replay as a single call", async () => {
  const item = addNote(0);
  const { id } = await bulk.create([item]);
  await bulk.run(id);
  const reply = await bulk.api.change("POST", String(item["path"]), item["body"], {
    "X-Idempotency-Key": item.idempotencyKey,
  });
  expect([reply.status, reply.headers["idempotent-replayed"], reply.headers["x-original-request-id"]]).toEqual([
    201,
    "true",
    id,
  ]);
  expect((await bulk.read(id)).results[0]?.resourceId).toBe((reply.body["note"] as { id: string }).id);
});

test("acceptance 4: a lead that two jobs create with one key is created once", async () => {
  const item: Item = {
    method: "POST",
    path: "/leads",
    body: { firstName: "Rosa", lastName: "Diaz" },
    idempotencyKey: "lead-1",
  };
  const jobs = [await bulk.create([item]), await bulk.create([item])];
  for (const { id } of jobs) await bulk.run(id);
  const results = await Promise.all(jobs.map(async ({ id }) => (await bulk.read(id)).results[0]));
  expect(results.map((result) => [result?.code, result?.status, result?.isReplay])).toEqual([
    [null, "succeeded", false],
    [null, "succeeded", true],
  ]);
  expect((await bulk.api.get("/leads")).body["leads"]).toHaveLength(1);
});

test("an item fails once the key’s networks exclude the address that created the job", async () => {
  const { keyId, secret } = await createKey(tenant, {});
  const own = openBulk(server, tenant, secret);
  const { id } = await own.create([addNote(0), addNote(1)]);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("IntegrationKey")
      .set({ allowedNetworks: ["203.0.113.0/24"] })
      .where("id", "=", keyId)
      .execute(),
  );
  await own.run(id);
  const { rows } = await owner.query(`SELECT status, "httpStatus" FROM "BulkItem" WHERE "jobId" = $1`, [id]);
  expect(rows).toEqual([
    { status: "failed", httpStatus: 403 },
    { status: "failed", httpStatus: 403 },
  ]);
  expect(await listNotes()).toEqual([]);
});

test("10,000 items are a job, with each request encrypted; more, and a faulty or repeated one among them, are rejected", async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => addNote(index));
  const { id, total } = await bulk.create(items);
  expect(total).toBe(10_000);
  const { rows } = await owner.query(
    `SELECT count(*)::integer AS count, min(index) AS least, max(index) AS greatest, count(DISTINCT "idempotencyKey")::integer AS keys FROM "BulkItem" WHERE "jobId" = $1 AND status = 'pending'`,
    [id],
  );
  expect(rows).toEqual([{ count: 10_000, least: 0, greatest: 9_999, keys: 10_000 }]);
  // The stored response of the same request, whatever the order of its members.
  const reordered = items.map(({ idempotencyKey, ...others }) => ({ idempotencyKey, ...others }));
  const send = (sent: readonly object[], key: string) =>
    bulk.api.change("POST", "/bulk", { items: sent }, { "X-Idempotency-Key": key });
  const [first, again] = [await send(items, "whole"), await send(reordered, "whole")];
  expect([first.status, again.headers["idempotent-replayed"], again.body]).toEqual([201, "true", first.body]);
  const details = [];
  for (const sent of [
    [...items, addNote(10_000)],
    items.with(9_998, { ...addNote(9_998), path: "notes" }),
    items.with(9_999, { ...addNote(9_999), idempotencyKey: "note-7" }),
    items.with(9_000, { ...addNote(9_000), path: "/bulk" }),
  ]) {
    const { status, headers } = await send(sent, `faulty ${details.length}`);
    details.push([status, headers["x-error-detail"]]);
  }
  expect(details).toEqual([
    [400, "items"],
    [400, "items.9998.path"],
    [400, "items.9999.idempotencyKey"],
    [400, "items.9000.path"],
  ]);
  for (const job of [id, (first.body["bulkJob"] as BulkJob).id])
    expect((await bulk.api.change("POST", `/bulk/${job}/cancel`, {})).body["bulkJob"]).toMatchObject({
      skipped: 10_000,
    });
});

test("acceptance 5: an item whose scope the key lacks fails, and the others succeed", async () => {
  const { secret } = await createKey(tenant, { scopes: allScopes.filter((scope) => scope !== "clients:write") });
  const own = openBulk(server, tenant, secret);
  const { id } = await own.create([
    addNote(0),
    { method: "POST", path: "/clients", body: {}, idempotencyKey: "client" },
    addNote(1),
  ]);
  await own.run(id);
  const { job, results } = await own.read(id);
  expect(job).toMatchObject({ status: "completed_with_errors", succeeded: 2, failed: 1 });
  expect(results.map(({ httpStatus, code, reason, detail }) => [httpStatus, code, reason, detail])).toEqual([
    [201, null, null, null],
    [403, "FORBIDDEN", "missing_scope", "clients:write"],
    [201, null, null, null],
  ]);
});

describe("when the key ends", () => {
  test.each([
    ["revoked", { revokedAt: new Date().toISOString(), revokeReason: "stolen" }],
    ["paused", { pausedAt: new Date().toISOString() }],
  ])("acceptance 6: %s: nothing is written any more, and the rest is skipped", async (_, change) => {
    const { keyId, secret } = await createKey(tenant, {});
    const own = openBulk(server, tenant, secret);
    const { id } = await own.create([addNote(0), addNote(1), addNote(2)]);
    const ended: Promise<unknown>[] = [];
    // After the first item; the revocation commits while the second waits for its turn.
    const requestLog = { note: () => void (ended.length === 0 && ended.push(changeKey(keyId, change))) };
    await own.run(id, { requestLog, itemsPerSecond: 10 });
    await Promise.all(ended);
    const job = await tenant.inside((transaction) =>
      transaction.selectFrom("BulkJob").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    const items = await tenant.inside((transaction) =>
      transaction.selectFrom("BulkItem").selectAll().where("jobId", "=", id).orderBy("index").execute(),
    );
    expect(job).toMatchObject({ status: "completed_with_errors", statusReason: "key_ended", failed: 0 });
    expect(job.skipped).toBeGreaterThan(0);
    expect(
      items
        .filter(({ status }) => status === "skipped")
        .map(({ code, httpStatus, request }) => [code, httpStatus, request]),
    ).toEqual(Array.from({ length: job.skipped }, () => ["UNAUTHORIZED", null, null]));
    expect(await listNotes()).toHaveLength(job.succeeded);
  });

  test("acceptance 6: before it began: it fails with nothing written", async () => {
    const { keyId, secret } = await createKey(tenant, {});
    const own = openBulk(server, tenant, secret);
    const { id } = await own.create([addNote(0)]);
    await changeKey(keyId, { pausedAt: new Date().toISOString() });
    await own.run(id);
    expect(
      await tenant.inside((transaction) =>
        transaction.selectFrom("BulkJob").select(["status", "statusReason"]).where("id", "=", id).executeTakeFirst(),
      ),
    ).toEqual({ status: "failed", statusReason: "key_ended" });
    expect(await listNotes()).toEqual([]);
  });
});

test("acceptance 7: with `stop`, the items after the first that fails are skipped", async () => {
  const { id } = await bulk.create(
    [addNote(0), addNote(1), { ...addNote(2), body: { type: "general" } }, addNote(3), addNote(4)],
    { onError: "stop" },
  );
  await bulk.run(id);
  const { job, results } = await bulk.read(id);
  expect(job).toMatchObject({
    status: "completed_with_errors",
    statusReason: "stopped_on_error",
    succeeded: 2,
    failed: 1,
    skipped: 2,
  });
  expect(results.map(({ status, code, error }) => [status, code, error])).toEqual([
    ["succeeded", null, null],
    ["succeeded", null, null],
    ["failed", "VALIDATION_FAILED", "body: required"],
    ["skipped", null, null],
    ["skipped", null, null],
  ]);
});

test("acceptance 9: nothing that an item sends is readable in the database, and nothing is left of it after its end", async () => {
  const canary = "zanzibarquantumfelix";
  const { id } = await bulk.create(
    [
      { ...addNote(0), body: { type: "general", body: 7, [canary]: canary } },
      {
        method: "PATCH",
        path: `/contacts/${canary}`,
        query: { [canary]: canary },
        body: { name: canary },
        ifMatch: `"${canary}"`,
        idempotencyKey: "patch",
      },
    ],
    { name: "Nightly" },
  );
  const dump = async () =>
    JSON.stringify(
      (
        await owner.query(
          `SELECT (SELECT json_agg(j) FROM "BulkJob" j) jobs, (SELECT json_agg(i) FROM "BulkItem" i) items, (SELECT json_agg(q) FROM pgboss.job q) queue, (SELECT json_agg(e) FROM "Event" e) events`,
        )
      ).rows,
    );
  const hex = Buffer.from(canary).toString("hex");
  const during = await dump();
  expect([during.includes(id), during.includes(canary), during.includes(hex)]).toEqual([true, false, false]);
  await bulk.run(id);
  const after = await dump();
  expect([after.includes(canary), after.includes(hex)]).toEqual([false, false]);
  expect((await bulk.read(id)).results.map(({ code }) => code)).toEqual(["VALIDATION_FAILED", "VALIDATION_FAILED"]);
  expect((await owner.query(`SELECT FROM "BulkItem" WHERE "jobId" = $1 AND request IS NOT NULL`, [id])).rowCount).toBe(
    0,
  );
});

test("acceptance 11: the sixth open job is rejected until one has ended", async () => {
  const jobs = [];
  for (let count = 0; count < 5; count += 1) jobs.push(await bulk.create([addNote(count)]));
  const reply = await bulk.api.change("POST", "/bulk", { items: [addNote(9)] });
  expect([reply.status, reply.body["code"], reply.headers["retry-after"]]).toEqual([429, "RATE_LIMITED", "30"]);
  expect((await bulk.api.change("POST", `/bulk/${jobs[0]?.id}/cancel`, {})).status).toBe(200);
  expect((await bulk.api.change("POST", "/bulk", { items: [addNote(9)] })).status).toBe(201);
});

test("acceptance 12: a client, a case that names it by its external ID, and a stale change: two succeed and one does not", async () => {
  const { caseId } = await createCase(tenant);
  const { id } = await bulk.create([
    {
      method: "POST",
      path: "/clients",
      body: { firstName: "Rosa", lastName: "Diaz", externalId: "C-1" },
      idempotencyKey: "1",
    },
    {
      method: "POST",
      path: "/cases",
      body: { plaintiffId: "external:C-1", caseType: "truck_accident" },
      idempotencyKey: "2",
    },
    {
      method: "PATCH",
      path: `/cases/${caseId}`,
      body: { title: "Diaz v. Freight" },
      ifMatch: '"1"',
      idempotencyKey: "3",
    },
  ]);
  await bulk.run(id);
  const { job, results } = await bulk.read(id);
  expect(results.map(({ httpStatus, code }) => [httpStatus, code])).toEqual([
    [201, null],
    [201, null],
    [409, "STALE_REVISION"],
  ]);
  expect(job).toMatchObject({ status: "completed_with_errors", succeeded: 2, failed: 1 });
});

describe("a failure that may pass", () => {
  /** Has the insertion of notes with this body fail so often, for a reason that the database has. */
  const failOn = async (body: string, times: number) => {
    await owner.query(`CREATE SEQUENCE failures_${body}; GRANT USAGE ON failures_${body} TO caseport_application`);
    await owner.query(`
      CREATE FUNCTION fail_${body}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('failures_${body}') <= ${times} THEN RAISE EXCEPTION 'a value of Rosa Diaz'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_${body} BEFORE INSERT ON "Note" FOR EACH ROW WHEN (NEW.body = '${body}') EXECUTE FUNCTION fail_${body}()`);
  };

  test("is tried again, and counts no attempt of the call", async () => {
    await failOn("twice", 2);
    const { id } = await bulk.create([addNote(0, "twice")]);
    await bulk.run(id);
    expect(await statusesOf(id)).toEqual(["succeeded"]);
  });

  test("fails at last with its code, and without the reason", async () => {
    await failOn("always", 100);
    const { id } = await bulk.create([addNote(0, "always"), addNote(1)]);
    await bulk.run(id);
    expect((await bulk.read(id)).results).toMatchObject([
      { status: "failed", httpStatus: 500, code: "INTERNAL_ERROR", error: "Internal server error" },
      { status: "succeeded" },
    ]);
  });
});

test("acceptance 2: two workers execute no item twice", async () => {
  const { id } = await bulk.create(Array.from({ length: 12 }, (_, index) => addNote(index)));
  await Promise.all([bulk.run(id), bulk.run(id), bulk.run(id)]);
  expect((await bulk.read(id)).job).toMatchObject({ status: "completed", succeeded: 12 });
  expect(await listNotes()).toHaveLength(12);
});

test("a job that workers die of ends", async () => {
  const { id } = await bulk.create([addNote(0)]);
  await tenant.inside((transaction) =>
    transaction.updateTable("BulkJob").set({ attempts: 20, status: "running" }).where("id", "=", id).execute(),
  );
  await bulk.run(id);
  const { job, results } = await bulk.read(id);
  expect([job.status, job.statusReason, results[0]?.status]).toEqual(["failed", "attempts_exhausted", "skipped"]);
});

test("jobs of one key run in turn, two of an organization at once; an open job without a place in the queue gets one, and an old one is deleted", async () => {
  const queued = async () =>
    (
      await owner.query<{ jobId: string }>(
        `SELECT data->>'jobId' AS "jobId" FROM pgboss.job WHERE name = 'bulk' AND state <= 'active' AND data->>'organizationId' = $1 ORDER BY created_on`,
        [tenant.organizationId],
      )
    ).rows.map(({ jobId }) => jobId);
  const others = [];
  for (let count = 0; count < 2; count += 1)
    others.push(openBulk(server, tenant, (await createKey(tenant, {})).secret));
  const [first, second] = [await bulk.create([addNote(0)]), await bulk.create([addNote(1)])];
  expect(await queued()).toEqual([first.id]);
  const [third, fourth] = [await others[0]?.create([addNote(2)]), await others[1]?.create([addNote(3)])];
  expect(await queued()).toEqual([first.id, third?.id]);
  await owner.query("DELETE FROM pgboss.job WHERE name = 'bulk'");
  await maintainBulkJobs(server.services.database);
  expect((await queued()).toSorted()).toEqual([first.id, third?.id].toSorted());
  await owner.query("DELETE FROM pgboss.job WHERE name = 'bulk'");
  await bulk.run(first.id);
  // The second of the first key is older than the fourth.
  expect((await queued()).toSorted()).toEqual([second.id, third?.id].toSorted());
  expect(fourth?.status).toBe("queued");
  await tenant.inside((transaction) =>
    transaction.updateTable("BulkJob").set({ expiresAt: "2026-01-01T00:00:00Z" }).where("id", "=", first.id).execute(),
  );
  expect(await maintainBulkJobs(server.services.database)).toBe(1);
  expect((await openApi(server, tenant.secret).get(`/bulk/${first.id}`)).status).toBe(404);
});
