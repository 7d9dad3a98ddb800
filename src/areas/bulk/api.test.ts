import { afterAll, beforeAll, expect, test } from "vitest";
import { canBeBulkItem } from "../../contract/operation.ts";
import { declarations } from "../../composition/router.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createBulkJob } from "./fixtures.ts";
import type { BulkJob } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1_000));

const item = { method: "POST", path: "/contacts", body: { name: "Mercy General" }, idempotencyKey: "1" };
const create = (items: unknown) => api.change("POST", "/bulk", { items });

test.each([
  [
    "an operation that keys are managed with",
    [item, { ...item, idempotencyKey: "2" }, { ...item, path: "/service-accounts", idempotencyKey: "3" }],
    "items.2.path: no operation of bulk",
  ],
  ["a bulk job", [{ ...item, path: "/bulk" }], "items.0.path: no operation of bulk"],
  ["an upload", [{ ...item, path: "/documents" }], "items.0.path: no operation of bulk"],
  ["an unknown path", [{ ...item, path: "/nowhere" }], "items.0.path: no operation of bulk"],
  ["a method that the path does not have", [{ ...item, method: "DELETE" }], "items.0.path: no operation of bulk"],
  [
    "a path with a query",
    [{ ...item, path: "/contacts?x=1" }],
    "items.0.path: must be a path below /api/v1, percent-encoded, without a query",
  ],
  [
    "a path that is not percent-encoded",
    [{ ...item, method: "PATCH", path: "/contacts/%zz" }],
    "items.0.path: must be percent-encoded UTF-8",
  ],
  [
    "a malformed ifMatch",
    [{ ...item, ifMatch: "3" }],
    'items.0.ifMatch: must be the quoted revision of the last ETag, such as "3"',
  ],
  ["a body that is no object", [{ ...item, body: [1] }], "items.0.body: must be an object"],
  ["two equal idempotency keys", [item, item], "items.1.idempotencyKey: is that of an earlier item"],
])("acceptance 8: %s fails the whole call, and nothing is created", async (_, items, message) => {
  const reply = await create(items);
  expect([reply.status, reply.body["error"]]).toEqual([400, message]);
});

test("acceptance 8: a missing idempotency key, no item, 10,001 items and an item of more than a mebibyte are 400; more than six mebibytes are 413; nothing was created", async () => {
  const many = Array.from({ length: 10_001 }, (_, index) => ({ ...item, idempotencyKey: String(index) }));
  expect((await create([{ ...item, idempotencyKey: undefined }])).status).toBe(400);
  expect((await create([])).status).toBe(400);
  expect((await create(many)).status).toBe(400);
  const large = { ...item, body: { name: "x".repeat(1_048_576) } };
  expect((await create([large])).status).toBe(400);
  const [empty] = [JSON.stringify({ items: [{ ...item, body: { name: "" } }] }).length];
  expect((await create([{ ...item, body: { name: "x".repeat(6 * 1_048_576 - empty + 1) } }])).status).toBe(413);
  expect((await api.get("/bulk")).body["bulkJobs"]).toEqual([]);
});

test("a repeated POST returns the first response; the job is read by GET", async () => {
  const headers = { "X-Idempotency-Key": "one-job" };
  const [first, second] = [
    await api.change("POST", "/bulk", { items: [item] }, headers),
    await api.change("POST", "/bulk", { items: [item] }, headers),
  ];
  expect([second.status, second.headers["idempotent-replayed"], second.text]).toEqual([201, "true", first.text]);
  const { bulkJob } = readBody<{ bulkJob: BulkJob }>(first);
  expect(bulkJob).toMatchObject({ status: "queued", total: 1, pending: 1, revision: 1 });
  expect((await api.change("POST", `/bulk/${bulkJob.id}/cancel`, {})).body["bulkJob"]).toMatchObject({
    status: "cancelled",
    statusReason: "cancelled",
    skipped: 1,
    pending: 0,
  });
  const again = await api.change("POST", `/bulk/${bulkJob.id}/cancel`, {});
  expect([again.status, again.body["error"]]).toEqual([
    409,
    "The job is cancelled; only queued and running jobs can be cancelled",
  ]);
});

test("acceptance 10: a key sees neither the jobs of another key nor those of another organization", async () => {
  const jobId = await createBulkJob(tenant);
  const foreigner = await createTenant(server.services.database);
  const replies: unknown[] = [];
  for (const secret of [(await createKey(tenant, {})).secret, foreigner.secret]) {
    const other = openApi(server, secret);
    for (const path of ["", "/results"]) {
      const [there, unknown] = [await other.get(`/bulk/${jobId}${path}`), await other.get(`/bulk/blk_unknown${path}`)];
      replies.push([there.status, there.text === unknown.text]);
    }
    replies.push([
      (await other.change("POST", `/bulk/${jobId}/cancel`, {})).status,
      (await other.get("/bulk")).text.includes(jobId),
    ]);
  }
  expect(replies).toEqual([
    [404, true],
    [404, true],
    [404, false],
    [404, true],
    [404, true],
    [404, false],
  ]);
});

test("what can be an item: mutations of records, without those of keys, members, webhooks, exports, files and secrets", () => {
  const eligible = new Set(declarations.filter(({ meta }) => canBeBulkItem(meta)).map(({ name }) => name));
  expect(eligible.size).toBeGreaterThan(100);
  for (const name of ["leads.create", "leads.update", "cases.update", "cases.notes.create", "clients.delete"])
    expect([name, eligible.has(name)]).toEqual([name, true]);
  for (const { name, kind, meta } of declarations) {
    if (kind === "query" || meta.returnsSecret === true || /^(bulk|serviceAccounts|webhook|exports)\b/.test(name))
      expect([name, eligible.has(name)]).toEqual([name, false]);
  }
});
