import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createNamedContact } from "../areas/cases/parties/fixtures.ts";
import { numberOfLock } from "../rpc/call/idempotency.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { openBulk, type BulkHarness, type Item } from "./fixtures.ts";
import { until } from "../testing/harness/until.ts";

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

type Sent = Item & { method: "POST" | "PATCH"; path: string };

const addNote = (index: number, more: object = {}): Sent => ({
  method: "POST",
  path: `/contacts/${contactId}/notes`,
  body: { type: "general", body: `Note ${index}`, ...more },
  idempotencyKey: `note-${index}`,
});
const addClient = (key: string, externalId: string): Sent => ({
  method: "POST",
  path: "/clients",
  body: { firstName: "Rosa", lastName: "Diaz", externalId },
  idempotencyKey: key,
});
const callClient = (clientId: string, index: number): Sent => ({
  method: "PATCH",
  path: `/clients/${clientId}`,
  body: { phone: `555-01${String(index).padStart(2, "0")}` },
  idempotencyKey: `${clientId} ${index}`,
});
const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const listEvents = (jobId: string) =>
  tenant.inside((transaction) =>
    transaction
      .selectFrom("Event")
      .select(["number", "eventType", "entityId", "occurredAt", "payload"])
      .where("correlationId", "=", jobId)
      .where("entity", "!=", "bulk_job")
      .orderBy("number")
      .execute(),
  );

test("a rejected item rolls back alone: the others of its transaction have their events, entries and responses, in order", async () => {
  const { clientId } = await createCase(tenant);
  const items: Sent[] = [
    addNote(0),
    addClient("client 1", "C-1"),
    { ...addNote(2), body: { type: "general" } },
    addClient("client 3", "C-1"),
    { ...callClient(clientId, 4), ifMatch: '"7"' },
    callClient(clientId, 5),
    callClient(clientId, 6),
    addNote(7),
  ];
  const { id } = await bulk.create(items);
  await bulk.run(id);
  const { job, results } = await bulk.read(id);
  expect(results.map(({ httpStatus, code }) => code ?? httpStatus)).toEqual([
    201,
    201,
    "VALIDATION_FAILED",
    "DUPLICATE_ENTRY",
    "STALE_REVISION",
    200,
    200,
    201,
  ]);
  expect(job).toMatchObject({ status: "completed_with_errors", succeeded: 5, failed: 3 });
  const events = await listEvents(id);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    "note.created",
    "client.created",
    "client.updated",
    "client.updated",
    "note.created",
  ]);
  const succeeded = results.filter(({ status }) => status === "succeeded");
  expect(events.map(({ entityId }) => entityId)).toEqual(succeeded.map(({ resourceId }) => resourceId));
  const [first] = events;
  expect(events.map(({ number }) => number - (first?.number ?? 0))).toEqual([0, 1, 2, 3, 4]);
  // The counter's time: two transactions. The duplicate looks into the audit log for whose the record is, and so runs alone.
  expect(new Set(events.slice(0, 2).map(({ occurredAt }) => occurredAt)).size).toBe(1);
  expect(new Set(events.slice(2).map(({ occurredAt }) => occurredAt)).size).toBe(1);
  const entries = await tenant.inside((transaction) =>
    transaction
      .selectFrom("AuditEntry")
      .select(["action", "entityId"])
      .where("requestId", "=", id)
      .where("entity", "!=", "bulk_job")
      .orderBy("id")
      .execute(),
  );
  expect(entries.map(({ action, entityId }) => [action, entityId])).toEqual([
    ["contacts.notes.create", succeeded[0]?.resourceId],
    ["clients.create", succeeded[1]?.resourceId],
    ["clients.update", clientId],
    ["clients.update", clientId],
    ["contacts.notes.create", succeeded[4]?.resourceId],
  ]);
  // Each of them has its stored response, and no other.
  for (const [index, { method, path, body, idempotencyKey }] of items.entries()) {
    if (results[index]?.status !== "succeeded") continue;
    const reply = await bulk.api.change(method, path, body, { "X-Idempotency-Key": idempotencyKey });
    expect([reply.headers["idempotent-replayed"], reply.status]).toEqual(["true", results[index]?.httpStatus]);
  }
  expect((await bulk.api.get("/clients?limit=200")).body["clients"]).toHaveLength(2);
  expect(bulk.lines.map(({ requestId, status }) => [requestId, status])).toEqual(
    results.map(({ index, httpStatus }) => [`${id}.${index}`, httpStatus]),
  );
});

test("the revisions of one record rise with each item", async () => {
  const { clientId, caseId } = await createCase(tenant);
  const retitle = (index: number): Item => ({
    method: "PATCH",
    path: `/cases/${caseId}`,
    body: { title: `Title ${index}` },
    idempotencyKey: `title-${index}`,
  });
  const { id } = await bulk.create(
    listNumbers(6).map((index) => (index % 2 === 0 ? callClient(clientId, index) : retitle(index))),
  );
  await bulk.run(id);
  const { results } = await bulk.read(id);
  expect(results.filter((_, index) => index % 2 === 0).map(({ etag }) => etag)).toEqual(['"2"', '"3"', '"4"']);
  expect(new Set(results.map(({ etag }) => etag)).size).toBe(6);
});

test("each event of a shared transaction has its webhook deliveries", async () => {
  const { secret } = await createKey(tenant, { webhookAllowedHosts: ["hook.example.com"] });
  const own = openBulk(server, tenant, secret);
  const subscribed = await own.api.change("POST", "/webhook-subscriptions", {
    name: "Notes",
    url: "https://hook.example.com/caseport",
    eventTypes: ["note.created"],
  });
  expect(subscribed.status).toBe(201);
  const { id } = await own.create(listNumbers(12).map((index) => addNote(index)));
  await own.run(id);
  const events = await listEvents(id);
  const deliveries = await tenant.inside((transaction) =>
    transaction
      .selectFrom("WebhookDelivery")
      .select(["eventNumber"])
      .where("eventType", "=", "note.created")
      .orderBy("eventNumber")
      .execute(),
  );
  expect(deliveries.map(({ eventNumber }) => eventNumber)).toEqual(events.map(({ number }) => number));
  expect(deliveries).toHaveLength(12);
});

test("an item that changes what earlier ones have recorded runs in a transaction of its own", async () => {
  const { id } = await bulk.create([addNote(0), addNote(1)]);
  await bulk.run(id);
  const [noteId] = (await bulk.read(id)).results.map(({ resourceId }) => resourceId);
  expect(JSON.stringify(await listEvents(id))).toContain("Note 0");
  const change = (index: number, body: object): Item => ({
    method: "PATCH",
    path: `/notes/${noteId}`,
    body,
    idempotencyKey: `change-${index}`,
  });
  const other = await bulk.create([
    change(0, { body: "Said in confidence" }),
    change(1, { visibility: "privileged" }),
    addNote(9),
  ]);
  await bulk.run(other.id);
  expect((await bulk.read(other.id)).results.map(({ code, httpStatus }) => code ?? httpStatus)).toEqual([
    200, 200, 201,
  ]);
  expect(JSON.stringify(await listEvents(id))).not.toContain("Note 0");
  expect(JSON.stringify(await listEvents(other.id))).not.toContain("Said in confidence");
});

test("two jobs that lock the same rows in opposite orders both go on", async () => {
  const [one, two] = [await createCase(tenant), await createCase(tenant)];
  const other = openBulk(server, tenant, (await createKey(tenant, {})).secret);
  const forth = listNumbers(40).map((index) => callClient(index % 2 === 0 ? one.clientId : two.clientId, index));
  const back = listNumbers(40).map((index) => callClient(index % 2 === 0 ? two.clientId : one.clientId, index));
  const [first, second] = [await bulk.create(forth), await other.create(back)];
  await Promise.all([bulk.run(first.id), other.run(second.id)]);
  const jobs = [(await bulk.read(first.id)).job, (await other.read(second.id)).job];
  expect(jobs.map(({ status, succeeded }) => [status, succeeded])).toEqual([
    ["completed", 40],
    ["completed", 40],
  ]);
  expect((await bulk.api.get(`/clients/${one.clientId}`)).headers["etag"]).toBe('"41"');
  const deadlocks = await owner.query(
    "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(deadlocks.rows).toEqual([{ deadlocks: 0 }]);
});

test("items before one that waits for a row are committed meanwhile", async () => {
  const { clientId } = await createCase(tenant);
  const { id } = await bulk.create([addNote(0), callClient(clientId, 1), addNote(2)]);
  await owner.query("BEGIN");
  await owner.query(`SELECT FROM "Client" WHERE id = $1 FOR UPDATE`, [clientId]);
  const running = bulk.run(id);
  await until(async () => (await bulk.read(id)).job.succeeded === 1);
  await owner.query("COMMIT");
  await running;
  expect((await bulk.read(id)).job).toMatchObject({ status: "completed", succeeded: 3 });
});

test("an item whose idempotency key another request holds is repeated, after those before it and before those behind", async () => {
  const { id } = await bulk.create([addNote(0), addNote(1), addNote(2)]);
  const lock = String(numberOfLock(tenant.keyId, "note-1"));
  await owner.query("SELECT pg_advisory_lock($1)", [lock]);
  const running = bulk.run(id, { settings: { retryMilliseconds: Array.from({ length: 5_000 }, () => 20) } });
  await until(async () => (await bulk.read(id)).job.succeeded === 1);
  await owner.query("SELECT pg_advisory_unlock($1)", [lock]);
  await running;
  const { job, results } = await bulk.read(id);
  expect(job).toMatchObject({ status: "completed", succeeded: 3 });
  expect((await listEvents(id)).map(({ entityId }) => entityId)).toEqual(results.map(({ resourceId }) => resourceId));
});

test("a key that is revoked while items run: those of the transaction under way are written, no other", async () => {
  const { keyId, secret } = await createKey(tenant, {});
  const own = openBulk(server, tenant, secret);
  const { id } = await own.create(listNumbers(120).map((index) => addNote(index)));
  const ended: Promise<unknown>[] = [];
  const revoke = () =>
    tenant.inside((transaction) =>
      transaction
        .updateTable("IntegrationKey")
        .set({ revokedAt: new Date().toISOString(), revokeReason: "stolen" })
        .where("id", "=", keyId)
        .execute(),
    );
  await own.run(id, { requestLog: { note: () => void (ended.length === 0 && ended.push(revoke())) } });
  await Promise.all(ended);
  const { rows } = await owner.query<{ status: string; count: number }>(
    `SELECT status, count(*)::integer AS count FROM "BulkItem" WHERE "jobId" = $1 GROUP BY status ORDER BY status DESC`,
    [id],
  );
  const [succeeded, skipped] = [rows.at(0)?.count ?? 0, rows.at(1)?.count ?? 0];
  expect(rows.map(({ status }) => status)).toEqual(["succeeded", "skipped"]);
  expect(succeeded + skipped).toBe(120);
  expect(await listEvents(id)).toHaveLength(succeeded);
});

test("with `stop`, the first that fails is the last of its transaction", async () => {
  const { id } = await bulk.create([addNote(0), addNote(1, { type: "unknown" }), addNote(2)], { onError: "stop" });
  await bulk.run(id);
  const { job, results } = await bulk.read(id);
  expect(job).toMatchObject({ status: "completed_with_errors", statusReason: "stopped_on_error", skipped: 1 });
  expect(results.map(({ status }) => status)).toEqual(["succeeded", "failed", "skipped"]);
  expect(await listEvents(id)).toHaveLength(1);
});
