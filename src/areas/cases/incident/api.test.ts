import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createDocument } from "../../documents/fixtures.records.ts";
import type { Suggestions } from "../../deadlines/calculation/schema.ts";
import type { Incident } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const pathOf = (caseId: string) => `/cases/${caseId}/incident`;
const get = async (caseId: string) => readBody<{ incident: Incident }>(await api.get(pathOf(caseId))).incident;
const patch = (caseId: string, body: object, headers: Record<string, string> = {}) =>
  api.change("PATCH", pathOf(caseId), body, headers);

test("a case has an incident before anybody has recorded it; the first PATCH creates it, the next change it", async () => {
  const { caseId } = await createCase(tenant, { dateOfIncident: "2026-01-19" });
  const blank = await get(caseId);
  expect(blank).toMatchObject({
    id: null,
    organizationId: tenant.organizationId,
    caseId,
    occurredOn: "2026-01-19",
    governmentEntityInvolved: "unknown",
    liabilityAssessment: null,
    createdBy: null,
    revision: 0,
    createdAt: null,
  });
  const { documentId: reportDocumentId } = await createDocument(tenant, { caseId });
  const address = { line1: "I-35", line2: null, city: "Austin", state: "TX", zipCode: "78704", country: null };
  const values = {
    occurredAtTime: "17:40",
    address,
    locationDescription: "Northbound, right lane",
    description: "Rear-ended",
    liabilityAssessment: "disputed",
    clientFaultPercent: 20,
    policeReportNumber: "26-190417",
    policeDepartment: "Austin Police Department",
    reportDocumentId,
    governmentEntityInvolved: "yes",
    injuryDiscoveredOn: "2026-01-20",
    deathOn: "2026-02-01",
    treatmentEndedOn: "2026-03-02",
    notes: "Their driver lies",
    externalId: "incident-1",
  };
  const created = await patch(caseId, values);
  expect(created.headers.etag).toBe('"1"');
  const incident = readRecord(created.body, "incident");
  expect(incident).toMatchObject({ ...values, revision: 1, createdBy: { id: tenant.keyId } });
  expect(incident["id"]).toMatch(/^inc_/);
  expect(await get(caseId)).toEqual(incident);
  const cleared = await patch(caseId, { address: null, clientFaultPercent: null, deathOn: null });
  expect(readRecord(cleared.body, "incident")).toMatchObject({
    ...values,
    address: null,
    clientFaultPercent: null,
    deathOn: null,
    revision: 2,
  });
});

test("If-Match: 0 is the revision of what nobody has recorded; of two first requests with it one succeeds", async () => {
  const { caseId } = await createCase(tenant);
  expect((await api.get(pathOf(caseId))).headers.etag).toBe('"0"');
  expect((await patch(caseId, { notes: "x" }, { "if-match": '"1"' })).body["code"]).toBe("STALE_REVISION");
  expect((await patch(caseId, { notes: "x" }, { "if-match": "*" })).body["code"]).toBe("STALE_REVISION");
  const replies = await Promise.all(["a", "b"].map((notes) => patch(caseId, { notes }, { "if-match": '"0"' })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await get(caseId)).toMatchObject({ revision: 1 });
});

test("of two first requests without If-Match both are carried out, on one incident", async () => {
  const { caseId } = await createCase(tenant);
  const replies = await Promise.all([patch(caseId, { notes: "a" }), patch(caseId, { description: "b" })]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await get(caseId)).toMatchObject({ notes: "a", description: "b", revision: 2 });
});

test.each<[string, object]>([
  ["deathOn", { deathOn: "2999-01-01" }],
  ["injuryDiscoveredOn", { injuryDiscoveredOn: "2999-01-01" }],
  ["treatmentEndedOn", { treatmentEndedOn: "2999-01-01" }],
  ["clientFaultPercent", { clientFaultPercent: 101 }],
  ["occurredAtTime", { occurredAtTime: "25:00" }],
  ["governmentEntityInvolved", { governmentEntityInvolved: null }],
  ["occurredOn", { occurredOn: "2026-01-01" }],
  ["address.zipCode", { address: { zipCode: "1" } }],
])("400 names %s", async (path, body) => {
  const { caseId } = await createCase(tenant);
  expect((await patch(caseId, body)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining(`${path}: `),
  });
});

test("events have neither what the firm thinks of the case nor its notes; their diff says that these changed", async () => {
  const own = await createTenant(server.services.database);
  const ownApi = openApi(server, own.secret);
  const { caseId, clientId } = await createCase(own, { dateOfIncident: "2026-01-19" });
  const change = async (body: object) => readBody(await ownApi.change("PATCH", pathOf(caseId), body));
  await change({ liabilityAssessment: "poor", clientFaultPercent: 55, policeDepartment: "Austin" });
  await change({ notes: "We lose this" });
  const [first, second] = await readEvents(own);
  expect(first).toMatchObject({
    eventType: "incident.updated",
    payload: { liabilityAssessment: "[redacted]", clientFaultPercent: "[redacted]", notes: null, revision: 1 },
    relatedIds: [
      { entity: "case", id: caseId },
      { entity: "client", id: clientId },
    ],
  });
  expect(first?.diff).toEqual({
    liabilityAssessment: { from: null, to: "[redacted]" },
    clientFaultPercent: { from: null, to: "[redacted]" },
    policeDepartment: { from: null, to: "Austin" },
  });
  expect(second?.diff).toEqual({ notes: { from: null, to: "[redacted]" } });
  expect(JSON.stringify([first, second])).not.toMatch(/"poor"|"(?:clientFaultPercent|from|to)":55|We lose/);
  // Another day of the incident changes what the incident shows: the case's event names it.
  readBody(await ownApi.change("PATCH", `/cases/${caseId}`, { dateOfIncident: "2026-01-18" }));
  const [, , third] = await readEvents(own);
  const incident = readRecord((await ownApi.get(pathOf(caseId))).body, "incident");
  expect(incident["occurredOn"]).toBe("2026-01-18");
  expect(third?.relatedIds).toContainEqual({ entity: "incident", id: incident["id"] });
});

describe("404 and 409", () => {
  test("acceptance 14: another organization's case and document, and a document of another case, are 404", async () => {
    const other = await createTenant(server.services.database);
    const { caseId: foreign } = await createCase(other);
    expect((await api.get(pathOf(foreign))).text).toBe((await api.get(pathOf("case_unknown"))).text);
    expect((await patch(foreign, { notes: "x" })).status).toBe(404);
    const { caseId } = await createCase(tenant);
    const { documentId: ofOther } = await createDocument(other, { caseId: foreign });
    const { documentId: elsewhere } = await createDocument(tenant, { caseId: (await createCase(tenant)).caseId });
    for (const reportDocumentId of [ofOther, elsewhere, "doc_unknown"])
      expect((await patch(caseId, { reportDocumentId })).body).toMatchObject({
        code: "NOT_FOUND",
        error: "Document not found",
      });
  });

  test("while the case is archived; for an externalId of another incident", async () => {
    const { caseId } = await createCase(tenant);
    readBody(await patch(caseId, { externalId: "incident-7" }));
    const { caseId: other } = await createCase(tenant);
    expect((await patch(other, { externalId: "incident-7" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: expect.stringContaining("externalId: used by another incident"),
    });
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expect((await patch(caseId, { notes: "x" })).headers["x-error-reason"]).toBe("case_archived");
    expect((await api.get(pathOf(caseId))).status).toBe(200);
  });
});

test("acceptance 3: with governmentEntityInvolved yes the suggestions name the notice without a warning about it; with no they have none; the query wins", async () => {
  const suggest = async (governmentEntityInvolved: string, query = "") => {
    const { caseId, clientId } = await createCase(tenant, {
      caseType: "motor_vehicle_accident",
      caseState: "NY",
      dateOfIncident: "2026-09-14",
    });
    await changeRow(tenant, "Client", clientId, { dateOfBirth: "1980-01-01" });
    readBody(await patch(caseId, { governmentEntityInvolved }));
    const { suggestions } = readBody<Suggestions>(await api.get(`/cases/${caseId}/limitation-suggestions${query}`));
    return suggestions.map(({ ruleKey, calculation }) => [
      ruleKey,
      calculation.warnings.includes("government_defendant_unknown"),
    ]);
  };
  const plain = ["limitation.ny.personal_injury", false];
  const named = (isDoubtful: boolean) => [
    plain,
    ["claim_notice.ny.municipal", isDoubtful],
    ["claim_notice.ny.state", isDoubtful],
    ["claim_notice.us.ftca", isDoubtful],
    ["limitation.ny.municipal", isDoubtful],
  ];
  expect(await suggest("yes")).toEqual(named(false));
  expect(await suggest("unknown")).toEqual(named(true));
  expect(await suggest("no")).toEqual([plain]);
  expect(await suggest("no", "?governmentEntity=yes")).toEqual(named(false));
  expect(await suggest("yes", "?governmentEntity=no")).toEqual([plain]);
});
