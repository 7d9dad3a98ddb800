import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { expectEventsRecorded, readEvents } from "../../testing/harness/traces.ts";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import { createClientRow } from "../../areas/clients/fixtures.ts";

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
const merge = (clientId: string, duplicateClientId: string) =>
  api().change("POST", `/clients/${clientId}/merge`, { duplicateClientId });

/** A case of the client, with an invoice. */
async function createBilledCase(clientId: string): Promise<{ caseId: string; invoiceId: string }> {
  const { invoiceId, caseId } = await createInvoice(tenant);
  await owner.query(`UPDATE "Case" SET "plaintiffId" = $2 WHERE id = $1`, [caseId, clientId]);
  await owner.query(`UPDATE "Invoice" SET "clientId" = $2 WHERE id = $1`, [invoiceId, clientId]);
  return { caseId, invoiceId };
}

interface Item {
  id: string;
  plaintiffId?: string;
}
interface FeedEvent {
  eventType: string;
  entity: string;
  entityId: string;
  payload: Item;
}

async function pull(path: string, name: string): Promise<Map<string, Item>> {
  const { status, body, text } = await api().get(`${path}limit=100`);
  expect([status, body["nextCursor"]], text).toEqual([200, null]);
  return new Map((body[name] as Item[]).map((item) => [item.id, item]));
}
const pullCases = () => pull("/cases?view=full&", "cases");
const pullInvoices = () => pull("/invoices?", "invoices");
const pullLeads = () => pull("/leads?", "leads");

/**
 * Keeps the copies as e2e/api/sync.spec.ts does: a record's own event carries it; a client's says that its cases show
 * other things now.
 */
async function apply(
  { eventType, entity, entityId, payload }: FeedEvent,
  copies: Record<string, Map<string, Item>>,
): Promise<void> {
  if (eventType.endsWith(".deleted")) return void copies[entity]?.delete(entityId);
  if (copies[entity] !== undefined) return void copies[entity].set(entityId, payload);
  if (entity !== "client") return;
  for (const { id } of [...(copies["case"]?.values() ?? [])].filter(({ plaintiffId }) => plaintiffId === entityId)) {
    copies["case"]?.set(id, readBody<{ case: Item }>(await api().get(`/cases/${id}`)).case);
  }
}

test("copies of cases, invoices and leads, kept by the feed through merges of clients, stay identical", async () => {
  const [last, middle, first] = [
    await createClientRow(tenant),
    await createClientRow(tenant, { email: "found@example.com" }),
    await createClientRow(tenant),
  ];
  for (const clientId of [last, middle, first, first]) await createBilledCase(clientId);
  const { caseId } = await createBilledCase(first);
  await owner.query(`UPDATE "Case" SET "deletedAt" = now() WHERE id = $1`, [caseId]);
  await createLead(tenant, {
    status: "converted",
    convertedClientId: first,
    convertedCaseId: caseId,
    convertedAt: new Date().toISOString(),
  });
  const { body } = await api().get(`/events?limit=1&since=${new Date(Date.now() + 60_000).toISOString()}`);
  const copies = { case: await pullCases(), invoice: await pullInvoices(), lead: await pullLeads() };

  expect((await merge(middle, first)).status).toBe(200);
  expect((await merge(last, middle)).status).toBe(200);

  const { body: page } = await api().get(`/events?after=${String(body["nextCursor"])}&limit=500`);
  const events = page["events"] as FeedEvent[];
  // A deleted case is in no copy, and no event brings it back into one.
  expect(events.map(({ entityId }) => entityId)).not.toContain(caseId);
  for (const event of events) await apply(event, copies);
  expect(copies).toEqual({ case: await pullCases(), invoice: await pullInvoices(), lead: await pullLeads() });
  expect(new Set([...copies.case.values()].map(({ plaintiffId }) => plaintiffId))).toEqual(new Set([last]));
});

test("each moved record has an event with its new revision; a second merge is recorded for records of the first", async () => {
  const [last, middle] = [await createClientRow(tenant), await createClientRow(tenant)];
  const { facilityId, requestId, clientId: first, caseId } = await createRetrievalRequest(tenant);
  await merge(middle, first);
  const before = (await readEvents(tenant)).length;
  await merge(last, middle);
  const events = (await readEvents(tenant)).slice(before);
  expectEventsRecorded(events);
  expect(events.map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["client.merged", last],
    ["client.deleted", middle],
    ["case.updated", caseId],
    ["medical_facility.updated", facilityId],
    ["retrieval_request.updated", requestId],
    ["client.deleted", first],
  ]);
  for (const { relatedIds } of events.slice(2, 5)) expect(relatedIds).toContainEqual({ entity: "client", id: last });
  expect(events.at(-1)).toMatchObject({
    payload: { mergedIntoClientId: last },
    diff: { mergedIntoClientId: { from: middle, to: last } },
  });
  expect(events[2]?.payload).toEqual(readRecord((await api().get(`/cases/${caseId}`)).body, "case"));
});

test("an invoice created meanwhile in a case of the duplicate moves too", async () => {
  const clientId = await createClientRow(tenant);
  const { caseId, clientId: duplicateId } = await createCase(tenant);
  const { invoiceId } = await createInvoice(tenant);
  const watcher = await server.connectOwner();
  try {
    // As an operation of billing does it: the case first, and then a row that refers to case and client.
    const { merging } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("Case").select("id").where("id", "=", caseId).forShare().execute();
      const reply = merge(clientId, duplicateId);
      await waitForLock(watcher);
      await transaction
        .updateTable("Invoice")
        .set({ caseId, clientId: duplicateId })
        .where("id", "=", invoiceId)
        .execute();
      return { merging: reply };
    });
    expect((await merging).status).toBe(200);
  } finally {
    await watcher.end();
  }
  expect(readRecord((await api().get(`/invoices/${invoiceId}`)).body, "invoice")["client"]).toMatchObject({
    id: clientId,
  });
  expect((await readEvents(tenant)).findLast(({ entityId }) => entityId === invoiceId)).toMatchObject({
    eventType: "invoice.updated",
  });
});

test("too many records for one transaction are rejected; the other direction succeeds", async () => {
  const [clientId, { clientId: duplicateId, caseId }] = [await createClientRow(tenant), await createCase(tenant)];
  // 500 invoices and the case.
  await owner.query(
    `INSERT INTO "Invoice" ("organizationId", id, "invoiceNumber", "caseId", "clientId", "subtotalCents", "totalCents")
     SELECT $1, $2 || n, $2 || n, $3, $4, 0, 0 FROM generate_series(1, 500) n`,
    [tenant.organizationId, `inv_${duplicateId}_`, caseId, duplicateId],
  );
  const before = await readEvents(tenant);
  const { status, body } = await merge(clientId, duplicateId);
  expect([status, body["code"], body["error"]]).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
    expect.stringContaining("merge in the other direction"),
  ]);
  expect(await readEvents(tenant)).toHaveLength(before.length);
  expect((await merge(duplicateId, clientId)).status).toBe(200);
  await owner.query(`DELETE FROM "Invoice" WHERE "caseId" = $1`, [caseId]);
});
