import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/api.ts";
import { readRecord } from "../../testing/harness/example-request.ts";
import { createCase, createTenant, createKey } from "../../testing/harness/tenant.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer } from "../../testing/harness/server.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import { createAttorney } from "./transitions/fixtures.ts";

/** What a write answers of the case's client, by the scopes of the key. */
let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const known = { email: "rosa@example.com", phone: "555-0101", dateOfBirth: "1984-06-30" };
const nothing = { email: null, phone: null, dateOfBirth: null };
const names = { firstName: "Rosa", lastName: "Diaz" };

const writes: [string, (caseId: string, clientId: string) => Promise<["POST" | "PATCH" | "PUT", string, object]>][] = [
  ["POST /cases", async (_, plaintiffId) => ["POST", "/cases", { plaintiffId, caseType: "dog_bite" }]],
  ["PATCH /cases", async (caseId) => ["PATCH", `/cases/${caseId}`, { title: "Changed" }]],
  ["a move", async (caseId) => ["POST", `/cases/${caseId}/transitions`, { toStage: "treatment" }]],
  ["tags", async (caseId) => ["PUT", `/cases/${caseId}/tags`, { tags: [] }]],
  ["an attorney", async (caseId) => ["POST", `/cases/${caseId}/attorneys`, { attorneyId: await createAttorney(tenant), role: "trial" }]],
];

describe.each(writes)("%s", (_, prepare) => {
  test.each<[string, string[], object, object]>([
    ["cases:write alone", ["cases:write"], { ...nothing, ...names }, { ...nothing, ...names, ssnFourDigits: null }],
    ["cases:read too", ["cases:write", "cases:read"], { ...known, ...names }, { ...known, ...names, ssnFourDigits: "1234" }],
    ["clients:read too", ["cases:write", "clients:read"], { ...known, ...names }, { ...known, ...names, ssnFourDigits: "1234" }],
  ])("%s", async (__, scopes, shown, plaintiff) => {
    const { caseId, clientId } = await createCase(tenant);
    const { secret } = await createKey(tenant, { scopes });
    const { text, body } = await openApi(server, secret).change(...(await prepare(caseId, clientId)));
    expect(body["success"], text).toBe(true);
    expect(readRecord(body, "case")).toMatchObject({ ...shown, plaintiff: { id: clientId, ...plaintiff } });
  });
});

test("a client that comes with the case is shown as it was written", async () => {
  const { secret } = await createKey(tenant, { scopes: ["cases:write"] });
  const { body, text } = await openApi(server, secret).change("POST", "/cases", { plaintiff: { ...names, ...known }, caseType: "dog_bite" });
  expect(body["success"], text).toBe(true);
  expect(readRecord(body, "case")["plaintiff"]).toMatchObject({ ...names, ...known });
});
