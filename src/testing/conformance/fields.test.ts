import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { readAuditEntries } from "../harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let caseId: string;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  ({ caseId } = await createCase(tenant));
  await createCase(tenant);
});
afterAll(() => server.close(1_000));

test("acceptance 14: members of members are chosen, of a list's records too, and the cursor continues with them", async () => {
  const first = await api.get("/cases?fields=id,plaintiff.lastName&limit=1");
  expect(first.body["cases"]).toEqual([{ id: expect.any(String), plaintiff: { lastName: expect.any(String) } }]);
  const next = await api.get(`/cases?fields=id,plaintiff.lastName&limit=1&after=${String(first.body["nextCursor"])}`);
  expect(next.body["cases"]).toEqual([{ id: expect.any(String), plaintiff: { lastName: expect.any(String) } }]);
  expect(next.body["cases"]).not.toEqual(first.body["cases"]);
  const { body } = await api.get(`/cases/${caseId}?fields=attorneys.role,sequenceId`);
  expect(body).toEqual({
    success: true,
    case: { id: caseId, sequenceId: expect.any(String), attorneys: expect.any(Array) },
  });
});

test("fields are chosen from the full view", async () => {
  const { body } = await api.get("/cases?fields=statuteOfLimitationsOn&limit=1");
  expect(body["cases"]).toEqual([{ id: expect.any(String), statuteOfLimitationsOn: null }]);
  expect((await api.get("/cases?view=full&fields=id")).status).toBe(200);
  const narrow = await api.get("/cases?view=summary&fields=id");
  expect([narrow.status, narrow.body["error"]]).toEqual([400, "view: must be full with fields, or left out"]);
});

test.each([
  ["ssn", "fields.0: no such field"],
  ["id,titel", "fields.1: no such field"],
  ["id,", "fields.1: no such field"],
  ["plaintiff.lastName.first", "fields.0: no such field"],
  ["plaintiff.constructor", "fields.0: no such field"],
  ["__proto__", "fields.0: no such field"],
  [Array.from({ length: 51 }, () => "id").join(), "fields: must be at most 50 fields"],
  ["", "fields: must"],
])("acceptance 14: fields=%s is rejected", async (fields, message) => {
  const { status, body } = await api.get(`/cases?fields=${fields}`);
  expect([status, body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  expect(body["error"]).toContain(message);
});

test("a mutation and a feed take no fields", async () => {
  expect((await api.get("/events?fields=id")).body["error"]).toBe("fields: unknown query parameter");
  expect((await api.change("PATCH", `/cases/${caseId}?fields=id`, { title: "Reyes" })).body["error"]).toBe(
    "fields: unknown query parameter",
  );
});

test("acceptance 14: a 304 and the audit entry of an elevated read are those of the whole record", async () => {
  const whole = await api.get(`/cases/${caseId}`);
  const unchanged = await api.get(`/cases/${caseId}?fields=id`, { "If-None-Match": whole.headers.etag ?? "" });
  expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
  const before = (await readAuditEntries(tenant)).length;
  expect((await api.get(`/cases/${caseId}/medical-facilities?fields=facilityId`)).status).toBe(200);
  expect((await readAuditEntries(tenant)).slice(before)).toMatchObject([{ action: "cases.medicalFacilities.list" }]);
});
