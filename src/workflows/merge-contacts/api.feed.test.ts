import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectEventsRecorded, readEvents } from "../../testing/harness/traces.ts";
import { createPolicy } from "../../areas/cases/policies/fixtures.ts";
import { createTreatment } from "../../areas/medical/fixtures.records.ts";
import { createFacility, createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import { createContact, createParty, createRelationship } from "../../areas/contacts/fixtures.ts";
import { maxReferences } from "./domain.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  watcher = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const merge = (contactId: string, mergedContactId: string) =>
  api.change("POST", `/contacts/${contactId}/merge`, { mergedContactId });

test("each moved record has an event with its new revision; a second merge is recorded for records of the first", async () => {
  const [remaining, merged, earlier, other] = [
    await createContact(tenant),
    await createContact(tenant),
    await createContact(tenant),
    await createContact(tenant),
  ];
  await merge(merged, earlier);
  const employee = await createContact(tenant, { companyId: merged });
  const { caseId, clientId } = await createCase(tenant);
  await changeRow(tenant, "Client", clientId, { employerContactId: merged, guardianContactId: merged });
  const partyId = await createParty(tenant, caseId, merged);
  const { policyId } = await createPolicy(tenant, { caseId, carrierContactId: merged, adjusterContactId: merged });
  const facility = await createFacility(tenant);
  await changeRow(tenant, "MedicalFacility", facility.facilityId, { contactId: merged });
  const { treatmentId } = await createTreatment(tenant, { providerContactId: merged }, facility);
  const { requestId } = await createRetrievalRequest(tenant, { vendorId: merged });
  const { keyId } = await createKey(tenant, { vendorContactId: merged });
  const relationshipId = await createRelationship(tenant, merged, other);
  const before = (await readEvents(tenant)).length;

  expect((await merge(remaining, merged)).status).toBe(200);
  const events = (await readEvents(tenant)).slice(before);
  expectEventsRecorded(events);
  const anew = events.find(({ eventType }) => eventType === "contact_relationship.created")?.entityId;
  expect(events.map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["contact.merged", remaining],
    ["contact.deleted", merged],
    ["contact_relationship.deleted", relationshipId],
    ["contact_relationship.created", anew],
    ["contact.deleted", earlier],
    ["contact.updated", employee],
    ["client.updated", clientId],
    ["case_party.updated", partyId],
    ["insurance_policy.updated", policyId],
    ["medical_facility.updated", facility.facilityId],
    ["medical_treatment.updated", treatmentId],
    ["retrieval_request.updated", requestId],
    ["integration_key.updated", keyId],
  ]);
  const named = { id: remaining, name: "Acme Insurance" };
  expect(events.slice(1).map(({ payload }) => payload)).toMatchObject([
    { mergedIntoContactId: remaining, revision: 3 },
    { contactId: merged },
    { contactId: remaining, relatedContact: { id: other } },
    { mergedIntoContactId: remaining, revision: 3 },
    { company: named, revision: 2 },
    { employerContact: named, guardianContact: named, revision: 2 },
    { contact: named, revision: 2 },
    { carrier: named, adjuster: named, revision: 2 },
    { contactId: remaining, name: named.name, version: 2 },
    { provider: named, revision: 2 },
    { vendor: named, revision: 2 },
    { vendorContactId: remaining, vendorContact: named, revision: 2 },
  ]);
  expect(events[7]?.relatedIds).toEqual([
    { entity: "case", id: caseId },
    { entity: "client", id: clientId },
    { entity: "contact", id: remaining },
  ]);
  expect(events[4]).toMatchObject({ diff: { mergedIntoContactId: { from: merged, to: remaining } } });
});

describe("a merge is rejected with a solution when", () => {
  test("the merged contact has too many references for one transaction; the other direction succeeds", async () => {
    const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
    const { caseId } = await createCase(tenant);
    const parties = Array.from({ length: maxReferences + 1 }, () => ({
      id: createId("caseParty"),
      caseId,
      contactId: merged,
      role: "witness",
      side: "neutral",
    }));
    await tenant.inside((transaction) =>
      transaction
        .insertInto("CaseParty")
        .values(parties.map((party) => ({ ...party, organizationId: tenant.organizationId })))
        .execute(),
    );
    const rejected = await merge(remaining, merged);
    expect([rejected.status, rejected.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    expect(rejected.text).toContain("merge in the other direction");
    expect((await merge(merged, remaining)).status).toBe(200);
  });

  test("they are of different types", async () => {
    const [remaining, merged] = [await createContact(tenant), await createContact(tenant, { type: "person" })];
    const rejected = await merge(remaining, merged);
    expect([rejected.status, rejected.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    expect(rejected.text).toContain("company and person");
  });

  test.each([
    [
      "phones",
      (from: number) => Array.from({ length: 11 }, (_, index) => ({ number: `512 555 01${from + index}` })),
      20,
    ],
    [
      "emails",
      (from: number) => Array.from({ length: 11 }, (_, index) => ({ address: `a${from + index}@acme.example` })),
      20,
    ],
    [
      "addresses",
      (from: number) => Array.from({ length: 11 }, (_, index) => ({ line1: `${from + index} Acme Way` })),
      20,
    ],
    ["tags", (from: number) => Array.from({ length: 26 }, (_, index) => `t${from + index}`), 50],
  ])("together they have too many %s to be written back", async (list, make, most) => {
    const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
    for (const [id, from] of [
      [remaining, 10],
      [merged, 50],
    ] as const)
      expect((await api.change("PATCH", `/contacts/${id}`, { [list]: make(from) })).status).toBe(200);
    const rejected = await merge(remaining, merged);
    expect([rejected.status, rejected.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
    expect(rejected.text).toContain(`more than ${most} ${list}`);
  });
});

/** Adds a phone to a contact in a transaction that commits only when what `send` requests waits for it. */
async function phoneWhile<Reply>(contactId: string, send: () => Promise<Reply>): Promise<Reply> {
  const sent = await tenant.inside(async (transaction) => {
    await transaction
      .updateTable("Contact")
      .set({ jobTitle: "Committed meanwhile" })
      .where("id", "=", contactId)
      .execute();
    const line = { organizationId: tenant.organizationId, contactId, position: 2, label: "new", isPrimary: false };
    await transaction
      .insertInto("ContactPhone")
      .values({ ...line, number: "512 555 0122", e164: "+15125550122" })
      .execute();
    const reply = send();
    await waitForLock(watcher);
    return { reply };
  });
  return sent.reply;
}

describe("changes committed during the wait for the contact are kept:", () => {
  test.each(["remaining", "merged"])("a phone of the %s contact, through a merge", async (which) => {
    const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
    const reply = await phoneWhile(which === "merged" ? merged : remaining, () => merge(remaining, merged));
    expect(readRecord(reply.body, "contact")).toMatchObject({
      jobTitle: "Committed meanwhile",
      phones: [{ e164: "+15125550111" }, { e164: "+15125550122" }],
    });
  });

  test("a phone, in the event of an update", async () => {
    const contactId = await createContact(tenant);
    await phoneWhile(contactId, () => api.change("PATCH", `/contacts/${contactId}`, { phones: [] }));
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      diff: { phones: { from: [{ e164: "+15125550111" }, { e164: "+15125550122" }], to: [] } },
    });
  });
});

test("concurrent merges in a circle each succeed or find the remaining contact", async () => {
  for (let round = 0; round < 3; round += 1) {
    const [a, b, c] = [await createContact(tenant), await createContact(tenant), await createContact(tenant)];
    const replies = await Promise.all([merge(a, b), merge(b, c), merge(c, a)]);
    for (const { status } of replies) expect([200, 404]).toContain(status);
    expect(replies.map(({ status }) => status)).toContain(200);
  }
});

test("a medical facility is not merged into a person", async () => {
  const { contactId } = await createFacility(tenant);
  const rejected = await api.change("PATCH", `/contacts/${contactId}`, { type: "person", lastName: "Mercy" });
  expect([rejected.status, rejected.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
  const free = await createContact(tenant);
  expect((await api.change("PATCH", `/contacts/${free}`, { type: "person", lastName: "Mercy" })).status).toBe(200);
});

test("a merge and a change that refers to the contact do not deadlock", async () => {
  const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
  const { caseId, policyId } = await createPolicy(tenant, { adjusterContactId: merged });
  const sent = await tenant.inside(async (transaction) => {
    await transaction.selectFrom("InsurancePolicy").select("id").where("id", "=", policyId).forUpdate().execute();
    const change = api.change("PATCH", `/cases/${caseId}/insurance-policies/${policyId}`, { carrierContactId: merged });
    await waitForLock(watcher);
    const merging = merge(remaining, merged);
    await waitForLock(watcher, 2);
    const { rows } = await watcher.query<{ query: string }>(
      "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY xact_start",
    );
    // The change holds the contact before it reads the policy: the merge waits for the contact, with nothing else in its hands.
    expect(rows.map(({ query }) => /FROM "Contact"/.test(query))).toEqual([false, true]);
    return { replies: Promise.all([change, merging]) };
  });
  expect((await sent.replies).map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await api.get(`/cases/${caseId}/insurance-policies/${policyId}`);
  expect(readRecord(body, "insurancePolicy")).toMatchObject({
    carrier: { id: remaining },
    adjuster: { id: remaining },
    revision: 3,
  });
});
