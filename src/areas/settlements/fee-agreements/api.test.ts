import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createFeeAgreement } from "./fixtures.ts";
import type { FeeAgreement } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const third = { numerator: 1, denominator: 3 };
const contingency = (documentId: string, more: object = {}) => ({
  type: "contingency",
  base: "net_of_costs",
  tiers: [{ trigger: "pre_suit", rate: third }],
  costsResponsibility: "firm_advances",
  signedOn: "2026-01-20",
  documentId,
  ...more,
});
const set = (caseId: string, body: object, headers = {}) =>
  api.change("PUT", `/cases/${caseId}/fee-agreement`, body, headers);
const agreementOf = (reply: Awaited<ReturnType<typeof set>>) =>
  readBody<{ feeAgreement: FeeAgreement }>(reply).feeAgreement;

async function createSigned() {
  const { caseId } = await createCase(tenant, { caseState: "NJ" });
  return { caseId, documentId: await createCaseDocument(tenant, caseId) };
}

test("the first request records version 1, the next one replaces it and keeps the former", async () => {
  const { caseId, documentId } = await createSigned();
  expect((await api.get(`/cases/${caseId}/fee-agreement`)).status).toBe(404);
  const first = await set(caseId, contingency(documentId, { notes: "Agreed by phone" }));
  expect([first.status, first.headers.etag]).toEqual([200, '"1"']);
  expect(agreementOf(first)).toMatchObject({
    version: 1,
    jurisdiction: "NJ",
    tiers: [{ trigger: "pre_suit", rate: third, brackets: null, capCents: null }],
    previous: [],
  });
  const brackets = [
    { upToCents: 75_000_000, rate: third },
    { upToCents: null, rate: { basisPoints: 2_500 } },
  ];
  const second = agreementOf(await set(caseId, contingency(documentId, { tiers: [{ trigger: "minor", brackets }] })));
  expect(second).toMatchObject({ version: 2, tiers: [{ trigger: "minor", rate: null, brackets }], notes: null });
  expect(second.previous).toMatchObject([{ version: 1, notes: "Agreed by phone" }]);
  const third_ = agreementOf(
    await set(caseId, contingency(documentId, { type: "pro_bono", base: undefined, tiers: [] })),
  );
  expect(third_).toMatchObject({ version: 3, base: null, tiers: [] });
  expect(third_.previous.map(({ version }) => version)).toEqual([2, 1]);
  expect(third_.previous[1]).toEqual(second.previous[0]);
  expect(agreementOf(await api.get(`/cases/${caseId}/fee-agreement`))).toEqual(third_);
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === third_.id);
  expect(events.map(({ eventType }) => eventType)).toEqual(Array(3).fill("fee_agreement.updated"));
  expect(JSON.stringify(events)).not.toContain("Agreed by phone");
});

test.each<[string, object]>([
  ["base", { base: undefined }],
  ["tiers", { tiers: [] }],
  ["base", { type: "hourly", tiers: [] }],
  ["tiers", { type: "flat", base: undefined }],
  ["tiers.0.rate", { tiers: [{ trigger: "trial" }] }],
  ["tiers.0.rate", { tiers: [{ trigger: "trial", rate: third, brackets: [{ upToCents: null, rate: third }] }] }],
  ["tiers.0.rate", { tiers: [{ trigger: "trial", rate: { basisPoints: 10_001 } }] }],
  ["tiers.0.rate", { tiers: [{ trigger: "trial", rate: { numerator: 4, denominator: 3 } }] }],
  ["tiers.0.rate", { tiers: [{ trigger: "trial", rate: { basisPoints: 1, numerator: 1, denominator: 1 } }] }],
  ["tiers.0.brackets", { tiers: [{ trigger: "trial", brackets: [{ upToCents: 5, rate: third }] }] }],
  [
    "tiers.0.brackets",
    {
      tiers: [
        {
          trigger: "trial",
          brackets: [
            { upToCents: 5, rate: third },
            { upToCents: 5, rate: third },
            { upToCents: null, rate: third },
          ],
        },
      ],
    },
  ],
  [
    "tiers",
    {
      tiers: [
        { trigger: "trial", rate: third },
        { trigger: "trial", rate: { basisPoints: 1 } },
      ],
    },
  ],
  ["signedOn", { signedOn: "2199-01-01" }],
  ["triggersReached.0.on", { triggersReached: [{ trigger: "trial", on: "2199-01-01" }] }],
])("400 names %s for %j", async (path, more) => {
  const { caseId, documentId } = await createSigned();
  expect((await set(caseId, contingency(documentId, more))).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining(path),
  });
});

describe("concurrency", () => {
  test("If-Match takes the revision; 0 is that of an agreement which is not there yet", async () => {
    const { caseId, documentId } = await createSigned();
    expect((await set(caseId, contingency(documentId), { "If-Match": "*" })).body["code"]).toBe("STALE_REVISION");
    expect((await set(caseId, contingency(documentId), { "If-Match": '"0"' })).status).toBe(200);
    expect((await set(caseId, contingency(documentId), { "If-Match": '"0"' })).body["code"]).toBe("STALE_REVISION");
    expect((await set(caseId, contingency(documentId), { "If-Match": '"1"' })).status).toBe(200);
  });

  test("of four first requests at once, each makes a version", async () => {
    const { caseId, documentId } = await createSigned();
    const replies = await Promise.all(Array.from({ length: 4 }, () => set(caseId, contingency(documentId))));
    expect(replies.map((reply) => agreementOf(reply).version).toSorted()).toEqual([1, 2, 3, 4]);
  });
});

test("409 while the case is archived; reading still works", async () => {
  const { caseId, documentId } = await createFeeAgreement(tenant);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  expect((await set(caseId, contingency(documentId))).headers["x-error-reason"]).toBe("case_archived");
  expect((await api.get(`/cases/${caseId}/fee-agreement`)).status).toBe(200);
});

test("18. ids of another organization and of another case: 404 alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createFeeAgreement(foreign);
  const { caseId, documentId } = await createSigned();
  const { documentId: ofAnother } = await createSigned();
  const reached = [{ trigger: "trial", on: "2026-03-01", documentId: ofAnother }];
  const replies = [
    await api.get(`/cases/${theirs.caseId}/fee-agreement`),
    await set(theirs.caseId, contingency(theirs.documentId)),
    await set(caseId, contingency(theirs.documentId)),
    await set(caseId, contingency(ofAnother)),
    await set(caseId, contingency(documentId, { triggersReached: reached })),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
});
