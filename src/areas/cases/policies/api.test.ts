import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createNamedContact } from "../parties/fixtures.ts";
import { createPolicy } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const record = (caseId: string, body: object) =>
  api.change("POST", `/cases/${caseId}/insurance-policies`, { side: "defendant", type: "bodily_injury", ...body });
const list = async (caseId: string, query = ""): Promise<string[]> => {
  const reply = await api.get(`/cases/${caseId}/insurance-policies${query}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["insurancePolicies"] as { id: string }[]).map(({ id }) => id);
};

test("returns every field as sent, with the current contacts", async () => {
  const { caseId } = await createCase(tenant);
  const carrier = { id: await createNamedContact(tenant, "Alamo Casualty"), name: "Alamo Casualty", type: "company" };
  const adjuster = { id: await createNamedContact(tenant, "Jo Brandt", "person"), name: "Jo Brandt", type: "person" };
  const thirdPartyAdmin = { id: await createNamedContact(tenant, "Claims Desk"), name: "Claims Desk", type: "company" };
  const values = {
    side: "plaintiff",
    type: "um_uim",
    adjusterClaimRole: "Bodily injury",
    policyNumber: "P-1",
    claimNumber: "C-1",
    insuredName: "Rosa Diaz",
    limitPerPersonCents: Number.MAX_SAFE_INTEGER,
    limitPerOccurrenceCents: 30_000_000,
    deductibleCents: 0,
    umLimitCents: 1,
    uimLimitCents: 2,
    stackedCount: 3,
    limitsStatus: "tendered",
    limitsRequestedOn: "2026-01-01",
    limitsDisclosedOn: "2026-02-01",
    coverageStatus: "reservation_of_rights",
    carrierHasLien: true,
    isPrimary: true,
    priority: 1,
    letterOfRepresentationSentOn: "2025-12-31",
    acknowledgedOn: "2026-01-05",
    notes: "Stacked",
    externalId: "crm-9",
  };
  const given = {
    ...values,
    carrierContactId: carrier.id,
    adjusterContactId: adjuster.id,
    thirdPartyAdminContactId: thirdPartyAdmin.id,
  };
  const { status, body } = await record(caseId, given);
  expect(status).toBe(201);
  const policy = readRecord(body, "insurancePolicy");
  expect(policy).toMatchObject({ ...values, carrier, adjuster, thirdPartyAdmin, revision: 1, deletedAt: null });
  const path = `/cases/${caseId}/insurance-policies/${String(policy["id"])}`;
  expect(readRecord((await api.get(path)).body, "insurancePolicy")).toEqual(policy);
  const clearing = {
    carrierContactId: null,
    adjusterContactId: null,
    thirdPartyAdminContactId: null,
    limitPerPersonCents: null,
    priority: null,
    notes: null,
  };
  expect(readRecord((await api.change("PATCH", path, clearing)).body, "insurancePolicy")).toMatchObject({
    carrier: null,
    adjuster: null,
    thirdPartyAdmin: null,
    limitPerPersonCents: null,
    priority: null,
    notes: null,
    revision: 2,
  });
});

test("defaults are unknown and pending", async () => {
  const { caseId } = await createCase(tenant);
  const { body } = await record(caseId, {});
  expect(readRecord(body, "insurancePolicy")).toMatchObject({
    limitsStatus: "unknown",
    coverageStatus: "pending",
    isPrimary: false,
    carrierHasLien: false,
    carrier: null,
  });
});

test.each<[string, object]>([
  ["limitPerPersonCents", { limitPerPersonCents: -1 }],
  ["deductibleCents", { deductibleCents: 10.5 }],
  ["umLimitCents", { umLimitCents: 2 ** 53 }],
  ["stackedCount", { stackedCount: 0 }],
  ["priority", { priority: 101 }],
  ["side", { side: "neutral" }],
  ["limitsStatus", { limitsStatus: null }],
  ["acknowledgedOn", { acknowledgedOn: "2026-02-30" }],
])("400 names %s", async (path, body) => {
  const { caseId } = await createCase(tenant);
  const reply = await record(caseId, body);
  expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringContaining(`${path}: `) });
});

describe("409", () => {
  test("for an externalId of another live policy", async () => {
    const { policyId } = await createPolicy(tenant, { externalId: "crm-1" });
    const { caseId } = await createCase(tenant);
    expect((await record(caseId, { externalId: "crm-1" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: "externalId: used by another insurance policy",
    });
    await changeRow(tenant, "InsurancePolicy", policyId, { deletedAt: new Date().toISOString() });
    expect((await record(caseId, { externalId: "crm-1" })).status).toBe(201);
  });

  test("while the case is archived; reading still works", async () => {
    const { caseId, policyId } = await createPolicy(tenant);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect(await list(caseId)).toEqual([policyId]);
    const path = `/cases/${caseId}/insurance-policies/${policyId}`;
    const replies = [
      await record(caseId, {}),
      await api.change("PATCH", path, { notes: "x" }),
      await api.change("DELETE", path),
    ];
    expect(replies.map(({ body }) => body["code"])).toEqual([
      "INVALID_STATE_TRANSITION",
      "INVALID_STATE_TRANSITION",
      "INVALID_STATE_TRANSITION",
    ]);
  });
});

test("404 for each unknown contact and for a policy of another case", async () => {
  const { caseId } = await createCase(tenant);
  for (const name of ["carrierContactId", "adjusterContactId", "thirdPartyAdminContactId"]) {
    expect((await record(caseId, { [name]: "con_unknown" })).text).toBe(
      '{"success":false,"error":"Contact not found","code":"NOT_FOUND"}',
    );
  }
  const { policyId } = await createPolicy(tenant);
  expect((await api.get(`/cases/${caseId}/insurance-policies/${policyId}`)).status).toBe(404);
  expect((await api.change("DELETE", `/cases/${caseId}/insurance-policies/${policyId}`)).status).toBe(404);
});

test("the list combines filters, sorts and pages, without deleted policies", async () => {
  const first = await createPolicy(tenant, { type: "pip", side: "plaintiff" });
  const { caseId } = first;
  const second = await createPolicy(tenant, { caseId });
  const third = await createPolicy(tenant, { caseId });
  const [a, b, c] = [first.policyId, second.policyId, third.policyId];
  expect(await list(caseId)).toEqual([c, b, a]);
  expect(await list(caseId, "?type=bodily_injury&sort=oldest")).toEqual([b, c]);
  expect(await list(caseId, "?side=defendant&type=bodily_injury")).toEqual([c, b]);
  expect(await list(caseId, "?type=pip")).toEqual([a]);
  await changeRow(tenant, "InsurancePolicy", a, { notes: "moved" });
  expect(await list(caseId, "?sort=updated")).toEqual([b, c, a]);
  await changeRow(tenant, "InsurancePolicy", b, { deletedAt: new Date().toISOString() });
  const { body } = await api.get(`/cases/${caseId}/insurance-policies?limit=1`);
  expect(await list(caseId, `?after=${String(body["nextCursor"])}`)).toEqual([a]);
});
