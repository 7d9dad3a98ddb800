import { afterAll, beforeAll, expect, test } from "vitest";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { addAttendee, createEvent } from "../../areas/calendar/fixtures.ts";
import { createParty, createRelationship, createContact } from "../../areas/contacts/fixtures.ts";
import { createChain } from "../../areas/deadline-chains/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createTreatment } from "../../areas/medical/fixtures.records.ts";
import { createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import { createNote } from "../../areas/notes/fixtures.ts";
import { createTask } from "../../areas/tasks/fixtures.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { readEvents } from "../harness/traces.ts";

/**
 * The rule of the guide on synchronization: after a change every record that reads differently has an event, or stands
 * in the `relatedIds` of one.
 */
let server: TestServer;
let tenant: TestTenant;
let api: Api;
let paths: ReadonlyMap<string, string>;
const named: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const medical = await createRetrievalRequest(tenant);
  const { caseId, clientId, contactId, facilityId, requestId } = medical;
  const other = await createInvoice(tenant);
  const invoice = await createInvoice(tenant);
  await changeRow(tenant, "Invoice", invoice.invoiceId, { clientId });
  const company = await createContact(tenant, { name: "Acme" });
  const employee = await createContact(tenant, { name: "Ada Adjuster", companyId: company });
  const partyId = await createParty(tenant, caseId, contactId);
  await createRelationship(tenant, company, contactId);
  await api.change("PATCH", `/clients/${clientId}`, { employerContactId: company });
  const tag = readBody<{ tag: { id: string } }>(await api.change("POST", "/tags", { name: "Urgent", color: "#b45309" }))
    .tag.id;
  await api.change("PUT", `/cases/${caseId}/tags`, { tags: ["Urgent"] });
  const leadId = await createLead(tenant);
  const { taskId } = await createTask(tenant, { caseId });
  const { taskId: taskOfLead } = await createTask(tenant, { leadId });
  const notes = await Promise.all(
    [{ caseId }, { leadId }, { clientId }, { contactId }].map((of) => createNote(tenant, of)),
  );
  const { eventId } = await createEvent(tenant, { caseId, courtContactId: contactId });
  const { eventId: eventOfLead } = await createEvent(tenant, { leadId });
  await addAttendee(tenant, eventId, { clientId });
  await addAttendee(tenant, eventOfLead, { contactId });
  const { chainId, deadlineId } = await createChain(tenant, { caseId }, { caseId, adversePartyId: partyId });
  const { treatmentId } = await createTreatment(tenant, {}, medical);
  Object.assign(named, { caseId, clientId, contactId, company, employee, tag, leadId, otherClientId: other.clientId });
  paths = new Map([
    [caseId, `/cases/${caseId}`],
    [other.caseId, `/cases/${other.caseId}`],
    [clientId, `/clients/${clientId}`],
    [other.clientId, `/clients/${other.clientId}`],
    [contactId, `/contacts/${contactId}`],
    [company, `/contacts/${company}`],
    [employee, `/contacts/${employee}`],
    [partyId, `/cases/${caseId}/parties/${partyId}`],
    [facilityId, `/medical-facilities/${facilityId}`],
    [requestId, `/retrieval-requests/${requestId}`],
    [invoice.invoiceId, `/invoices/${invoice.invoiceId}`],
    [other.invoiceId, `/invoices/${other.invoiceId}`],
    [tag, `/tags/${tag}`],
    [leadId, `/leads/${leadId}`],
    [taskId, `/tasks/${taskId}`],
    [taskOfLead, `/tasks/${taskOfLead}`],
    ...notes.map(({ noteId }) => [noteId, `/notes/${noteId}`] as const),
    [eventId, `/calendar-events/${eventId}`],
    [eventOfLead, `/calendar-events/${eventOfLead}`],
    [deadlineId, `/deadlines/${deadlineId}`],
    [chainId, `/deadline-chains/${chainId}`],
    [treatmentId, `/medical-facilities/${facilityId}/treatments/${treatmentId}`],
  ]);
});
afterAll(() => server.close(1_000));

async function readAll(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [id, path] of paths) {
    const reply = await api.get(path);
    expect([200, 404]).toContain(reply.status);
    // The record alone: a chain returns its deadlines beside it.
    texts.set(id, JSON.stringify(Object.values(reply.body)[1]));
  }
  return texts;
}

test.each<[string, () => Parameters<Api["change"]>]>([
  ["a renamed client", () => ["PATCH", `/clients/${named["clientId"]}`, { firstName: "Robyn" }]],
  ["a client's city", () => ["PATCH", `/clients/${named["clientId"]}`, { address: { city: "Waco" } }]],
  ["a renamed medical provider", () => ["PATCH", `/contacts/${named["contactId"]}`, { companyName: "Mercy West" }]],
  ["a renamed company", () => ["PATCH", `/contacts/${named["company"]}`, { companyName: "Acme Mutual" }]],
  ["another title of a case", () => ["PATCH", `/cases/${named["caseId"]}`, { title: "Diaz v. Acme" }]],
  ["a renamed lead", () => ["PATCH", `/leads/${named["leadId"]}`, { firstName: "Robyn" }]],
  ["a renamed tag", () => ["PATCH", `/tags/${named["tag"]}`, { name: "Very urgent" }]],
  ["a merged contact", () => ["POST", `/contacts/${named["company"]}/merge`, { mergedContactId: named["employee"] }]],
  [
    "a merged client",
    () => ["POST", `/clients/${named["otherClientId"]}/merge`, { duplicateClientId: named["clientId"] }],
  ],
])("%s: what reads differently has an event or stands in relatedIds", async (_, change) => {
  const before = await readAll();
  const seen = (await readEvents(tenant)).length;
  const reply = await api.change(...change());
  expect(reply.status, reply.text).toBe(200);
  const after = await readAll();
  const events = (await readEvents(tenant)).slice(seen);
  const related = new Set(
    events.flatMap(({ entityId, relatedIds }) => [entityId, ...(relatedIds as { id: string }[]).map(({ id }) => id)]),
  );
  const changed = [...after].filter(([id, text]) => text !== before.get(id)).map(([id]) => paths.get(id) ?? id);
  expect(changed.length).toBeGreaterThan(1);
  expect(
    [...after].filter(([id, text]) => text !== before.get(id) && !related.has(id)).map(([id]) => paths.get(id)),
  ).toEqual([]);
});

test("merged records leave the lists; their GET names the record that remains, and returns them on request", async () => {
  const clients = readBody<{ clients: { id: string }[] }>(await api.get("/clients?limit=200")).clients.map(
    ({ id }) => id,
  );
  expect(clients).not.toContain(named["clientId"]);
  const { status, headers } = await api.get(`/clients/${named["clientId"]}`);
  expect([status, headers["x-error-reason"], headers["x-error-detail"]]).toEqual([
    404,
    "record_merged",
    named["otherClientId"],
  ]);
  expect(
    readBody<{ client: object }>(await api.get(`/clients/${named["clientId"]}?includeMerged=true`)).client,
  ).toMatchObject({ mergedIntoClientId: named["otherClientId"] });
  const rejected = await api.change("PATCH", `/clients/${named["clientId"]}`, { firstName: "Late" });
  expect([rejected.status, rejected.headers["x-error-reason"], rejected.headers["x-error-detail"]]).toEqual([
    409,
    "client_merged",
    named["otherClientId"],
  ]);
});
