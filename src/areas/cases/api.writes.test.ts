import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createDefinition } from "./custom-fields/fixtures.ts";
import { createAttorney } from "./transitions/fixtures.ts";
import { createTag } from "./tags/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

function readCase({ status, text, body }: Reply): Record<string, unknown> {
  expect([200, 201], text).toContain(status);
  return readRecord(body, "case");
}
const create = (body: object, headers = {}) => api.change("POST", "/cases", { caseType: "dog_bite", ...body }, headers);
const patch = (caseId: string, body: object, headers = {}) => api.change("PATCH", `/cases/${caseId}`, body, headers);

/** Every field that a case takes at its creation, beside whose it is. */
const full = {
  caseType: "truck_accident",
  title: "Marsh v. Lone Star",
  practiceArea: "Personal injury",
  description: "Rear-ended.",
  intakeNotes: "Called.",
  injuryDescription: "Neck.",
  subCaseType: "rear_end",
  caseState: "TX",
  jurisdictionCounty: "Travis",
  caseSource: "web_form",
  caseMatchMode: "auto",
  caseMatchDate: "2026-03-14T15:09:26.535Z",
  caseReviewedDate: "2026-03-14T15:09:26.535Z",
  partnerId: "partner-1",
  partnerName: "Partner",
  partnerResult: "accepted",
  partnerPriceCents: 150_000,
  highValue: true,
  vetted: true,
  isCommercial: true,
  trialBound: true,
  caseScore: 82.5,
  projectedWinRate: 0.74,
  projectedFeeAmountCents: 1,
  estimatedSettlementMinCents: 0,
  estimatedSettlementMaxCents: Number.MAX_SAFE_INTEGER,
  settlementAmountCents: 3,
  recoveryAmountCents: 4,
  projectedSettlementDate: "2026-11-30T00:00:00.000Z",
  projectedSettlementDateLabel: "Q4 2026",
  projectedSettlementDatePrecision: "quarter",
  estimatedTimeToResolution: 260,
  attorneyFeePercentage: 33.33,
  settlementDate: "2026-03-14T15:09:26.535Z",
  recoveryDate: "2026-03-14T15:09:26.535Z",
  resolutionDate: "2026-03-14T15:09:26.535Z",
  dateOfIncident: "2026-01-19",
  openedOn: "2026-01-20",
  engagedOn: "2026-01-20",
  statuteOfLimitationsOn: "2028-01-19",
  lastClientContactOn: "2026-03-11",
  retainerStatus: "signed",
  matterStage: "discovery",
  matterStatus: "on_hold",
  statusReason: "MMI",
};

describe("a new case", () => {
  test("is created with every field, attorneys, tags and custom fields", async () => {
    const { clientId } = await createCase(tenant);
    const second = await createAttorney(tenant);
    await createTag(tenant, "Urgent matter");
    await createDefinition(tenant, { key: "exposureLevel", type: "text" });
    const attorneys = [
      { attorneyId: tenant.attorneyId, role: "lead" },
      { attorneyId: second, role: "associate" },
    ];
    const made = readCase(
      await create({
        ...full,
        plaintiffId: clientId,
        attorneys,
        tags: ["urgent MATTER"],
        customFields: { exposureLevel: "high" },
        externalId: "crm-1",
      }),
    );
    expect(made).toMatchObject({
      ...full,
      plaintiffId: clientId,
      attorneyId: tenant.attorneyId,
      externalId: "crm-1",
      customFields: { exposureLevel: "high" },
    });
    expect(
      (made["attorneys"] as { attorneyId: string; role: string }[])
        .map(({ attorneyId, role }) => ({ attorneyId, role }))
        .toSorted((a, b) => b.role.localeCompare(a.role)),
    ).toEqual(attorneys);
    expect(made["tags"]).toMatchObject([{ name: "Urgent matter" }]);
    expect(made["sequenceId"]).toMatch(/^\d{4}-\d{6}$/);
    expect(readCase(await api.get(`/cases/${String(made["id"])}`))).toEqual(made);
  });

  test("starts in stage intake, status pending, with Location, ETag and the next number", async () => {
    const { clientId } = await createCase(tenant);
    const [first, second] = [await create({ plaintiffId: clientId }), await create({ plaintiffId: clientId })];
    const made = readCase(first);
    expect(made).toMatchObject({
      matterStage: "intake",
      matterStatus: "pending",
      highValue: false,
      stageEnteredAt: expect.any(String),
      attorneys: [],
      tags: [],
      customFields: {},
    });
    const found = await api.get(String(first.headers.location).replace("/api/v1", ""));
    expect([readCase(found), found.headers.etag]).toEqual([made, first.headers.etag]);
    const numberOf = (record: Record<string, unknown>) => Number(String(record["sequenceId"]).slice(5));
    expect(numberOf(readCase(second))).toBe(numberOf(made) + 1);
  });

  test("with a new client records two events, and creates no client when the case is rejected", async () => {
    const other = await createTenant(server.services.database);
    const theirs = openApi(server, other.secret);
    const body = { caseType: "dog_bite", plaintiff: { firstName: "Elena", lastName: "Marsh", externalId: "person-1" } };
    expect(
      (await theirs.change("POST", "/cases", { ...body, attorneys: [{ attorneyId: "mem_x", role: "lead" }] })).status,
    ).toBe(404);
    expect(readCase(await theirs.change("POST", "/cases", body))).toMatchObject({
      firstName: "Elena",
      plaintiff: { lastName: "Marsh" },
    });
    expect((await readEvents(other)).map(({ eventType }) => eventType)).toEqual(["client.created", "case.created"]);
    const again = await theirs.change("POST", "/cases", body);
    expect([again.status, again.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
  });

  test.each([
    [{}, "plaintiffId: send either this or plaintiff"],
    [
      { plaintiffId: "cli_1", plaintiff: { firstName: "A", lastName: "B" } },
      "plaintiffId: send either this or plaintiff",
    ],
    [
      { plaintiffId: "cli_1", matterStatus: "closed" },
      "matterStage: must be closed if and only if the status is closed or archived; closedOn: required for a closed case; statusReason: required for a closed case",
    ],
    [{ plaintiffId: "cli_1", closedOn: "2026-01-01" }, "closedOn: allowed only for a closed case"],
    [{ plaintiffId: "cli_1", caseState: "ZZ" }, "caseState: must be one of AL"],
    [{ plaintiffId: "cli_1", settlementAmountCents: -1 }, "settlementAmountCents: must be at least 0"],
    [{ plaintiffId: "cli_1", settlementDate: "2026-03-14T00:00:00+16:00" }, "settlementDate:"],
    [{ plaintiffId: "cli_1", settlementDate: "0000-01-01T00:00:00Z" }, "settlementDate:"],
    [
      {
        plaintiffId: "cli_1",
        attorneys: [
          { attorneyId: "a", role: "lead" },
          { attorneyId: "b", role: "lead" },
        ],
      },
      "attorneys: must contain at most one lead",
    ],
    [{ plaintiffId: "cli_1", plaintiffName: "x" }, "plaintiffName: unknown property"],
  ])("400 for %j", async (body, fault) => {
    const reply = await create(body);
    expect([reply.status, reply.body["code"]], reply.text).toEqual([400, "VALIDATION_FAILED"]);
    expect(reply.body["error"]).toContain(fault);
  });

  test("400 for an unknown tag or custom field", async () => {
    const { clientId } = await createCase(tenant);
    expect((await create({ plaintiffId: clientId, tags: ["no such tag"] })).body["error"]).toContain("tags.0:");
    expect((await create({ plaintiffId: clientId, customFields: { noSuchField: 1 } })).body["error"]).toContain(
      "customFields.noSuchField:",
    );
  });

  test("404 for a client or an attorney of another firm, 409 for an inactive attorney", async () => {
    const others = await createTenant(server.services.database);
    const { clientId: theirs } = await createCase(others);
    const { clientId } = await createCase(tenant);
    expect((await create({ plaintiffId: theirs })).body).toMatchObject({
      code: "NOT_FOUND",
      error: "Client not found",
    });
    expect(
      (await create({ plaintiffId: clientId, attorneys: [{ attorneyId: others.attorneyId, role: "lead" }] })).body,
    ).toMatchObject({ code: "NOT_FOUND", error: "Attorney not found" });
    const left = await createAttorney(tenant, "deactivated");
    expect(
      (await create({ plaintiffId: clientId, attorneys: [{ attorneyId: left, role: "lead" }] })).body,
    ).toMatchObject({ code: "INVALID_STATE_TRANSITION" });
  });

  test("can be imported as closed, with its date and reason", async () => {
    const { clientId } = await createCase(tenant);
    const closed = { matterStage: "closed", matterStatus: "archived", closedOn: "2019-05-01", statusReason: "Settled" };
    expect(readCase(await create({ plaintiffId: clientId, ...closed }))).toMatchObject(closed);
  });
});

describe("an update", () => {
  test("clears null fields, keeps omitted ones and merges custom fields by key", async () => {
    const { clientId } = await createCase(tenant);
    for (const key of ["alphaField", "betaField"]) await createDefinition(tenant, { key, type: "text" });
    const made = readCase(
      await create({
        plaintiffId: clientId,
        title: "A",
        description: "B",
        customFields: { alphaField: "1", betaField: "2" },
      }),
    );
    const changed = readCase(
      await patch(String(made["id"]), { title: null, customFields: { alphaField: null, betaField: "3" } }),
    );
    expect(changed).toMatchObject({ title: null, description: "B", customFields: { betaField: "3" } });
    const event = (await readEvents(tenant)).at(-1);
    expect([event?.eventType, event?.diff]).toEqual([
      "case.updated",
      {
        title: { from: "A", to: null },
        customFields: { from: { alphaField: "1", betaField: "2" }, to: { betaField: "3" } },
      },
    ]);
  });

  test("ignores the idempotency header, and the response says so", async () => {
    const { caseId } = await createCase(tenant);
    const headers = { "X-Idempotency-Key": "the same" };
    const replies = [await patch(caseId, { title: "A" }, headers), await patch(caseId, { title: "B" }, headers)];
    expect(
      replies.map(({ status, headers: { "idempotency-status": idempotencyStatus } }) => [status, idempotencyStatus]),
    ).toEqual([
      [200, "ignored"],
      [200, "ignored"],
    ]);
    expect((await api.get(`/cases/${caseId}`)).body).toMatchObject({ case: { title: "B" } });
  });

  test("with a stale If-Match is rejected; with the current one it passes and returns a new ETag", async () => {
    const { caseId } = await createCase(tenant);
    const first = (await api.get(`/cases/${caseId}`)).headers.etag ?? "";
    const second = (await patch(caseId, { title: "A" }, { "If-Match": first })).headers.etag ?? "";
    expect(Number(second.slice(1, -1))).toBeGreaterThan(Number(first.slice(1, -1)));
    const stale = await patch(caseId, { title: "B" }, { "If-Match": first });
    expect([stale.status, stale.body["code"]]).toEqual([409, "STALE_REVISION"]);
    expect(
      (await patch(caseId, { attorneyId: tenant.attorneyId, title: "C" }, { "If-Match": `"1", ${second}` })).status,
    ).toBe(200);
    expect((await api.get(`/cases/${caseId}`)).body).toMatchObject({ case: { title: "C" } });
  });

  test("replaces and removes the lead attorney", async () => {
    const { caseId } = await createCase(tenant);
    const second = await createAttorney(tenant);
    for (const attorneyId of [tenant.attorneyId, second]) {
      expect(readCase(await patch(caseId, { attorneyId }))).toMatchObject({
        attorneyId,
        attorneys: [{ attorneyId, role: "lead" }],
      });
    }
    expect(readCase(await patch(caseId, { attorneyId: null }))).toMatchObject({ attorneyId: null, attorneys: [] });
  });

  test("requires a unique externalId within the organization, not across organizations", async () => {
    const [first, second] = [await createCase(tenant), await createCase(tenant)];
    await patch(first.caseId, { externalId: "crm-7" });
    expect((await patch(second.caseId, { externalId: "crm-7" })).body).toEqual({
      success: false,
      code: "DUPLICATE_ENTRY",
      error: `externalId: used by another case: ${first.caseId}`,
    });
    const others = await createTenant(server.services.database);
    expect(
      (
        await openApi(server, others.secret).change("PATCH", `/cases/${(await createCase(others)).caseId}`, {
          externalId: "crm-7",
        })
      ).status,
    ).toBe(200);
  });

  test.each(["matterStage", "matterStatus", "closedOn", "plaintiffId", "sequenceId"])(
    "rejects %s as an unknown property",
    async (field) => {
      const reply = await patch((await createCase(tenant)).caseId, { [field]: "x" });
      expect([reply.status, reply.body["error"]]).toEqual([400, expect.stringContaining(`${field}: unknown property`)]);
    },
  );
});

test("a deleted case is shown with deletedAt on request, is absent from lists and rejects writes", async () => {
  const { caseId } = await createCase(tenant);
  expect((await api.change("DELETE", `/cases/${caseId}`)).body).toEqual({ success: true });
  expect((await api.get(`/cases/${caseId}`)).status).toBe(404);
  expect(readCase(await api.get(`/cases/${caseId}?includeDeleted=true`))["deletedAt"]).toMatch(/Z$/);
  for (const [method, below] of [
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/transitions"],
  ] as const) {
    const body = { PATCH: { title: "x" }, DELETE: undefined, POST: { toStage: "trial" } }[method];
    expect((await api.change(method, `/cases/${caseId}${below}`, body)).status).toBe(404);
  }
  for (const below of ["/summary", "/attorneys", "/activity", "/stage-history"])
    expect((await api.get(`/cases/${caseId}${below}`)).status).toBe(404);
});

describe("attorneys", () => {
  const assignTo = (caseId: string, attorneyId: string, role: string) =>
    api.change("POST", `/cases/${caseId}/attorneys`, { attorneyId, role });

  test("assigning a new lead replaces the current one and records an event for each", async () => {
    const { caseId } = await createCase(tenant);
    const second = await createAttorney(tenant);
    readCase(await assignTo(caseId, tenant.attorneyId, "lead"));
    readCase(await assignTo(caseId, tenant.attorneyId, "trial"));
    const after = readCase(await assignTo(caseId, second, "lead"));
    expect(after).toMatchObject({ attorneyId: second });
    const { body } = await api.get(`/cases/${caseId}/attorneys`);
    expect(
      (body["attorneys"] as { attorneyId: string; role: string }[]).map(({ attorneyId, role }) => [attorneyId, role]),
    ).toEqual([
      [tenant.attorneyId, "trial"],
      [second, "lead"],
    ]);
    expect((await readEvents(tenant)).slice(-4).map(({ eventType }) => eventType)).toEqual([
      "case.attorney_assigned",
      "case.attorney_assigned",
      "case.attorney_assigned",
      "case.attorney_unassigned",
    ]);
  });

  test("one role or all roles of an attorney can be removed; removing the lead role clears the case's lead", async () => {
    const { caseId } = await createCase(tenant);
    for (const role of ["lead", "trial", "associate"]) await assignTo(caseId, tenant.attorneyId, role);
    const remove = (query: string) => api.change("DELETE", `/cases/${caseId}/attorneys/${tenant.attorneyId}${query}`);
    expect((await remove("?role=trial")).status).toBe(200);
    expect(readCase(await api.get(`/cases/${caseId}`))).toMatchObject({ attorneyId: tenant.attorneyId });
    expect((await remove("?role=trial")).body).toMatchObject({ code: "NOT_FOUND", error: "Attorney not found" });
    expect((await remove("")).status).toBe(200);
    expect(readCase(await api.get(`/cases/${caseId}`))).toMatchObject({ attorneyId: null, attorneys: [] });
  });

  test("409 for an attorney who already has the role or is inactive", async () => {
    const { caseId } = await createCase(tenant);
    await assignTo(caseId, tenant.attorneyId, "trial");
    expect((await assignTo(caseId, tenant.attorneyId, "trial")).body).toMatchObject({ code: "DUPLICATE_ENTRY" });
    expect((await assignTo(caseId, await createAttorney(tenant, "deactivated"), "trial")).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
    });
  });

  test("a current If-Match passes for a change that updates the case", async () => {
    const { caseId } = await createCase(tenant);
    await assignTo(caseId, tenant.attorneyId, "trial");
    const tag = (await api.get(`/cases/${caseId}`)).headers.etag ?? "";
    expect(
      (await api.change("DELETE", `/cases/${caseId}/attorneys/${tenant.attorneyId}`, undefined, { "If-Match": tag }))
        .status,
    ).toBe(200);
  });
});

test("the case summary shows a key only the counts its scopes allow", async () => {
  const { caseId } = await createCase(tenant);
  await api.change("POST", `/cases/${caseId}/folders`, { name: "Bills" });
  const read = async (scopes: string[]) => {
    const { secret } = await createKey(tenant, { scopes });
    return readRecord((await openApi(server, secret).get(`/cases/${caseId}/summary`)).body, "summary");
  };
  expect(await read(["cases:read"])).toMatchObject({
    folderCount: null,
    documentCount: null,
    answerCount: null,
    invoiceCount: null,
    facilityCount: null,
    openRequestCount: null,
    unansweredConversationCount: null,
    messageCount: null,
    callCount: null,
    openSignatureRequestCount: null,
    partyCount: 0,
  });
  expect(await read(["cases:read", "documents:read", "billing:read"])).toMatchObject({
    folderCount: 1,
    documentCount: 0,
    invoiceCount: 0,
    facilityCount: null,
    money: { invoicedCents: 0, medicalBilledCents: null },
  });
});
