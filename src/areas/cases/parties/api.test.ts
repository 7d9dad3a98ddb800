import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createNamedContact, createParty } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const add = async (caseId: string, body: object) =>
  api.change("POST", `/cases/${caseId}/parties`, { role: "defendant", side: "defendant", ...body });
const list = async (caseId: string, query = ""): Promise<string[]> => {
  const reply = await api.get(`/cases/${caseId}/parties${query}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["parties"] as { id: string }[]).map(({ id }) => id);
};

test("a party shows its contact and representative; omitted fields are null", async () => {
  const { caseId } = await createCase(tenant);
  const contactId = await createNamedContact(tenant, "Lone Star Freight");
  const representedByContactId = await createNamedContact(tenant, "Vance Ortega", "person");
  const { status, body, headers } = await add(caseId, { contactId, representedByContactId });
  const party = readRecord(body, "party");
  expect([status, headers["location"], headers.etag]).toEqual([
    201,
    `/api/v1/cases/${caseId}/parties/${String(party["id"])}`,
    '"1"',
  ]);
  expect(party).toMatchObject({
    caseId,
    contact: { id: contactId, name: "Lone Star Freight", type: "company" },
    representedBy: { id: representedByContactId, name: "Vance Ortega", type: "person" },
    isPrimary: false,
    isClient: false,
    notes: null,
    servedOn: null,
    externalId: null,
    revision: 1,
    deletedAt: null,
  });
  const read = await api.get(`/cases/${caseId}/parties/${String(party["id"])}`);
  expect(readRecord(read.body, "party")).toEqual(party);
});

describe("a case has one primary party in a role", () => {
  test("a second one is rejected on create and update, but allowed in another role or after the first is deleted", async () => {
    const created = await createParty(tenant, { isPrimary: true });
    const { caseId } = created;
    const contactId = await createNamedContact(tenant, "Second");
    expect((await add(caseId, { contactId, isPrimary: true })).body).toMatchObject({
      code: "DUPLICATE_ENTRY",
      error: expect.stringContaining("isPrimary"),
    });
    const other = await add(caseId, { contactId, isPrimary: true, role: "employer" });
    expect(other.status).toBe(201);
    const path = `/cases/${caseId}/parties/${readId(other.body, "party")}`;
    expect((await api.change("PATCH", path, { role: "defendant" })).body["code"]).toBe("DUPLICATE_ENTRY");
    expect((await api.change("DELETE", `/cases/${caseId}/parties/${created.partyId}`)).body).toEqual({ success: true });
    expect((await api.change("PATCH", path, { role: "defendant" })).status).toBe(200);
  });

  test("of two concurrent requests one succeeds", async () => {
    const { caseId } = await createCase(tenant);
    const contactId = await createNamedContact(tenant, "Twice");
    const replies = await Promise.all([1, 2].map(() => add(caseId, { contactId, isPrimary: true })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

test("an externalId is unique among live parties of the organization", async () => {
  const { caseId, partyId } = await createParty(tenant, { externalId: "crm-1" });
  const contactId = await createNamedContact(tenant, "Second");
  expect((await add(caseId, { contactId, externalId: "crm-1" })).body).toMatchObject({
    code: "DUPLICATE_ENTRY",
    error: "externalId: used by another party",
  });
  await changeRow(tenant, "CaseParty", partyId, { deletedAt: new Date().toISOString() });
  expect((await add(caseId, { contactId, externalId: "crm-1" })).status).toBe(201);
});

test("null clears a field, and an empty update is rejected", async () => {
  const { caseId, partyId } = await createParty(tenant, {
    notes: "x",
    servedOn: "2026-01-01",
    representedByContactId: await createNamedContact(tenant, "Counsel"),
  });
  const path = `/cases/${caseId}/parties/${partyId}`;
  const reply = await api.change("PATCH", path, { notes: null, servedOn: null, representedByContactId: null });
  expect(readRecord(reply.body, "party")).toMatchObject({
    notes: null,
    servedOn: null,
    representedBy: null,
    revision: 2,
  });
  expect((await api.change("PATCH", path, {})).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining("at least one field"),
  });
  expect((await api.change("PATCH", path, { contactId: "con_1" })).body).toMatchObject({
    code: "VALIDATION_FAILED",
    error: expect.stringContaining("contactId: unknown property"),
  });
});

describe("404", () => {
  test("for an unknown, deleted or foreign contact", async () => {
    const { caseId } = await createCase(tenant);
    const contactId = await createNamedContact(tenant, "Here");
    const foreign = await createNamedContact(await createTenant(server.services.database), "There");
    const gone = await createNamedContact(tenant, "Gone");
    await changeRow(tenant, "Contact", gone, { deletedAt: new Date().toISOString() });
    const texts = await Promise.all(
      ["con_unknown", foreign, gone].map(async (id) => (await add(caseId, { contactId: id })).text),
    );
    expect(new Set(texts)).toEqual(new Set(['{"success":false,"error":"Contact not found","code":"NOT_FOUND"}']));
    expect((await add(caseId, { contactId, representedByContactId: foreign })).body["code"]).toBe("NOT_FOUND");
  });

  test("for a party of another case", async () => {
    const { partyId } = await createParty(tenant);
    const { caseId } = await createCase(tenant);
    for (const method of ["PATCH", "DELETE"] as const) {
      expect(
        (
          await api.change(
            method,
            `/cases/${caseId}/parties/${partyId}`,
            method === "PATCH" ? { notes: "x" } : undefined,
          )
        ).status,
      ).toBe(404);
    }
    expect((await api.get(`/cases/${caseId}/parties/${partyId}`)).status).toBe(404);
    expect(await list(caseId)).toEqual([]);
  });
});

test("parties of an archived case can be read but not written", async () => {
  const { caseId, partyId, contactId } = await createParty(tenant);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  expect(await list(caseId)).toEqual([partyId]);
  const path = `/cases/${caseId}/parties/${partyId}`;
  const replies = [
    await add(caseId, { contactId }),
    await api.change("PATCH", path, { notes: "x" }),
    await api.change("DELETE", path),
  ];
  expect(replies.map(({ body }) => body["code"])).toEqual([
    "INVALID_STATE_TRANSITION",
    "INVALID_STATE_TRANSITION",
    "INVALID_STATE_TRANSITION",
  ]);
});

describe("the list", () => {
  test("returns pages in each order, without deleted parties or those of another case", async () => {
    const ofCase = await createCase(tenant);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1)
      made.push(
        (await createParty(tenant, { role: index % 2 === 0 ? "witness" : "expert", side: "neutral" }, ofCase)).partyId,
      );
    await createParty(tenant);
    const { caseId } = ofCase;
    const [first = "", , , , last = ""] = made;
    await changeRow(tenant, "CaseParty", first, { notes: "moved" });
    expect(await list(caseId, "?sort=oldest")).toEqual(made);
    expect(await list(caseId)).toEqual(made.toReversed());
    expect(await list(caseId, "?sort=updated")).toEqual([...made.slice(1), first]);
    expect(await list(caseId, "?role=expert&sort=oldest")).toEqual([made[1], made[3]]);
    expect(await list(caseId, "?side=defendant")).toEqual([]);
    await changeRow(tenant, "CaseParty", last, { deletedAt: new Date().toISOString() });
    const seen: string[] = [];
    for (let after = ""; ;) {
      const { body } = await api.get(`/cases/${caseId}/parties?sort=oldest&limit=3${after}`);
      seen.push(...(body["parties"] as { id: string }[]).map(({ id }) => id));
      const next = body["nextCursor"] as string | null;
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen).toEqual(made.slice(0, -1));
  });

  test("updatedSince returns later changes, and a cursor of another case is rejected", async () => {
    const ofCase = await createCase(tenant);
    const { partyId } = await createParty(tenant, {}, ofCase);
    const second = await createParty(tenant, {}, ofCase);
    const { body } = await api.get(`/cases/${ofCase.caseId}/parties?limit=1`);
    await changeRow(tenant, "CaseParty", partyId, { notes: "moved" });
    const moved = readRecord((await api.get(`/cases/${ofCase.caseId}/parties/${partyId}`)).body, "party");
    expect(await list(ofCase.caseId, `?updatedSince=${String(moved["updatedAt"])}`)).toEqual([partyId]);
    expect(await list(ofCase.caseId, `?after=${String(body["nextCursor"])}`)).toEqual([partyId]);
    expect(second.partyId > partyId).toBe(true);
    const other = await createParty(tenant);
    expect((await api.get(`/cases/${other.caseId}/parties?after=${String(body["nextCursor"])}`)).status).toBe(400);
  });
});

test("the deletion event shows the party's last state and deletedAt", async () => {
  const own = await createTenant(server.services.database);
  const { caseId, clientId, contactId, partyId } = await createParty(own, { notes: "Saw it" });
  await openApi(server, own.secret).change("DELETE", `/cases/${caseId}/parties/${partyId}`);
  const [event] = await readEvents(own);
  expect(event).toMatchObject({
    eventType: "case_party.deleted",
    payload: { id: partyId, notes: "Saw it", revision: 2, deletedAt: expect.stringMatching(/Z$/) },
  });
  expect(event?.relatedIds).toEqual([
    { entity: "case", id: caseId },
    { entity: "client", id: clientId },
    { entity: "contact", id: contactId },
  ]);
});
