import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { countTraces, expectEventsRecorded, readEvents } from "../../testing/harness/traces.ts";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import { createClientRow, createClientWithSsn, createFullClientRows, testSsn } from "../../areas/clients/fixtures.ts";
import { createCall } from "../../areas/communications/calls/fixtures.ts";
import { createConversation } from "../../areas/communications/conversations/fixtures.ts";
import { clientReferences } from "./store.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const api = () => openApi(server, tenant.secret);
const merge = (clientId: string, duplicateClientId: string, headers?: Record<string, string>) =>
  api().change("POST", `/clients/${clientId}/merge`, { duplicateClientId }, headers);
const read = async (clientId: string) =>
  readRecord((await api().get(`/clients/${clientId}?includeMerged=true`)).body, "client");
const rejectionOf = ({ status, body }: Reply) => [status, body["code"], body["error"]];
const rowOf = async (table: string, id: string): Promise<Record<string, unknown>> =>
  (await owner.query<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE id = $1`, [id])).rows[0] ?? {};

test("the merge knows every column that refers to a client", async () => {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
     CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(child, parent)
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.child
     JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = k.parent
     WHERE c.contype = 'f' AND c.confrelid = '"Client"'::regclass AND p.attname = 'id'`,
  );
  const found = rows.map(({ table, column }) => `${table.replaceAll('"', "")}.${column}`);
  expect(found.toSorted()).toEqual(clientReferences.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test("cases, invoices, facilities and requests of the duplicate move to the client, with new revisions", async () => {
  const clientId = await createClientRow(tenant);
  const { facilityId, requestId, clientId: duplicateId, caseId } = await createRetrievalRequest(tenant);
  const { invoiceId } = await createInvoice(tenant);
  await owner.query(`UPDATE "Invoice" SET "clientId" = $2, "caseId" = $3 WHERE id = $1`, [
    invoiceId,
    duplicateId,
    caseId,
  ]);
  const before = {
    facility: await rowOf("MedicalFacility", facilityId),
    request: await rowOf("RetrievalRequest", requestId),
    invoice: await rowOf("Invoice", invoiceId),
    case: await rowOf("Case", caseId),
  };
  const etag = (await api().get(`/cases/${caseId}`)).headers.etag;

  const reply = await merge(clientId, duplicateId);
  expect(reply.status, reply.text).toBe(200);
  expect(readRecord(reply.body, "client")["caseIds"]).toEqual([caseId]);
  expect(await rowOf("MedicalFacility", facilityId)).toMatchObject({
    clientId,
    version: Number(before.facility["version"]) + 1,
  });
  expect(await rowOf("RetrievalRequest", requestId)).toMatchObject({ clientId });
  expect(Number((await rowOf("RetrievalRequest", requestId))["revision"])).toBeGreaterThan(
    Number(before.request["revision"]),
  );
  expect(await rowOf("Invoice", invoiceId)).toMatchObject({
    clientId,
    revision: Number(before.invoice["revision"]) + 1,
  });
  const shown = await api().get(`/cases/${caseId}`);
  expect(readRecord(shown.body, "case")).toMatchObject({
    plaintiffId: clientId,
    plaintiff: { id: clientId, firstName: "Noor" },
  });
  expect(shown.headers.etag).not.toBe(etag);
});

test("the duplicate names the client it was merged into, is in no list, and rejects changes", async () => {
  const [clientId, duplicateId] = [
    await createClientRow(tenant),
    await createClientRow(tenant, { lastName: "Einzigartig" }),
  ];
  await merge(clientId, duplicateId);
  expect(await read(duplicateId)).toMatchObject({
    mergedIntoClientId: clientId,
    deletedAt: expect.any(String) as unknown,
    revision: 2,
  });
  const gone = await api().get(`/clients/${duplicateId}`);
  expect([gone.status, gone.text, gone.headers["x-error-reason"], gone.headers["x-error-detail"]]).toEqual([
    404,
    (await api().get("/clients/cli_unknown")).text,
    "record_merged",
    clientId,
  ]);
  expect((await api().get("/clients?q=einzigartig")).body).toEqual({ success: true, clients: [], nextCursor: null });
  const readOnly = [409, "INVALID_STATE_TRANSITION", expect.stringContaining("was merged into another")];
  expect(rejectionOf(await api().change("PATCH", `/clients/${duplicateId}`, { firstName: "Late" }))).toEqual(readOnly);
  expect(rejectionOf(await api().change("DELETE", `/clients/${duplicateId}`))).toEqual(readOnly);
  expect(rejectionOf(await api().change("POST", `/clients/${duplicateId}/reveal-ssn`, {}))).toEqual(readOnly);
  expect(rejectionOf(await merge(clientId, duplicateId))).toEqual(readOnly);
  expect(rejectionOf(await merge(duplicateId, clientId))).toEqual(readOnly);
});

test("after another merge, both refer to the last client", async () => {
  const [last, middle, first] = [
    await createClientRow(tenant),
    await createClientRow(tenant),
    await createClientRow(tenant),
  ];
  await merge(middle, first);
  await merge(last, middle);
  expect([(await read(first))["mergedIntoClientId"], (await read(middle))["mergedIntoClientId"]]).toEqual([last, last]);
});

describe("values the client lacks are taken from the duplicate", () => {
  test("existing values are kept, block by block", async () => {
    const clientId = await createClientRow(tenant, {
      email: "kept@example.com",
      city: "Austin",
      medicaidBeneficiary: "no",
    });
    const duplicateId = await createClientRow(tenant, {
      email: "lost@example.com",
      phone: "(512) 555-0182",
      phoneE164: "+15125550182",
      line1: "1 Lost Street",
      zipCode: "78704",
      occupation: "Nurse",
      medicareBeneficiary: "yes",
      medicaidBeneficiary: "yes",
      doNotContact: true,
      externalId: "crm-lost",
      textConsent: { status: "opted_out", at: null, source: "call" },
    });
    await merge(clientId, duplicateId);
    expect(await read(clientId)).toMatchObject({
      email: "kept@example.com",
      phone: "(512) 555-0182",
      phoneE164: "+15125550182",
      zipCode: null,
      address: { line1: null, city: "Austin" },
      occupation: "Nurse",
      medicareBeneficiary: "yes",
      medicaidBeneficiary: "no",
      doNotContact: true,
      textConsent: { status: "opted_out" },
      externalId: null,
    });
  });

  test("tags of both are kept, and a missing number is filled in", async () => {
    const [clientId, duplicateId] = [await createClientRow(tenant), await createFullClientRows(tenant)];
    await merge(clientId, duplicateId);
    expect(await read(clientId)).toMatchObject({ tags: ["newsletter"], hasSsn: true, ssnFourDigits: "4821" });
    expect((await api().change("POST", `/clients/${clientId}/reveal-ssn`, {})).body["ssn"]).toBe(testSsn);
    expect(await read(duplicateId)).toMatchObject({ hasSsn: false });
  });
});

test("of two full social security numbers, the duplicate's is erased", async () => {
  const [clientId, duplicateId] = [await createClientWithSsn(tenant), await createClientWithSsn(tenant)];
  expect((await merge(clientId, duplicateId)).status).toBe(200);
  expect([await read(clientId), await read(duplicateId)]).toMatchObject([{ hasSsn: true }, { hasSsn: false }]);
  const { rows } = await owner.query<{ clientId: string }>(
    `SELECT "clientId" FROM "ClientSsn" WHERE "clientId" = ANY ($1)`,
    [[clientId, duplicateId]],
  );
  expect(rows).toEqual([{ clientId }]);
});

describe("rejected", () => {
  test.each([
    ["altogether", "318-77-9021"],
    ["before their last four digits", "318-77-4821"],
  ])("two social security numbers that differ %s", async (_, ssn) => {
    const [clientId, duplicateId] = [await createClientWithSsn(tenant), await createClientWithSsn(tenant, ssn)];
    const before = await countTraces(tenant);
    expect(rejectionOf(await merge(clientId, duplicateId))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("different social security numbers"),
    ]);
    expect(await countTraces(tenant)).toEqual(before);
    expect(await read(duplicateId)).toMatchObject({ mergedIntoClientId: null });
  });

  test("too many tags together: PATCH accepts what GET returns", async () => {
    const [clientId, duplicateId] = [await createClientRow(tenant), await createClientRow(tenant)];
    const tagsOf = (letter: string, count: number) =>
      Array.from({ length: count }, (_, number) => `${letter}${number}`);
    const give = (id: string, tags: string[]) => api().change("PATCH", `/clients/${id}`, { tags });
    await give(clientId, ["both", ...tagsOf("a", 25)]);
    await give(duplicateId, ["both", ...tagsOf("b", 25)]);
    expect(rejectionOf(await merge(clientId, duplicateId))).toEqual([
      409,
      "INVALID_STATE_TRANSITION",
      expect.stringContaining("more than 50 tags"),
    ]);
    await give(duplicateId, ["both", ...tagsOf("b", 24)]);
    expect((await merge(clientId, duplicateId)).status).toBe(200);
    const { tags } = (await read(clientId)) as { tags: string[] };
    expect(tags).toHaveLength(50);
    expect((await give(clientId, tags)).status).toBe(200);
  });

  test("a merge with itself, an unknown client, another organization's client or at a stale revision", async () => {
    const [clientId, duplicateId] = [await createClientRow(tenant), await createClientRow(tenant)];
    const theirs = await createClientRow(await createTenant(server.services.database));
    expect(rejectionOf(await merge(clientId, clientId))).toEqual([
      400,
      "VALIDATION_FAILED",
      "duplicateClientId: must be another client",
    ]);
    for (const id of [theirs, "cli_unknown"]) {
      expect(rejectionOf(await merge(clientId, id))).toEqual([404, "NOT_FOUND", "Duplicate client not found"]);
      expect(rejectionOf(await merge(id, duplicateId))).toEqual([404, "NOT_FOUND", "Client not found"]);
    }
    expect(rejectionOf(await merge(clientId, duplicateId, { "If-Match": '"7"' }))[1]).toBe("STALE_REVISION");
    expect(await read(duplicateId)).toMatchObject({ mergedIntoClientId: null, revision: 1 });
  });

  test("one of two concurrent merges in opposite directions", async () => {
    const [clientId, duplicateId] = [await createClientRow(tenant), await createClientRow(tenant)];
    const replies = await Promise.all([merge(clientId, duplicateId), merge(duplicateId, clientId)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test("concurrent merges in a circle, also of merged clients, run one after the other without lock errors", async () => {
  // Each waits for those before it, so there are few: a lock is waited for two seconds, also on a busy machine.
  for (const [members, statuses] of [
    [2, [200, 409]],
    [3, [200, 200, 409]],
    [2, [200, 409]],
    [3, [200, 200, 409]],
  ] as const) {
    const ids = await Promise.all(Array.from({ length: members }, () => createClientRow(tenant)));
    for (const id of ids) await merge(id, await createClientRow(tenant));
    const replies = await Promise.all(ids.map((id, place) => merge(id, ids[(place + 1) % members] ?? "")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual(statuses);
  }
});

test("the events of both clients refer to each other", async () => {
  const clientId = await createClientRow(tenant);
  const { clientId: duplicateId, caseId } = await createCase(tenant);
  await merge(clientId, duplicateId);
  const [merged, deleted] = (await readEvents(tenant)).slice(-3);
  const of = (id: string) => ({ entity: "client", id });
  expect(merged).toMatchObject({
    eventType: "client.merged",
    entityId: clientId,
    relatedIds: [of(clientId), of(duplicateId), { entity: "case", id: caseId }],
  });
  expect(deleted).toMatchObject({
    eventType: "client.deleted",
    entityId: duplicateId,
    relatedIds: [of(duplicateId), of(clientId)],
    payload: { mergedIntoClientId: clientId },
  });
});

test("conversations, messages and calls of the duplicate become the client's, with an event for each", async () => {
  const clientId = await createClientRow(tenant);
  const { conversationId, messageId, clientId: duplicateId } = await createConversation(tenant);
  const { callId } = await createCall(tenant, { partyClientId: duplicateId });
  const reply = await merge(clientId, duplicateId);
  expect(reply.status, reply.text).toBe(200);
  const conversation = readRecord((await api().get(`/conversations/${conversationId}`)).body, "conversation");
  expect(conversation).toMatchObject({ counterparts: [{ clientId }], revision: 2 });
  const message = readRecord((await api().get(`/messages/${messageId}`)).body, "message");
  expect(message).toMatchObject({ from: { clientId }, revision: 2 });
  const call = readRecord((await api().get(`/calls/${callId}`)).body, "call");
  expect(call).toMatchObject({ party: { clientId }, revision: 2 });
  const events = (await readEvents(tenant)).filter(
    ({ entityId }) => entityId === conversationId || entityId === callId,
  );
  expect(events.map(({ eventType }) => eventType)).toEqual(["conversation.updated", "call.updated"]);
  expectEventsRecorded(events);
});
