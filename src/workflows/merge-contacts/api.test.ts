import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createFacility } from "../../areas/medical/fixtures.ts";
import { createCall } from "../../areas/communications/calls/fixtures.ts";
import { createConversation } from "../../areas/communications/conversations/fixtures.ts";
import { createContact, createParty, createRelationship } from "../../areas/contacts/fixtures.ts";
import type { ContactRelationship } from "../../areas/contacts/schema.ts";
import { contactReferences, type ContactReference } from "../../areas/contacts/store.references.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const merge = (contactId: string, mergedContactId: string) =>
  api.change("POST", `/contacts/${contactId}/merge`, { mergedContactId });

test("deletion and merge know every foreign key to a contact and what ends a reference", async () => {
  const client = await server.connectOwner();
  const { rows } = await client.query<{ table: string; column: string; endsAt: string | null }>(`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column,
      (SELECT d.attname::text FROM pg_attribute d WHERE d.attrelid = c.conrelid AND d.attname IN ('deletedAt', 'revokedAt')) AS "endsAt"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname <> 'organizationId'
    WHERE c.contype = 'f' AND c.confrelid = '"Contact"'::regclass`);
  await client.end();
  const keys = rows.map(
    ({ table, column, endsAt }) => `${table.replaceAll('"', "")}.${column}${endsAt === null ? "" : `, ${endsAt}`}`,
  );
  const known = (contactReferences as readonly ContactReference[]).map(
    ({ table, column, endsAt }) => `${table}.${column}${endsAt === undefined ? "" : `, ${endsAt}`}`,
  );
  // Which contacts were merged into one matters to nobody who deletes it, so deletion checks nothing there.
  const merged = "Contact.mergedIntoContactId";
  expect(known.toSorted()).toEqual(keys.map((key) => (key.startsWith(merged) ? merged : key)).toSorted());
});

test("the remaining contact gets missing values, phones, emails and references of the other", async () => {
  const { contactId: remaining } = await createFacility(tenant);
  const { contactId: merged, facilityId, caseId } = await createFacility(tenant);
  await changeRow(tenant, "Contact", remaining, {
    npi: null,
    companyName: "Mercy General",
    jobTitle: "Records",
    tags: ["north"],
  });
  await changeRow(tenant, "Contact", merged, {
    npi: "1234567893",
    jobTitle: "Billing",
    website: "https://mercy.example",
    tags: ["north", "east"],
    doNotContact: true,
  });
  await api.change("PATCH", `/contacts/${remaining}`, {
    emails: [{ address: "a@mercy.example" }],
    roles: ["provider"],
  });
  await api.change("PATCH", `/contacts/${merged}`, {
    emails: [{ address: "A@mercy.example" }, { address: "b@mercy.example" }],
    phones: [{ number: "512 555 0182" }],
    roles: ["lienholder"],
  });
  const partyId = await createParty(tenant, caseId, merged);
  const employee = await createContact(tenant, { companyId: merged });
  const earlier = await createContact(tenant, { type: "medical_provider" });
  expect((await merge(merged, earlier)).status).toBe(200);

  const reply = await merge(remaining, merged);
  expect(readRecord(reply.body, "contact")).toMatchObject({
    id: remaining,
    name: "Mercy General",
    npi: "1234567893",
    jobTitle: "Records",
    website: "https://mercy.example",
    doNotContact: true,
    tags: ["north", "east"],
    roles: ["insurer", "lienholder", "provider"],
    emails: [
      { address: "a@mercy.example", isPrimary: true },
      { address: "b@mercy.example", isPrimary: false },
      { address: "claims@acme.example" },
    ],
    phones: [
      { e164: "+15125550182", isPrimary: true },
      { e164: "+15125550111", isPrimary: false },
    ],
  });
  const facility = await api.change("PATCH", `/medical-facilities/${facilityId}`, { expectedVersion: 2 });
  expect(readRecord(facility.body, "facility")).toMatchObject({
    contactId: remaining,
    version: 2,
    phone: "512 555 0182",
  });
  const party = await tenant.inside((transaction) =>
    transaction.selectFrom("CaseParty").select("contactId").where("id", "=", partyId).executeTakeFirst(),
  );
  expect(party?.contactId).toBe(remaining);
  expect(readRecord((await api.get(`/contacts/${employee}`)).body, "contact")).toMatchObject({
    companyId: remaining,
    company: { id: remaining },
  });

  for (const gone of [merged, earlier]) {
    const { status, headers } = await api.get(`/contacts/${gone}`);
    expect([status, headers["x-error-reason"], headers["x-error-detail"]]).toEqual([404, "record_merged", remaining]);
    expect(readRecord((await api.get(`/contacts/${gone}?includeMerged=true`)).body, "contact")).toMatchObject({
      mergedIntoContactId: remaining,
      deletedAt: expect.any(String) as unknown,
    });
  }
  expect((await api.change("PATCH", `/contacts/${merged}`, { notes: "late" })).status).toBe(404);
  expect((await merge(remaining, merged)).status).toBe(404);
  expect((await readEvents(tenant)).findLast(({ eventType }) => eventType === "contact.merged")).toMatchObject({
    entityId: remaining,
    relatedIds: expect.arrayContaining([
      { entity: "contact", id: remaining },
      { entity: "contact", id: merged },
      { entity: "contact", id: employee },
      { entity: "medical_facility", id: facilityId },
    ]) as unknown,
    diff: { npi: { from: null, to: "1234567893" } },
  });
});

test("relationships move, without one to itself and without one twice", async () => {
  const [remaining, merged, third] = [
    await createContact(tenant),
    await createContact(tenant),
    await createContact(tenant),
  ];
  await createRelationship(tenant, merged, remaining);
  await createRelationship(tenant, merged, third);
  await createRelationship(tenant, remaining, third);
  await api.change("POST", `/contacts/${merged}/relationships`, { relatedContactId: third, type: "partner_of" });
  expect((await merge(remaining, merged)).status).toBe(200);
  const { body } = await api.get(`/contacts/${third}/relationships?sort=oldest`);
  expect(
    (body["relationships"] as ContactRelationship[]).map(({ type, relatedContact }) => [type, relatedContact.id]),
  ).toEqual([
    ["parent_company_of", remaining],
    ["partner_of", remaining],
  ]);
  expect(
    (await api.change("POST", `/contacts/${remaining}/relationships`, { relatedContactId: third, type: "partner_of" }))
      .status,
  ).toBe(409);
});

test("a merge with itself or at another revision is rejected", async () => {
  const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
  expect((await merge(remaining, remaining)).text).toContain("mergedContactId: must be another contact");
  const stale = await api.change(
    "POST",
    `/contacts/${remaining}/merge`,
    { mergedContactId: merged },
    { "If-Match": '"7"' },
  );
  expect(stale.body).toMatchObject({ code: "STALE_REVISION" });
  expect((await api.get(`/contacts/${merged}`)).body).toMatchObject({
    contact: { mergedIntoContactId: null, revision: 1 },
  });
});

test("of two concurrent merges in opposite directions, one succeeds", async () => {
  const [left, right] = [await createContact(tenant), await createContact(tenant)];
  const replies = await Promise.all([merge(left, right), merge(right, left)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("conversations, messages, calls and an opt-out of the merged contact become those of the remaining one", async () => {
  const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
  const { conversationId, messageId } = await createConversation(tenant);
  const { callId } = await createCall(tenant, { partyClientId: null, partyContactId: merged });
  const named = { clientId: null, contactId: merged };
  await tenant.inside(async (transaction) => {
    const ofTenant = ["organizationId", "=", tenant.organizationId] as const;
    const counterparts = transaction
      .updateTable("ConversationCounterpart")
      .set(named)
      .where(...ofTenant);
    await counterparts.where("conversationId", "=", conversationId).execute();
    const parties = transaction
      .updateTable("MessageParty")
      .set(named)
      .where(...ofTenant);
    await parties.where("messageId", "=", messageId).where("role", "=", "from").execute();
  });
  const optOut = { contactId: merged, channel: "text", status: "opted_out", source: "call" };
  expect((await api.change("PUT", "/consents", optOut)).status).toBe(200);
  const reply = await merge(remaining, merged);
  expect(reply.status, reply.text).toBe(200);
  expect((await api.get(`/conversations/${conversationId}`)).body["conversation"]).toMatchObject({
    counterparts: [{ contactId: remaining }],
    revision: 2,
  });
  expect((await api.get(`/messages/${messageId}`)).body["message"]).toMatchObject({
    from: { contactId: remaining },
    revision: 2,
  });
  expect((await api.get(`/calls/${callId}`)).body["call"]).toMatchObject({
    party: { contactId: remaining },
    revision: 2,
  });
  expect((await api.get(`/consents?contactId=${remaining}`)).body["consents"]).toMatchObject([{ status: "opted_out" }]);
});
