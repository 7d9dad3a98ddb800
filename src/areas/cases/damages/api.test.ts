import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createFacility } from "../../medical/fixtures.ts";
import { maxRecordsOfCase } from "../domain.limits.ts";
import { createParty } from "../parties/fixtures.ts";
import { createDamage } from "./fixtures.ts";
import type { Damage, DamagesSummary } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Of a key that reads cases and nothing else. */
let ofCases: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  ofCases = openApi(server, (await createKey(tenant, { scopes: ["cases:read", "cases:write"] })).secret);
});
afterAll(() => server.close(1000));

const record = (caseId: string, body: object) =>
  api.change("POST", `/cases/${caseId}/damages`, { category: "property", amountCents: 100, ...body });
const damageOf = (reply: Awaited<ReturnType<typeof record>>) => readBody<{ damage: Damage }>(reply).damage;
const summarize = async (by: Api, caseId: string) =>
  readBody<{ damagesSummary: DamagesSummary }>(await by.get(`/cases/${caseId}/damages-summary`)).damagesSummary;

test("6. medical bills 47,810.95, lost wages 9,800.00 and pain 60,000.00 add up to 117,610.95; without medical:read special is 9,800.00", async () => {
  const { caseId } = await createFacility(tenant, { totalBilledCents: 4_781_095, totalPaidCents: 0 });
  damageOf(
    await record(caseId, {
      category: "lost_wages_past",
      amountCents: 980_000,
      basis: "70 days at $980.00 a week",
    }),
  );
  damageOf(await record(caseId, { category: "pain_suffering", amountCents: 6_000_000, isEstimate: true }));
  const categories = [
    { category: "lost_wages_past", kind: "special", amountCents: 980_000 },
    { category: "pain_suffering", kind: "general", amountCents: 6_000_000 },
  ];
  expect(await summarize(api, caseId)).toEqual({
    categories,
    medicalBilledCents: 4_781_095,
    specialCents: 5_761_095,
    generalCents: 6_000_000,
    punitiveCents: 0,
    totalCents: 11_761_095,
    medicalIncluded: true,
  });
  expect(await summarize(ofCases, caseId)).toEqual({
    categories,
    medicalBilledCents: null,
    specialCents: 980_000,
    generalCents: 6_000_000,
    punitiveCents: 0,
    totalCents: 6_980_000,
    medicalIncluded: false,
  });
});

test("1. cases:* alone never shows medical sums: neither the damages nor their summary nor the case summary has them", async () => {
  const { caseId } = await createFacility(tenant, { totalBilledCents: 4_781_095, totalPaidCents: 0 });
  damageOf(await record(caseId, { category: "punitive", amountCents: 1_000 }));
  for (const path of ["damages", "damages-summary", "summary"]) {
    const reply = await ofCases.get(`/cases/${caseId}/${path}`);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.text).not.toContain("4781095");
    expect(reply.text).not.toContain("4782095");
  }
  const totals = async (by: Api) =>
    readBody<{ summary: { damagesTotalCents: number } }>(await by.get(`/cases/${caseId}/summary`)).summary;
  expect((await totals(ofCases)).damagesTotalCents).toBe(1_000);
  expect((await totals(api)).damagesTotalCents).toBe(4_782_095);
});

test("a damage is returned as sent, with its kind, and null clears a field", async () => {
  const { caseId, partyId } = await createParty(tenant);
  const documentId = await createCaseDocument(tenant, caseId);
  const values = {
    claimantPartyId: partyId,
    category: "loss_of_consortium",
    amountCents: 2_500_000,
    isEstimate: true,
    startOn: "2026-01-05",
    endOn: "2026-01-05",
    basis: "Of the wife",
    documentId,
    notes: "Ask the carrier",
    externalId: "dmg-1",
  };
  const damage = damageOf(await record(caseId, values));
  expect(damage).toMatchObject({
    ...values,
    kind: "general",
    createdBy: { type: "integration_key", id: tenant.keyId },
    revision: 1,
    deletedAt: null,
  });
  const path = `/cases/${caseId}/damages/${damage.id}`;
  const cleared = damageOf(
    await api.change("PATCH", path, { claimantPartyId: null, notes: null, category: "funeral", endOn: null }),
  );
  expect(cleared).toMatchObject({ claimantPartyId: null, notes: null, kind: "special", endOn: null, revision: 2 });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === damage.id);
  expect(events.map(({ eventType, payload }) => [eventType, (payload as Damage).notes])).toEqual([
    ["damage.created", "[redacted]"],
    ["damage.updated", null],
  ]);
  expect(JSON.stringify(events)).not.toContain("Ask the carrier");
});

test.each<[string, object, object]>([
  ["amountCents", { amountCents: -1 }, {}],
  ["category", { category: "medical_past" }, {}],
  ["endOn", { startOn: "2026-01-05", endOn: "2026-01-04" }, {}],
  ["endOn", {}, { startOn: "2026-02-01" }],
])("400 names %s", async (path, body, change) => {
  const { caseId } = await createCase(tenant);
  const created = await record(caseId, { endOn: "2026-01-31", ...body });
  const reply =
    Object.keys(change).length === 0
      ? created
      : await api.change("PATCH", `/cases/${caseId}/damages/${damageOf(created).id}`, change);
  expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringContaining(`${path}: `) });
});

describe("409", () => {
  test("for a party that is the claimant of a damage, until the damage is deleted", async () => {
    const { caseId, partyId } = await createParty(tenant);
    const damage = damageOf(await record(caseId, { claimantPartyId: partyId }));
    const remove = () => api.change("DELETE", `/cases/${caseId}/parties/${partyId}`);
    const rejected = await remove();
    expect([rejected.status, rejected.headers["x-error-reason"]]).toEqual([409, "record_in_use"]);
    expect((await api.change("DELETE", `/cases/${caseId}/damages/${damage.id}`)).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  test("while the case is archived; reading still works", async () => {
    const { caseId, damageId } = await createDamage(tenant);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    const path = `/cases/${caseId}/damages/${damageId}`;
    const replies = [
      await record(caseId, {}),
      await api.change("PATCH", path, { notes: "x" }),
      await api.change("DELETE", path),
    ];
    expect(replies.map(({ headers }) => headers["x-error-reason"])).toEqual(Array(3).fill("case_archived"));
    expect((await api.get(`/cases/${caseId}/damages`)).status).toBe(200);
    expect((await summarize(api, caseId)).totalCents).toBe(980_000);
  });

  test(`at ${maxRecordsOfCase} damages of a case, of 4 requests at once only one succeeds`, async () => {
    const { caseId } = await createCase(tenant);
    const { organizationId } = tenant;
    const createdBy = JSON.stringify({ type: "system", id: "system", name: "Caseport" });
    await tenant.inside((transaction) =>
      transaction
        .insertInto("Damage")
        .values(
          Array.from({ length: maxRecordsOfCase - 1 }, (_, place) => ({
            organizationId,
            id: `dmg_${caseId}_${place}`,
            caseId,
            category: "property",
            amountCents: 1,
            createdBy,
          })),
        )
        .execute(),
    );
    const replies = await Promise.all(Array.from({ length: 4 }, () => record(caseId, {})));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.headers["x-error-reason"]).toBe("limit_reached");
  });

  test("for an externalId of another live damage", async () => {
    const { caseId } = await createDamage(tenant, { externalId: "crm-d1" });
    expect((await record(caseId, { externalId: "crm-d1" })).body["code"]).toBe("DUPLICATE_ENTRY");
  });
});

test("14. ids of another organization, or of another case, are not found: case, damage, claimant and document alike", async () => {
  const foreign = await createTenant(server.services.database);
  const theirs = await createDamage(foreign);
  const { caseId } = await createCase(tenant);
  const { partyId } = await createParty(tenant);
  const documentId = await createCaseDocument(foreign, theirs.caseId);
  const replies = [
    await api.get(`/cases/${theirs.caseId}/damages`),
    await api.get(`/cases/${theirs.caseId}/damages-summary`),
    await record(theirs.caseId, {}),
    await api.change("PATCH", `/cases/${theirs.caseId}/damages/${theirs.damageId}`, { amountCents: 1 }),
    await api.change("PATCH", `/cases/${caseId}/damages/${theirs.damageId}`, { amountCents: 1 }),
    await api.change("DELETE", `/cases/${caseId}/damages/${theirs.damageId}`),
    await record(caseId, { claimantPartyId: partyId }),
    await record(caseId, { documentId }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
  const unknown = await api.change("PATCH", `/cases/${caseId}/damages/dmg_unknown`, { amountCents: 1 });
  expect(replies[4]?.text).toBe(unknown.text);
});
