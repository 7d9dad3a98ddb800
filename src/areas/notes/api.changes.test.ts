import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createAttorney } from "../cases/transitions/fixtures.ts";
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

const noteOf = (reply: Reply) => readBody<{ note: Note }>(reply).note;
const patch = (noteId: string, body: object, by = api, headers = {}) =>
  by.change("PATCH", `/notes/${noteId}`, body, headers);

describe("acceptance 8: who changes a note", () => {
  test("another key for another attorney may comment and pin only", async () => {
    const { noteId } = await createNote(tenant);
    const other = openApi(server, (await createKey(tenant, { actingAttorneyId: await createAttorney(tenant) })).secret);
    const rejected = [
      await patch(noteId, { subject: "Mine" }, other),
      await other.change("DELETE", `/notes/${noteId}`),
    ];
    expect(rejected.map(({ status, headers }) => [status, headers["x-error-reason"]])).toEqual([
      [403, "not_permitted"],
      [403, "not_permitted"],
    ]);
    const commented = await other.change("POST", `/notes/${noteId}/comments`, { body: "I disagree" });
    expect([
      commented.status,
      commented.headers["location"],
      (await other.change("POST", `/notes/${noteId}/pin`)).status,
    ]).toEqual([201, `/api/v1/notes/${noteId}/comments`, 200]);
    const { comment } = readBody<{ comment: { id: string } }>(commented);
    expect((await api.change("DELETE", `/note-comments/${comment.id}`)).status).toBe(403);
    expect((await other.change("DELETE", `/note-comments/${comment.id}`)).status).toBe(200);
  });

  test("another key for the same attorney may change it", async () => {
    const { noteId } = await createNote(tenant);
    const same = openApi(server, (await createKey(tenant, {})).secret);
    expect((await patch(noteId, { subject: "Ours" }, same)).status).toBe(200);
    expect((await same.change("DELETE", `/notes/${noteId}`)).status).toBe(200);
    expect((await api.get(`/notes/${noteId}`)).status).toBe(404);
  });
});

test("acceptance 9: each change makes a wording, and one that changes nothing makes none", async () => {
  const { caseId } = await createCase(tenant);
  const { id } = noteOf(await api.change("POST", `/cases/${caseId}/notes`, { type: "general", body: "One" }));
  noteOf(await patch(id, { body: "Two", reason: "Corrected" }));
  expect(noteOf(await patch(id, { tags: ["late"] }))).toMatchObject({ revision: 3, revisionCount: 3, isEdited: true });
  expect(noteOf(await patch(id, { body: "Two", tags: ["late"] }))).toMatchObject({ revision: 4, revisionCount: 3 });
  const { revisions } = readBody<{ revisions: object[] }>(await api.get(`/notes/${id}/revisions?sort=oldest`));
  expect(revisions).toMatchObject([
    { number: 1, body: "One", tags: [], reason: null, editedBy: { id: tenant.keyId } },
    { number: 2, body: "Two", tags: [], reason: "Corrected" },
    { number: 3, body: "Two", tags: ["late"], reason: null },
  ]);
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
  expect(events.map(({ eventType, diff }) => [eventType, Object.keys(diff as object)])).toEqual([
    ["note.created", []],
    ["note.updated", ["body", "bodyText", "revisionCount", "isEdited", "editedAt"]],
    ["note.updated", ["tags", "revisionCount", "editedAt"]],
    ["note.updated", []],
  ]);
  expect((await patch(id, { reason: "Only a reason" })).status).toBe(400);
  await changeRow(tenant, "Note", id, { revisionCount: 200 });
  expect((await patch(id, { body: "Three" })).text).toContain("The note was edited 200 times; write a new note");
});

test("acceptance 11: of two changes with the same If-Match at once one succeeds, with one wording", async () => {
  const { noteId } = await createNote(tenant);
  const replies = await Promise.all(
    ["A", "B"].map((subject) => patch(noteId, { subject }, api, { "If-Match": '"1"' })),
  );
  expect(replies.map(({ body }) => body["code"] ?? "OK").toSorted()).toEqual(["OK", "STALE_REVISION"]);
  expect((await api.get(`/notes/${noteId}/revisions`)).body["revisions"]).toMatchObject([{ number: 2 }, { number: 1 }]);
});

describe("acceptance 12: at most 20 notes are pinned", () => {
  test("of a case, also by requests at once", async () => {
    const { caseId } = await createCase(tenant);
    const notes = await Promise.all(Array.from({ length: 36 }, () => createNote(tenant, { caseId })));
    const pin = (at: number) => api.change("POST", `/notes/${notes[at]?.noteId ?? ""}/pin`);
    for (let at = 0; at < 15; at += 1) expect((await pin(at)).status).toBe(200);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => pin(15 + at)));
    expect(replies.filter(({ status }) => status === 200).length).toBe(5);
    expect((await api.get(`/cases/${caseId}/notes?isPinned=true`)).body["notes"]).toHaveLength(20);
    const late = await pin(35);
    expect([
      late.status,
      late.text.includes("20 notes are pinned; unpin one first"),
      late.headers["x-error-reason"],
    ]).toEqual([409, true, "limit_reached"]);
    // One that is pinned may be pinned again.
    expect((await pin(0)).status).toBe(200);
    expect(noteOf(await api.change("POST", `/notes/${notes[0]?.noteId ?? ""}/unpin`))).toMatchObject({
      isPinned: false,
      pinnedAt: null,
      pinnedBy: null,
    });
    expect((await pin(35)).status).toBe(200);
  });
});

test("acceptance 14: notes of an archived case can be read but not written", async () => {
  const { noteId, caseId } = await createNote(tenant);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  const replies = [
    await api.change("POST", `/cases/${caseId}/notes`, { type: "general", body: "x" }),
    await patch(noteId, { subject: "x" }),
    await api.change("DELETE", `/notes/${noteId}`),
    await api.change("POST", `/notes/${noteId}/pin`),
    await api.change("POST", `/notes/${noteId}/comments`, { body: "x" }),
  ];
  expect(replies.map(({ status, headers }) => [status, headers["x-error-reason"]])).toEqual(
    replies.map(() => [409, "case_archived"]),
  );
  expect((await api.get(`/notes/${noteId}`)).status).toBe(200);
});

test("a deleted comment keeps its place without its text, and is counted no more", async () => {
  const { noteId } = await createNote(tenant);
  const { comment } = readBody<{ comment: { id: string } }>(
    await api.change("POST", `/notes/${noteId}/comments`, { body: "**Soon**" }),
  );
  expect(comment).toMatchObject({
    bodyText: "Soon",
    author: { id: tenant.keyId, onBehalfOf: { id: tenant.attorneyId } },
  });
  expect(noteOf(await api.get(`/notes/${noteId}`))).toMatchObject({ commentCount: 1, revision: 1 });
  readBody(await api.change("DELETE", `/note-comments/${comment.id}`));
  expect((await api.get(`/notes/${noteId}/comments`)).body["comments"]).toMatchObject([
    { id: comment.id, body: null, bodyText: null },
  ]);
  expect(noteOf(await api.get(`/notes/${noteId}`)).commentCount).toBe(0);
  expect((await api.change("DELETE", `/note-comments/${comment.id}`)).status).toBe(404);
});

test("null clears the subject, and an externalId is unique", async () => {
  const [one, two] = [await createNote(tenant, { subject: "Call", externalId: "crm-1" }), await createNote(tenant)];
  expect(noteOf(await patch(one.noteId, { subject: null })).subject).toBeNull();
  const taken = await patch(two.noteId, { externalId: "crm-1" });
  expect([taken.status, taken.headers["x-error-reason"]]).toEqual([409, "duplicate_external_id"]);
});
