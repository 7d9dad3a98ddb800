import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import {
  allScopes,
  changeRow,
  createCase,
  createKey,
  createTenant,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { countTraces, readAuditEntries, readEvents } from "../../testing/harness/traces.ts";
import { createAttorney } from "../cases/transitions/fixtures.ts";
import { createNamedContact } from "../cases/parties/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import type { Note } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Reads notes, and not the content of privileged ones. */
let plain: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  plain = openApi(
    server,
    (await createKey(tenant, { scopes: allScopes.filter((scope) => scope !== "notes:privileged") })).secret,
  );
});
afterAll(() => server.close(1000));

const noteOf = (reply: Reply) => readBody<{ note: Note }>(reply).note;
const add = async (caseId: string, body: object = {}, by = api) =>
  by.change("POST", `/cases/${caseId}/notes`, { type: "general", body: "Spoke with the adjuster", ...body });
const addOne = async (body: object = {}) => noteOf(await add((await createCase(tenant)).caseId, body));
const find = async (by: Api, query: string): Promise<string[]> =>
  readBody<{ notes: Note[] }>(await by.get(`/notes?${query}`)).notes.map(({ id }) => id);
const canary = "zanzibarquantumfelix";

test("acceptance 1: without an acting attorney nothing is stored", async () => {
  const { caseId } = await createCase(tenant);
  const { secret } = await createKey(tenant, { actingAttorneyId: null });
  const before = await countTraces(tenant);
  const reply = await add(caseId, {}, openApi(server, secret));
  expect([reply.status, reply.body["code"]]).toEqual([409, "INTEGRATION_NOT_CONFIGURED"]);
  expect(await countTraces(tenant)).toEqual(before);
  expect((await api.get(`/cases/${caseId}/notes`)).body["notes"]).toEqual([]);
});

test("acceptance 2: a replay makes one note and one event", async () => {
  const { caseId } = await createCase(tenant);
  const headers = { "X-Idempotency-Key": "note-once" };
  const before = (await readEvents(tenant)).length;
  const send = () => api.change("POST", `/cases/${caseId}/notes`, { type: "general", body: "Once" }, headers);
  const [first, second] = [await send(), await send()];
  expect([first.status, second.text, second.headers["idempotent-replayed"]]).toEqual([201, first.text, "true"]);
  expect((await readEvents(tenant)).slice(before).map(({ eventType }) => eventType)).toEqual(["note.created"]);
});

test("acceptance 3: with notes:write alone the response shows what was sent, and nothing can be read", async () => {
  const { caseId } = await createCase(tenant);
  const writer = openApi(server, (await createKey(tenant, { scopes: ["notes:write"] })).secret);
  const reply = await add(caseId, { subject: "Call", tags: ["urgent"] }, writer);
  const note = noteOf(reply);
  expect([reply.status, note]).toEqual([
    201,
    {
      id: note.id,
      type: "general",
      subject: "Call",
      body: "Spoke with the adjuster",
      tags: ["urgent"],
      revision: 1,
      createdAt: note.createdAt,
      updatedAt: note.updatedAt,
      caseId,
    },
  ]);
  expect((await writer.get(`/notes/${note.id}`)).status).toBe(403);
  expect(
    Object.keys(noteOf(await writer.change("PATCH", `/notes/${note.id}`, { subject: "Calls" }))).toSorted(),
  ).toEqual(["id", "revision", "subject", "updatedAt"]);
});

describe("a privileged note", () => {
  test("acceptance 4: shows its content with notes:privileged alone, and the audit log shows that it did", async () => {
    const { id } = await addOne({
      visibility: "privileged",
      subject: "Theory",
      body: `Strategy ${canary}`,
      tags: ["theory"],
    });
    const seen = noteOf(await plain.get(`/notes/${id}`));
    expect(seen).toMatchObject({
      subject: "[redacted]",
      body: "[redacted]",
      bodyText: "[redacted]",
      isRedacted: true,
      tags: [],
      attachments: [],
      visibility: "privileged",
    });
    const entries = async () =>
      (await readAuditEntries(tenant)).filter(({ entityId, action }) => entityId === id && action === "notes.get");
    expect(await entries()).toEqual([]);
    expect(noteOf(await api.get(`/notes/${id}`))).toMatchObject({
      body: `Strategy ${canary}`,
      isRedacted: false,
      tags: ["theory"],
    });
    expect((await entries()).length).toBe(1);
    const lists = [
      await plain.get(`/notes?limit=200`),
      await plain.get(`/notes/${id}/revisions`),
      await plain.get(`/notes/${id}/comments`),
    ];
    expect(lists.map(({ text }) => text.includes(canary))).toEqual([false, false, false]);
    expect((await api.get(`/notes/${id}/revisions`)).text).toContain(canary);
  });

  test("acceptance 5: is found by a word, or a tag, with notes:privileged alone, whenever it is privileged", async () => {
    const word = "halcyonic";
    const { id } = await addOne({ visibility: "privileged", body: `Plan ${word}`, tags: [word] });
    const found = async () => [
      await find(api, `q=${word}`),
      await find(plain, `q=${word}`),
      await find(api, `tag=${word}`),
      await find(plain, `tag=${word}`),
    ];
    expect(await found()).toEqual([[id], [], [id], []]);
    noteOf(await api.change("PATCH", `/notes/${id}`, { visibility: "internal", reason: "The plan was shared" }));
    expect(await found()).toEqual([[id], [id], [id], [id]]);
    noteOf(await plain.change("PATCH", `/notes/${id}`, { visibility: "privileged" }));
    expect(await found()).toEqual([[id], [], [id], []]);
  });

  test("is like an unknown note to whoever would change, pin, comment or delete it without notes:privileged", async () => {
    const { id } = await addOne({ visibility: "privileged" });
    const { comment } = readBody<{ comment: { id: string } }>(
      await api.change("POST", `/notes/${id}/comments`, { body: "Mine" }),
    );
    const attempt = async (noteId: string, commentId: string) =>
      [
        await plain.change("PATCH", `/notes/${noteId}`, { body: "Overwritten" }),
        await plain.change("PATCH", `/notes/${noteId}`, { visibility: "internal", reason: "Because" }),
        await plain.change("DELETE", `/notes/${noteId}`),
        await plain.change("POST", `/notes/${noteId}/pin`),
        await plain.change("POST", `/notes/${noteId}/unpin`),
        await plain.change("POST", `/notes/${noteId}/comments`, { body: "Hello" }),
        await plain.change("DELETE", `/note-comments/${commentId}`),
      ].map(({ status, text, headers }) => [status, text, headers["x-error-reason"]]);
    const before = [noteOf(await api.get(`/notes/${id}`)), (await api.get(`/notes/${id}/comments`)).text];
    const unseen = await attempt(id, comment.id);
    expect(unseen.map(([status]) => status)).toEqual(Array.from({ length: 7 }, () => 404));
    expect(unseen).toEqual(await attempt(createId("note"), createId("noteComment")));
    expect([noteOf(await api.get(`/notes/${id}`)), (await api.get(`/notes/${id}/comments`)).text]).toEqual(before);
    readBody(await api.change("DELETE", `/notes/${id}`));
  });

  test("acceptance 6: is lowered with a reason alone, which wording and audit log have", async () => {
    const { id } = await addOne({ visibility: "privileged" });
    const lower = (by: Api, more: object) => by.change("PATCH", `/notes/${id}`, { visibility: "internal", ...more });
    const { status, headers } = await lower(api, {});
    expect([status, headers["x-error-reason"], headers["x-error-detail"]]).toEqual([400, "invalid_input", "reason"]);
    noteOf(await lower(api, { reason: "Produced in discovery" }));
    const { revisions } = readBody<{ revisions: { number: number; reason: string | null }[] }>(
      await api.get(`/notes/${id}/revisions`),
    );
    expect(revisions).toMatchObject([
      { number: 2, reason: "Produced in discovery" },
      { number: 1, reason: null },
    ]);
    const recorded = (await readAuditEntries(tenant)).filter(
      ({ entityId, changes }) => entityId === id && Object.keys(changes as object).length > 0,
    );
    expect(recorded.map(({ changes }) => changes)).toEqual([
      { visibility: { from: "privileged", to: "internal" }, reason: { from: null, to: "Produced in discovery" } },
    ]);
  });

  test("its earlier wording stays withheld after it was lowered", async () => {
    const { id } = await addOne({ visibility: "privileged", body: "First draft" });
    noteOf(
      await api.change("PATCH", `/notes/${id}`, { visibility: "internal", body: "For everybody", reason: "Cleaned" }),
    );
    const { revisions } = readBody<{ revisions: { body: string }[] }>(await plain.get(`/notes/${id}/revisions`));
    expect(revisions.map(({ body }) => body)).toEqual(["For everybody", "[redacted]"]);
  });
});

test("acceptance 10: bodyText is the text of the Markdown, and HTML is stored as typed", async () => {
  const body = "# Call\n\nShe said **no** <b>x</b> [map](http://a)";
  expect(await addOne({ body })).toMatchObject({ body, bodyText: "Call\nShe said no x map" });
  const script = "<script>alert(1)</script>";
  const { id, ...note } = await addOne({ body: script });
  expect(note).toMatchObject({ body: script, bodyText: "" });
  expect(noteOf(await api.get(`/notes/${id}`)).body).toBe(script);
});

test("acceptance 16: documents are those of the case, and stay attached when they are deleted", async () => {
  const { caseId } = await createCase(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  const { documentId: foreign } = await createDocument(tenant);
  expect((await add(caseId, { documentIds: [foreign] })).text).toContain("Document not found");
  const ofContact = await api.change("POST", `/contacts/${await createNamedContact(tenant, "Mercy")}/notes`, {
    type: "general",
    body: "x",
    documentIds: [documentId],
  });
  expect([ofContact.status, ofContact.headers["x-error-detail"]]).toEqual([400, "documentIds"]);
  const { id } = noteOf(await add(caseId, { documentIds: [documentId] }));
  readBody(await api.change("DELETE", `/documents/${documentId}`));
  const [attachment] = noteOf(await api.get(`/notes/${id}`)).attachments;
  expect(attachment).toMatchObject({ id: documentId, deletedAt: expect.stringMatching(/Z$/) });
  // What the note has stays when the list is sent again.
  expect(
    noteOf(await api.change("PATCH", `/notes/${id}`, { documentIds: [documentId], subject: "Kept" })).attachments
      .length,
  ).toBe(1);
});

test("acceptance 17: another organization's note and comment are unknown", async () => {
  const other = await createTenant(server.services.database);
  const others = openApi(server, other.secret);
  const { id } = await addOne();
  const { comment } = readBody<{ comment: { id: string } }>(
    await api.change("POST", `/notes/${id}/comments`, { body: "Seen" }),
  );
  const texts = async (path: string, unknown: string) => [
    (await others.get(path)).text,
    (await others.get(unknown)).text,
  ];
  for (const [own, unknown] of [
    await texts(`/notes/${id}`, "/notes/note_x"),
    await texts(`/notes/${id}/comments`, "/notes/note_x/comments"),
  ])
    expect(own).toBe(unknown);
  const [foreign, absent] = [
    await others.change("DELETE", `/note-comments/${comment.id}`),
    await others.change("DELETE", "/note-comments/ncm_x"),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
});

test("acceptance 18: limits: ten minutes ahead, 50,000 characters", async () => {
  const { caseId } = await createCase(tenant);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const replies = [
    await add(caseId, { occurredAt: inMinutes(11) }),
    await add(caseId, { occurredAt: inMinutes(9) }),
    await add(caseId, { body: "x".repeat(50_001) }),
    await add(caseId, { body: "ü".repeat(50_000) }),
    await add(caseId, { body: " \n" }),
    await add(caseId, { subject: "two\nlines" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([400, 201, 400, 201, 400, 400]);
});

test("names of a lead, a client and a contact need the scopes that read these; days are the organization's", async () => {
  const contactId = await createNamedContact(tenant, "Mercy General");
  const { id } = noteOf(
    await api.change("POST", `/contacts/${contactId}/notes`, {
      type: "general",
      body: "x",
      occurredAt: "2026-03-02T03:00:00Z",
    }),
  );
  expect(noteOf(await api.get(`/notes/${id}`)).contact).toEqual({ id: contactId, name: "Mercy General" });
  const { secret } = await createKey(tenant, { scopes: ["notes:read"] });
  expect(noteOf(await openApi(server, secret).get(`/notes/${id}`)).contact).toEqual({ id: contactId, name: null });
  // 22:00 on the first of March in New York.
  const days = ["occurredFrom=2026-03-01&occurredTo=2026-03-01", "occurredFrom=2026-03-02&occurredTo=2026-03-02"];
  expect(await Promise.all(days.map((query) => find(api, `contactId=${contactId}&${query}`)))).toEqual([[id], []]);
});

test("notes of a deleted case are gone with it: by their ID, by the case and from lists", async () => {
  const note = await addOne({ externalId: "of-deleted-case" });
  await changeRow(tenant, "Case", note.caseId ?? "", { deletedAt: new Date().toISOString() });
  expect([
    (await api.get(`/cases/${note.caseId}/notes`)).status,
    await find(api, "externalId=of-deleted-case"),
  ]).toEqual([404, []]);
  for (const below of ["", "/comments", "/revisions"])
    expect((await api.get(`/notes/${note.id}${below}`)).status).toBe(404);
  expect((await api.change("PATCH", `/notes/${note.id}`, { subject: "Late" })).status).toBe(404);
});

test("the filters find what they say", async () => {
  const memberId = await createAttorney(tenant);
  const { caseId } = await createCase(tenant);
  const [one, two] = [
    noteOf(await add(caseId, { type: "strategy", mentionIds: [memberId], tags: ["a b"], externalId: "f-1" })),
    noteOf(await add(caseId, { visibility: "client_visible" })),
  ];
  noteOf(await api.change("POST", `/notes/${one.id}/pin`));
  const queries = [
    "type=strategy",
    "visibility=client_visible",
    "isPinned=true",
    `mentionedMemberId=${memberId}`,
    "tag=a%20b",
    "externalId=f-1",
    "authorId=key_x",
    `onBehalfOfAttorneyId=${tenant.attorneyId}`,
  ];
  const found = await Promise.all(queries.map((query) => find(api, `caseId=${caseId}&${query}`)));
  expect(found).toEqual([[one.id], [two.id], [one.id], [one.id], [one.id], [one.id], [], [two.id, one.id]]);
  const { notes } = readBody<{ notes: Note[] }>(await api.get(`/cases/${caseId}/notes?sort=pinned&limit=1`));
  expect(notes.map(({ id }) => id)).toEqual([one.id]);
  expect((await api.get("/notes/external:f-1")).body["note"]).toMatchObject({ id: one.id });
});
