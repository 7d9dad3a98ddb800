import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createClientRow } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let contactId = "";

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  contactId = await createContact(tenant);
});
afterAll(() => server.close(1000));

const create = (body: object): Promise<Reply> =>
  openApi(server, tenant.secret).change("POST", "/clients", { firstName: "Noor", lastName: "Haddad", ...body });
const patch = (clientId: string, body: object): Promise<Reply> =>
  openApi(server, tenant.secret).change("PATCH", `/clients/${clientId}`, body);
const read = async (clientId: string) =>
  readRecord((await openApi(server, tenant.secret).get(`/clients/${clientId}`)).body, "client");
const rejectionOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];

async function createdId(body: object): Promise<string> {
  const reply = await create(body);
  expect(reply.status, reply.text).toBe(201);
  return readId(reply.body, "client");
}

const everything = () => ({
  middleName: "Amal",
  suffix: "Jr.",
  preferredName: "Noor",
  pronouns: "she/her",
  gender: "female",
  maritalStatus: "married",
  email: "Noor.Haddad@Example.com",
  phone: "(512) 555-0182",
  phoneType: "mobile",
  secondaryPhone: "+44 20 7946 0958",
  preferredContactMethod: "text",
  preferredLanguage: "ar",
  interpreterNeeded: true,
  address: { line1: "12 Harbor Road", line2: "Apt 4", city: "Galveston", state: "TX", zipCode: "77550", country: "US" },
  mailingAddress: { line1: "Postfach 7", line2: null, city: "Bern", state: null, zipCode: "CH-3000", country: "CH" },
  dateOfBirth: "1984-06-30",
  dateOfDeath: null,
  occupation: "Nurse",
  employerContactId: contactId,
  guardianContactId: contactId,
  isIncapacitated: false,
  representativeContactId: contactId,
  emergencyContact: { name: "Sami Haddad", phone: "512 555 0101", relationship: "brother" },
  driverLicense: { state: "TX", last4: "3310" },
  medicareBeneficiary: "yes",
  medicareIdMasked: "*******EG4T",
  medicaidBeneficiary: "no",
  healthInsurer: "Blue Cross",
  militaryStatus: "veteran",
  bankruptcyFiled: true,
  priorClaims: "Slip and fall, 2019",
  priorInjuries: "Back, 2012",
  childSupportObligation: false,
  textConsent: { status: "opted_in", at: "2026-03-14T15:09:26.535Z", source: "retainer" },
  doNotContact: true,
  portalStatus: "invited",
  tags: ["newsletter", "VIP"],
  externalId: `crm-${Math.random()}`,
});

test("every field of a client is stored and returned", async () => {
  const given = everything();
  const client = await read(await createdId(given));
  expect(client).toMatchObject({ ...given, tags: ["VIP", "newsletter"].toSorted() });
  expect(client).toMatchObject({
    phoneE164: "+15125550182",
    secondaryPhoneE164: "+442079460958",
    city: "Galveston",
    state: "TX",
    zipCode: "77550",
    isMinor: false,
    employerContact: { id: contactId },
    guardianContact: { id: contactId },
    representativeContact: { id: contactId },
    hasSsn: false,
    caseIds: [],
    mergedIntoClientId: null,
    deletedAt: null,
    revision: 1,
  });
});

test("a client needs only a name; every other field can be set and cleared later", async () => {
  const clientId = await createdId({});
  const bare = await read(clientId);
  const { externalId, ...given } = everything();
  expect((await patch(clientId, { ...given, externalId })).status).toBe(200);
  const cleared = Object.fromEntries(Object.entries({ ...given, externalId }).map(([field]) => [field, null]));
  const kept = {
    medicareBeneficiary: "unknown",
    medicaidBeneficiary: "unknown",
    doNotContact: false,
    portalStatus: "not_invited",
    tags: [],
  };
  const reply = await patch(clientId, { ...cleared, ...kept });
  expect(reply.status, reply.text).toBe(200);
  expect(await read(clientId)).toEqual({ ...bare, revision: 3, updatedAt: expect.any(String) as unknown });
});

test("whatever field is changed, the response is the client as GET shows it", async () => {
  const { clientId } = await createCase(tenant);
  const { occupation, address, tags, dateOfBirth, employerContactId, guardianContactId, representativeContactId } =
    everything();
  const changes = [
    { occupation, address },
    { tags },
    { dateOfBirth },
    { employerContactId },
    { guardianContactId },
    { representativeContactId },
    { ssn: "219-64-4821" },
  ];
  for (const change of changes) {
    const { body } = await patch(clientId, change);
    expect(readRecord(body, "client"), JSON.stringify(change)).toEqual(await read(clientId));
  }
});

describe("addresses", () => {
  test("setting the address replaces it whole; setting zipCode changes only the zip code", async () => {
    const clientId = await createdId({
      address: { line1: "1 Old Street", city: "Austin", state: "TX", zipCode: "78704" },
    });
    await patch(clientId, { zipCode: "78705" });
    expect(await read(clientId)).toMatchObject({
      zipCode: "78705",
      address: { line1: "1 Old Street", zipCode: "78705", country: null },
    });
    await patch(clientId, { address: { city: "Waco" } });
    expect(await read(clientId)).toMatchObject({
      city: "Waco",
      state: null,
      zipCode: null,
      address: { line1: null, city: "Waco", zipCode: null },
    });
  });

  test("the case shows the client's city", async () => {
    const { clientId, caseId } = await createCase(tenant);
    await patch(clientId, { address: { city: "Waco", state: "TX" } });
    expect(readRecord((await openApi(server, tenant.secret).get(`/cases/${caseId}`)).body, "case")).toMatchObject({
      city: "Waco",
      state: "TX",
      zipCode: null,
    });
  });
});

test("a client shows its newest 100 cases and their count, its events relate to no more, and its list returns all", async () => {
  const { clientId, caseId } = await createCase(tenant);
  const ids = Array.from({ length: 120 }, (_, number) => `${caseId}_${String(number).padStart(3, "0")}`);
  const row = {
    organizationId: tenant.organizationId,
    plaintiffId: clientId,
    caseType: "dog_bite",
    matterStage: "intake",
    matterStatus: "open",
  };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Case")
      .values(ids.map((id) => ({ ...row, id, sequenceId: id })))
      .execute(),
  );
  expect(await read(clientId)).toMatchObject({ caseIds: ids.toReversed().slice(0, 100), caseCount: 121 });
  expect((await patch(clientId, { occupation: "Nurse" })).status).toBe(200);
  expect((await readEvents(tenant)).at(-1)).toMatchObject({ entityId: clientId, relatedIds: { length: 101 } });
  const pages = [await openApi(server, tenant.secret).get(`/clients/${clientId}/cases?limit=100`)];
  pages.push(
    await openApi(server, tenant.secret).get(
      `/clients/${clientId}/cases?limit=100&after=${String(pages[0]?.body["nextCursor"])}`,
    ),
  );
  expect(pages.flatMap(({ body }) => body["cases"] as object[])).toHaveLength(121);
});

test("a client is a minor until the 18th birthday", async () => {
  const birthday = (years: number, days: number) =>
    new Date(Date.UTC(new Date().getUTCFullYear() - years, new Date().getUTCMonth(), new Date().getUTCDate() + days))
      .toISOString()
      .slice(0, 10);
  const minor = await createdId({ dateOfBirth: birthday(18, 3) });
  const adult = await createdId({ dateOfBirth: birthday(18, -3) });
  expect([
    (await read(minor))["isMinor"],
    (await read(adult))["isMinor"],
    (await read(await createdId({})))["isMinor"],
  ]).toEqual([true, false, null]);
});

describe("400", () => {
  test.each<[string, object, string]>([
    ["no last name", { lastName: undefined }, "lastName: required"],
    ["an unknown gender", { gender: "x" }, "gender: must be one of"],
    ["two zip codes", { zipCode: "78704", address: { zipCode: "78704" } }, "zipCode: must be inside address"],
    [
      "an American zip code of four digits",
      { address: { zipCode: "7870" } },
      "address.zipCode: must be 12345 or 12345-6789",
    ],
    ["a country of three letters", { address: { country: "USA" } }, "address.country: must be two letters"],
    ["a member of an address that there is not", { address: { street: "x" } }, "address.street: unknown property"],
    ["the derived city", { city: "Austin" }, "city: unknown property"],
    [
      "death before birth",
      { dateOfBirth: "1984-06-30", dateOfDeath: "1984-06-29" },
      "dateOfDeath: must not be before dateOfBirth",
    ],
    ["a Medicare number that is not masked", { medicareIdMasked: "1EG4TE5MK73" }, "medicareIdMasked: must be masked"],
    [
      "more of a license than its end",
      { driverLicense: { last4: "12345678" } },
      "driverLicense.last4: must be at most",
    ],
    ["a tag with a space at its end", { tags: ["x "] }, "tags.0: must not begin or end with a space"],
    ["a tag twice, once with a joiner", { tags: ["a", "a", "a\u200d"] }, "tags: must not contain a tag twice"],
    ["51 tags", { tags: Array.from({ length: 51 }, String) }, "tags: must be at most 50"],
    ["consent without status", { textConsent: { source: "call" } }, "textConsent.status: required"],
    ["what only a merge writes", { mergedIntoClientId: "cli_x" }, "mergedIntoClientId: unknown property"],
    ["what is derived", { isMinor: true }, "isMinor: unknown property"],
  ])("%s", async (_, body, message) => {
    const before = await countTraces(tenant);
    const reply = await create(body);
    expect(rejectionOf(reply), reply.text).toEqual([400, "VALIDATION_FAILED", expect.stringContaining(message)]);
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("a date of death before the known date of birth", async () => {
    const clientId = await createdId({ dateOfBirth: "1984-06-30" });
    expect(rejectionOf(await patch(clientId, { dateOfDeath: "1980-01-01" }))[0]).toBe(400);
  });
});

describe("404", () => {
  test("for an unknown contact or one of another organization", async () => {
    const stranger = await createTenant(server.services.database);
    const theirs = await createContact(stranger);
    const clientId = await createdId({});
    for (const id of [theirs, "con_unknown"]) {
      expect(rejectionOf(await create({ employerContactId: id }))).toEqual([404, "NOT_FOUND", "Contact not found"]);
      expect(rejectionOf(await patch(clientId, { guardianContactId: id }))).toEqual([
        404,
        "NOT_FOUND",
        "Contact not found",
      ]);
    }
  });
});

describe("409", () => {
  test("for an externalId of another client, also a deleted one", async () => {
    const clientId = await createdId({ externalId: "crm-1" });
    const taken = [409, "DUPLICATE_ENTRY", `externalId: used by another client: ${clientId}`];
    expect(rejectionOf(await create({ externalId: "crm-1" }))).toEqual(taken);
    expect(rejectionOf(await patch(await createdId({}), { externalId: "crm-1" }))).toEqual(taken);
    expect((await patch(clientId, { externalId: "crm-1" })).status).toBe(200);
    await openApi(server, tenant.secret).change("DELETE", `/clients/${clientId}`, undefined);
    expect(rejectionOf(await create({ externalId: "crm-1" }))).toEqual(taken);
  });

  test("for all but one of eight concurrent requests with the same externalId", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create({ externalId: "crm-at-once" })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test("for deleting a client with cases; with only deleted cases it succeeds", async () => {
    const { clientId, caseId } = await createCase(tenant);
    const remove = () => openApi(server, tenant.secret).change("DELETE", `/clients/${clientId}`, undefined);
    expect(rejectionOf(await remove())).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("has cases"),
    ]);
    await changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() });
    expect((await remove()).body).toEqual({ success: true });
    expect((await openApi(server, tenant.secret).get(`/clients/${clientId}`)).status).toBe(404);
    expect((await patch(clientId, { firstName: "Late" })).status).toBe(404);
    expect((await readEvents(tenant)).at(-1)).toMatchObject({
      eventType: "client.deleted",
      entityId: clientId,
      payload: { deletedAt: expect.any(String) as unknown },
    });
  });
});

test("the event of an address change contains every changed field", async () => {
  const clientId = await createClientRow(tenant);
  await patch(clientId, { address: { city: "Waco" } });
  expect(Object.keys(Object((await readEvents(tenant)).at(-1)?.diff) as object).toSorted()).toEqual([
    "address",
    "city",
  ]);
});
