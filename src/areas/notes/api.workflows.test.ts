import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createNamedContact } from "../cases/parties/fixtures.ts";
import { createLead } from "../leads/fixtures.ts";
import { createNote } from "./fixtures.ts";
import type { Note } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const listNotes = async (path: string) => readBody<{ notes: Note[] }>(await api.get(path)).notes;
const convert = (leadId: string, more: object = {}) =>
  api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" }, ...more });
const listUpdated = async (before: number) =>
  (await readEvents(tenant)).slice(before).filter(({ eventType }) => eventType === "note.updated");
const countEvents = async () => (await readEvents(tenant)).length;

test("acceptance 13: a converted lead's notes get its case and keep the lead", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed" });
  for (let count = 0; count < 7; count += 1) await createNote(tenant, { leadId });
  const before = await countEvents();
  const {
    case: { id },
  } = readBody<{ case: { id: string } }>(await convert(leadId));
  const notes = await listNotes(`/cases/${id}/notes`);
  expect(notes.map(({ leadId: lead, revision }) => [lead, revision])).toEqual(
    Array.from({ length: 7 }, () => [leadId, 2]),
  );
  const updated = await listUpdated(before);
  expect(updated.map(({ diff }) => diff)).toEqual(updated.map(() => ({ caseId: { from: null, to: id } })));
  expect(updated).toHaveLength(7);
  // A later note of the lead is one of the case, too.
  const { note } = readBody<{ note: Note }>(
    await api.change("POST", `/leads/${leadId}/notes`, { type: "intake", body: "Later" }),
  );
  expect(note).toMatchObject({ caseId: id, leadId });
});

test("acceptance 13: more than 500 notes are not handed over, unless copyNotes is false", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed" });
  const { organizationId } = tenant;
  const author = JSON.stringify({ type: "integration_key", id: tenant.keyId, name: "Test key" });
  const rows = Array.from({ length: 501 }, (_, at) => ({
    organizationId,
    id: `note_${leadId}${at}`,
    leadId,
    type: "general",
    body: "x",
    bodyText: "x",
    author,
  }));
  await tenant.inside((transaction) => transaction.insertInto("Note").values(rows).execute());
  const rejected = await convert(leadId);
  expect([rejected.status, rejected.text.includes("copyNotes false")]).toEqual([409, true]);
  expect(
    readBody<{ lead: { convertedCaseId: null } }>(await api.get(`/leads/${leadId}`)).lead.convertedCaseId,
  ).toBeNull();
  const {
    case: { id },
  } = readBody<{ case: { id: string } }>(await convert(leadId, { copyNotes: false }));
  expect(await listNotes(`/cases/${id}/notes`)).toEqual([]);
});

test("acceptance 15: merged clients and contacts: their notes follow, each with an event", async () => {
  const [{ clientId }, { clientId: duplicateClientId }] = [await createCase(tenant), await createCase(tenant)];
  const [contactId, mergedContactId] = [
    await createNamedContact(tenant, "Mercy"),
    await createNamedContact(tenant, "Mercy General"),
  ];
  const { noteId } = await createNote(tenant, { clientId: duplicateClientId });
  const { noteId: ofContact } = await createNote(tenant, { contactId: mergedContactId });
  const before = await countEvents();
  readBody(await api.change("POST", `/clients/${clientId}/merge`, { duplicateClientId }));
  readBody(await api.change("POST", `/contacts/${contactId}/merge`, { mergedContactId }));
  expect((await listNotes(`/notes?clientId=${clientId}`)).map(({ id, revision }) => [id, revision])).toEqual([
    [noteId, 2],
  ]);
  expect((await listNotes(`/notes?contactId=${contactId}`)).map(({ id, revision }) => [id, revision])).toEqual([
    [ofContact, 2],
  ]);
  expect((await listUpdated(before)).map(({ entityId, diff }) => [entityId, Object.keys(diff as object)])).toEqual([
    [noteId, ["clientId"]],
    [ofContact, ["contactId"]],
  ]);
});

test("the case's numbers count its notes, for a reader of notes", async () => {
  const { noteId, caseId } = await createNote(tenant, { occurredAt: "2026-03-01T10:00:00.000Z" });
  await createNote(tenant, { caseId, occurredAt: "2026-02-01T10:00:00.000Z" });
  const read = async () => readBody<{ summary: object }>(await api.get(`/cases/${caseId}/summary`));
  expect(JSON.stringify(await read())).toContain('"noteCount":2,"lastNoteAt":"2026-03-01T10:00:00.000Z"');
  readBody(await api.change("DELETE", `/notes/${noteId}`));
  expect(JSON.stringify(await read())).toContain('"noteCount":1,"lastNoteAt":"2026-02-01T10:00:00.000Z"');
});

test("a contact with notes can be deleted, and its notes are gone with it: the event names them", async () => {
  const contactId = await createNamedContact(tenant, "Gone");
  const { noteId } = await createNote(tenant, { contactId });
  readBody(await api.change("DELETE", `/contacts/${contactId}`));
  expect([
    (await api.get(`/notes/${noteId}`)).status,
    (await api.change("PATCH", `/notes/${noteId}`, { subject: "x" })).status,
  ]).toEqual([404, 404]);
  expect((await readEvents(tenant)).at(-1)).toMatchObject({
    eventType: "contact.deleted",
    relatedIds: [
      { entity: "contact", id: contactId },
      { entity: "note", id: noteId },
    ],
  });
});
