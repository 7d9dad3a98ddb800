import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { createFacility } from "../medical/fixtures.ts";
import { isProviderIdentifier } from "./domain.identifiers.ts";
import { createContact, createParty } from "./fixtures.ts";
import type { Contact, ContactRelationship } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function openTenant(): Promise<void> {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
}

function shown(reply: Reply): Contact {
  return readBody<{ contact: Contact }>(reply).contact;
}
const create = async (body: object) => shown(await api.change("POST", "/contacts", body));
const listIds = async (query: string) => {
  const reply = await api.get(`/contacts?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["contacts"] as Contact[]).map(({ id }) => id);
};
const adjuster = { type: "person", firstName: "Ann-Sofie", lastName: "Núñez", suffix: "Jr" };

describe("a contact", () => {
  beforeAll(openTenant);

  test("has a display name that follows changes of its names", async () => {
    const person = await create({ ...adjuster, middleName: "B." });
    expect(person).toMatchObject({
      name: "Ann-Sofie B. Núñez Jr",
      revision: 1,
      roles: [],
      phones: [],
      expertFields: null,
    });
    const { id } = person;
    expect(shown(await api.change("PATCH", `/contacts/${id}`, { middleName: null, suffix: null })).name).toBe(
      "Ann-Sofie Núñez",
    );
    expect((await api.change("PATCH", `/contacts/${id}`, { firstName: null, lastName: null })).text).toContain(
      "lastName: required: a person must have a first or a last name",
    );
    expect((await api.change("PATCH", `/contacts/${id}`, { type: "company" })).text).toContain("companyName: required");
    expect(
      shown(await api.change("PATCH", `/contacts/${id}`, { type: "company", doingBusinessAs: "Núñez Claims" })).name,
    ).toBe("Núñez Claims");
  });

  test("has one primary entry in each list: the marked one, else the first", async () => {
    const { id } = await create({
      type: "company",
      companyName: "Lines Inc",
      phones: [
        { number: "(512) 555-0182", label: "office" },
        { number: "512.555.0183 ", canFax: true, isPrimary: true },
        { number: "call the desk" },
      ],
      emails: [{ address: "A@Lines.example" }, { address: "b@lines.example" }],
      addresses: [{ line1: "1 Main St", city: "Austin", state: "TX", zipCode: "78701" }],
    });
    const contact = shown(await api.get(`/contacts/${id}`));
    expect(contact.phones.map(({ e164, isPrimary }) => [e164, isPrimary])).toEqual([
      ["+15125550182", false],
      ["+15125550183", true],
      [null, false],
    ]);
    expect(contact.emails.map(({ isPrimary }) => isPrimary)).toEqual([true, false]);
    expect(contact.addresses).toMatchObject([{ country: "US", isPrimary: true }]);
    const changed = shown(await api.change("PATCH", `/contacts/${id}`, { phones: [{ number: "512 555 0199" }] }));
    expect(changed).toMatchObject({
      phones: [{ e164: "+15125550199", isPrimary: true }],
      emails: contact.emails,
      revision: 2,
    });
    const two = {
      phones: [
        { number: "1", isPrimary: true },
        { number: "2", isPrimary: true },
      ],
    };
    expect((await api.change("PATCH", `/contacts/${id}`, two)).text).toContain(
      "phones: must have one primary entry at most",
    );
  });

  test.each([
    ["an NPI with a wrong check digit", { npi: "1234567890" }, "npi: must be a National Provider Identifier"],
    ["a whole tax id", { taxIdMasked: "12-3456789" }, "taxIdMasked: must be masked except the last four digits"],
    ["a website of another kind", { website: "javascript:alert(1)" }, "website: "],
    ["itself as its company", { companyId: "itself" }, "companyId: must be another contact"],
    ["a role twice", { roles: ["vendor", "vendor"] }, "roles: must not contain a role twice"],
    ["nothing", {}, "body: must change at least one field"],
  ])("rejects %s", async (_, body, message) => {
    const { id } = await create({ type: "company", companyName: "Refusing Inc" });
    const sent = "companyId" in body ? { companyId: id } : body;
    const reply = await api.change("PATCH", `/contacts/${id}`, sent);
    expect(reply.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringContaining(message) as unknown });
  });

  test("requires an existing company and CV, and an unused external ID", async () => {
    const company = await create({ type: "company", companyName: "Carrier Inc", externalId: "crm-1" });
    const person = await create({ ...adjuster, companyId: company.id });
    expect(person.company).toEqual({ id: company.id, name: "Carrier Inc" });
    expect((await api.change("POST", "/contacts", { ...adjuster, companyId: "unknown" })).body).toMatchObject({
      code: "NOT_FOUND",
      error: "Contact not found",
    });
    expect(
      (await api.change("POST", "/contacts", { ...adjuster, expertFields: { cvDocumentId: "unknown" } })).body,
    ).toMatchObject({ code: "NOT_FOUND" });
    for (const reply of [
      await api.change("POST", "/contacts", { ...adjuster, externalId: "crm-1" }),
      await api.change("PATCH", `/contacts/${person.id}`, { externalId: "crm-1" }),
    ]) {
      expect(reply.body).toMatchObject({
        code: "DUPLICATE_ENTRY",
        error: `externalId: used by another contact: ${company.id}`,
      });
    }
    const expert = shown(
      await api.change("PATCH", `/contacts/${person.id}`, { expertFields: { hourlyRateCents: 45_000 } }),
    );
    expect(expert.expertFields).toEqual({ fieldOfExpertise: null, hourlyRateCents: 45_000, cvDocumentId: null });
    expect(shown(await api.change("PATCH", `/contacts/${person.id}`, { expertFields: null })).expertFields).toBeNull();
  });

  test("updates the facility that it identifies, without a new facility version", async () => {
    const { facilityId, contactId } = await createFacility(tenant);
    const before = await readEvents(tenant);
    const changes = {
      companyName: "Mercy West",
      npi: "1234567893",
      phones: [{ number: "512 555 0182" }, { number: "512 555 0183", canFax: true }],
      addresses: [{ line1: "2 West St", city: "Dallas", state: "TX", zipCode: "75201" }],
    };
    shown(await api.change("PATCH", `/contacts/${contactId}`, changes));
    const reply = await api.change("PATCH", `/medical-facilities/${facilityId}`, { expectedVersion: 1 });
    expect(readRecord(reply.body, "facility")).toMatchObject({
      version: 1,
      name: "Mercy West",
      npi: "1234567893",
      phone: "512 555 0182",
      fax: "512 555 0183",
      address: { line1: "2 West St", city: "Dallas", state: "TX", zipCode: "75201" },
    });
    expect((await readEvents(tenant)).slice(before.length).map(({ eventType }) => eventType)).toEqual([
      "contact.updated",
    ]);
    const rejected = await api.change("DELETE", `/contacts/${contactId}`);
    expect(rejected.body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: expect.stringContaining("medical facilities") as unknown,
    });
  });

  test("is deleted only when nothing refers to it, and is absent afterwards", async () => {
    const contactId = await createContact(tenant, { name: "Gone Inc", externalId: "gone" });
    const { caseId } = await createCase(tenant);
    const partyId = await createParty(tenant, caseId, contactId);
    expect((await api.change("DELETE", `/contacts/${contactId}`)).text).toContain("in use: parties of cases;");
    await changeRow(tenant, "CaseParty", partyId, { deletedAt: new Date().toISOString() });
    expect((await api.change("DELETE", `/contacts/${contactId}`)).body).toEqual({ success: true });
    expect((await api.get(`/contacts/${contactId}`)).status).toBe(404);
    expect(await listIds("externalId=gone")).toEqual([]);
  });
});

describe("the list of contacts", () => {
  let person = "";
  let company = "";
  let court = "";
  beforeAll(async () => {
    await openTenant();
    person = (await create({ ...adjuster, emails: [{ address: "Ann@Carrier.example" }], roles: ["adjuster"] })).id;
    company = (
      await create({
        type: "medical_provider",
        companyName: "Zeta Clinic",
        doingBusinessAs: "Better Backs",
        npi: "1234567893",
        phones: [{ number: "+1 512 555 0182" }],
        roles: ["provider", "lienholder"],
      })
    ).id;
    court = (await create({ type: "court", companyName: "Bern District Court", externalId: "court-1" })).id;
  });

  test.each<[string, () => string[]]>([
    ["", () => [court, company, person]],
    ["sort=oldest", () => [person, company, court]],
    ["sort=name", () => [person, court, company]],
    ["sort=updated", () => [person, company, court]],
    ["q=nunez", () => [person]],
    ["q=better%20ZETA", () => [company]],
    ["q=better%20nunez", () => []],
    ["q=15125550182", () => [company]],
    ["email=ANN%40carrier.EXAMPLE", () => [person]],
    ["phone=(512)%20555-0182", () => [company]],
    ["npi=1234567893", () => [company]],
    ["role=lienholder", () => [company]],
    ["type=court", () => [court]],
    ["type=court&role=provider", () => []],
    ["externalId=court-1", () => [court]],
    ["updatedSince=2020-01-01T00:00:00Z", () => [court, company, person]],
    ["updatedSince=2999-01-01T00:00:00Z", () => []],
  ])("%s", async (query, ids) => {
    expect(await listIds(query)).toEqual(ids());
  });

  test("rejects an invalid phone number and a search without a word", async () => {
    expect((await api.get("/contacts?phone=none")).text).toContain("phone: must be a phone number");
    expect((await api.get("/contacts?q=--")).text).toContain("q: must contain a letter or a digit");
  });

  test.each(["newest", "oldest", "updated", "name"])(
    "returns each contact once across pages, sorted by %s",
    async (sort) => {
      const seen: string[] = [];
      for (let after = ""; ;) {
        const { body } = await api.get(`/contacts?sort=${sort}&limit=1${after}`);
        seen.push(...(body["contacts"] as Contact[]).map(({ id }) => id));
        const nextCursor = body["nextCursor"] as string | null;
        if (nextCursor === null) break;
        after = `&after=${encodeURIComponent(nextCursor)}`;
      }
      expect(seen).toEqual(await listIds(`sort=${sort}`));
      expect(seen).toHaveLength(3);
    },
  );

  test("a duplicate search reports what matches and how well", async () => {
    const match = async (body: object) => {
      const reply = await api.change("POST", "/contacts/match", body);
      return (reply.body["matches"] as { contact: Contact; matchedOn: string[]; matchScore: number }[]).map(
        ({ contact, matchedOn, matchScore }) => [contact.id, matchedOn, matchScore],
      );
    };
    expect(await match({ name: "nunez, ann sofie" })).toEqual([[person, ["name"], 90]]);
    expect(await match({ name: "Nunez", email: "ann@carrier.example" })).toEqual([[person, ["name", "email"], 100]]);
    expect(await match({ name: "backs" })).toEqual([[company, ["name"], 70]]);
    expect(await match({ npi: "1234567893", phone: "512 555 0182" })).toEqual([[company, ["npi", "phone"], 100]]);
    expect(await match({ phone: "512 555 0000" })).toEqual([]);
    expect(await match({})).toEqual([]);
  });
});

describe("relationships", () => {
  let carrier = "";
  let person = "";
  beforeAll(async () => {
    await openTenant();
    carrier = await createContact(tenant, { name: "Carrier Inc" });
    person = (await create(adjuster)).id;
  });
  const relate = (id: string, body: object) => api.change("POST", `/contacts/${id}/relationships`, body);
  const list = async (id: string) =>
    (await api.get(`/contacts/${id}/relationships`)).body["relationships"] as ContactRelationship[];

  test("show the inverse from the other side and cannot be created twice", async () => {
    const made = await relate(carrier, { relatedContactId: person, type: "adjusted_by", startOn: "2024-05-01" });
    expect(readRecord(made.body, "relationship")).toMatchObject({
      contactId: carrier,
      type: "adjusted_by",
      relatedContact: { id: person, name: "Ann-Sofie Núñez Jr" },
    });
    expect(await list(person)).toMatchObject([
      {
        contactId: person,
        type: "adjuster_for",
        relatedContact: { id: carrier, name: "Carrier Inc" },
        startOn: "2024-05-01",
        endOn: null,
      },
    ]);
    for (const again of [
      relate(carrier, { relatedContactId: person, type: "adjusted_by" }),
      relate(person, { relatedContactId: carrier, type: "adjuster_for" }),
    ]) {
      expect((await again).body).toMatchObject({ code: "DUPLICATE_ENTRY" });
    }
    const partner = await relate(person, { relatedContactId: carrier, type: "partner_of" });
    expect(partner.status).toBe(201);
    expect((await relate(carrier, { relatedContactId: person, type: "partner_of" })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
    });
    expect((await list(carrier)).map(({ type }) => type)).toEqual(["partner_of", "adjusted_by"]);
  });

  test("require two contacts and an end that is not before the start", async () => {
    expect((await relate(person, { relatedContactId: person, type: "spouse_of" })).text).toContain(
      "relatedContactId: must be another contact",
    );
    expect(
      (
        await relate(person, {
          relatedContactId: carrier,
          type: "represents",
          startOn: "2026-02-01",
          endOn: "2026-01-31",
        })
      ).text,
    ).toContain("endOn: must not be before startOn");
    expect((await relate(person, { relatedContactId: "unknown", type: "represents" })).status).toBe(404);
  });

  test("can be deleted from either side", async () => {
    const other = await createContact(tenant);
    const [relationship] = await list(person);
    expect((await api.change("DELETE", `/contacts/${other}/relationships/${relationship?.id}`)).status).toBe(404);
    expect((await api.change("DELETE", `/contacts/${carrier}/relationships/${relationship?.id}`)).body).toEqual({
      success: true,
    });
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      eventType: "contact_relationship.deleted",
      payload: { contactId: carrier },
    });
    expect(await list(person)).toHaveLength(1);
  });
});

test("a contact's cases include facility links only with medical:read, and reading them records an audit entry", async () => {
  await openTenant();
  const { facilityId, contactId, caseId } = await createFacility(tenant);
  const second = await createCase(tenant);
  await createParty(tenant, second.caseId, contactId);
  await createParty(tenant, caseId, contactId);
  const listCases = async (secret: string) =>
    (await openApi(server, secret).get(`/contacts/${contactId}/cases`)).body["cases"] as {
      id: string;
      links: object[];
    }[];
  const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
  const party = { as: "party", role: "defendant" };
  expect(await listCases(secret)).toMatchObject([
    { id: second.caseId, links: [party] },
    { id: caseId, links: [party] },
  ]);
  expect(await readAuditEntries(tenant)).toEqual([]);
  const all = await listCases(tenant.secret);
  expect(all.map(({ id }) => id)).toEqual([second.caseId, caseId]);
  expect(new Set(all[1]?.links.map((link) => JSON.stringify(link)))).toEqual(
    new Set([party, { as: "facility", role: "hospital" }].map((link) => JSON.stringify(link))),
  );
  expect(await readAuditEntries(tenant)).toMatchObject([
    {
      action: "contacts.cases.list",
      entity: "contact",
      entityId: contactId,
      relatedIds: [{ entity: "case", id: caseId }, { entity: "client" }],
    },
  ]);
  expect(facilityId).toMatch(/^fac_/);
});

test.each([
  ["1234567893", true],
  ["1245319599", true],
  ["1234567890", false],
  ["123456789", false],
  ["12345678930", false],
  ["１２３４５６７８９３", false],
])("the identifier %s of a provider: %s", (identifier, isOne) => {
  expect(isProviderIdentifier(identifier)).toBe(isOne);
});
