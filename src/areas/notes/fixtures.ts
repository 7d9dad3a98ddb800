import type { Insertable } from "kysely";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, relateCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { createNamedContact } from "../cases/parties/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { note } from "./examples.ts";

export interface CreatedNote {
  noteId: string;
  caseId: string;
  clientId: string;
}

/** A note of a new case, or of another owner. Its author is the tenant's key. */
export async function createNote(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["Note"]>> = {},
): Promise<CreatedNote> {
  const { organizationId, keyId, attorneyId } = tenant;
  const hasOwner = [values.caseId, values.leadId, values.clientId, values.contactId].some((id) => id !== undefined);
  const ofCase = hasOwner ? { caseId: "", clientId: "" } : await createCase(tenant);
  const noteId = createId("note");
  const author = JSON.stringify({ type: "integration_key", id: keyId, name: "Test key" });
  const text = values.body ?? "Spoke with the adjuster";
  const row = {
    ...(hasOwner ? {} : { caseId: ofCase.caseId }),
    type: "general",
    body: text,
    bodyText: text,
    author,
    onBehalfOfAttorneyId: attorneyId,
    ...values,
  };
  await tenant.inside(async (transaction) => {
    const stored = await transaction
      .insertInto("Note")
      .values({ organizationId, id: noteId, ...row })
      .returning(["subject", "body", "type", "visibility", "occurredAt"])
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto("NoteRevision")
      .values({
        organizationId,
        id: createId("noteRevision"),
        noteId,
        number: 1,
        ...stored,
        tags: [],
        editedBy: author,
      })
      .execute();
  });
  return { noteId, ...ofCase };
}

/**
 * A comment on a note, by the tenant's key.
 *
 * @returns its ID
 */
export async function createNoteComment(tenant: TestTenant, noteId: string): Promise<string> {
  const { organizationId, keyId, attorneyId } = tenant;
  const id = createId("noteComment");
  const author = JSON.stringify({ type: "integration_key", id: keyId, name: "Test key" });
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("NoteComment")
      .values({ organizationId, id, noteId, body: "Seen", bodyText: "Seen", author, onBehalfOfAttorneyId: attorneyId })
      .execute();
    await transaction.updateTable("Note").set({ commentCount: 1 }).where("id", "=", noteId).execute();
  });
  return id;
}

/** A row in each table of the area. */
export async function createNoteRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const { noteId, caseId } = await createNote(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  await createNoteComment(tenant, noteId);
  await tenant.inside(async (transaction) => {
    await transaction.insertInto("NoteTag").values({ organizationId, noteId, tag: "liability" }).execute();
    await transaction
      .insertInto("NoteMention")
      .values({ organizationId, noteId, memberId: tenant.attorneyId })
      .execute();
    await transaction.insertInto("NoteDocument").values({ organizationId, noteId, documentId }).execute();
  });
}

const touch = ({ caseId, clientId }: Omit<CreatedNote, "noteId">, noteId: string) => ({
  entity: "note",
  id: noteId,
  relatedIds: [{ entity: "note", id: noteId }, ...relateCase({ caseId, clientId })],
});

/** A request about a note that there is. */
const onNote =
  (more: Partial<Arrangement>, values: Parameters<typeof createNote>[1] = {}): Scenario =>
  async (tenant) => {
    const created = await createNote(tenant, values);
    const { noteId } = created;
    return {
      pathValues: { noteId },
      revision: 1,
      remove: () => changeRow(tenant, "Note", noteId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "Note", noteId, { subject: "Changed" }),
      touched: () => touch(created, noteId),
      ...more,
    };
  };

/** A request that adds a note to an owner. */
const onOwner =
  (path: string, entity: string, owner: (tenant: TestTenant) => Promise<string>): Scenario =>
  async (tenant) => {
    const id = await owner(tenant);
    return {
      pathValues: { [path]: id },
      change: (response) => changeRow(tenant, "Note", readId(response, "note"), { subject: "Changed" }),
      touched: (response) => ({
        entity: "note",
        id: readId(response, "note"),
        relatedIds: [
          { entity: "note", id: readId(response, "note") },
          { entity, id },
        ],
      }),
      diff: {},
      standsAlone: true,
    };
  };

const edited = {
  revisionCount: { from: 1, to: 2 },
  isEdited: { from: false, to: true },
  editedAt: { from: null, to: anInstant },
};
const pinned = { type: "integration_key", name: "Test key" };

export const noteScenarios = {
  "notes.list": async (tenant) => {
    await createNoteRows(tenant);
    return { query: { sort: "occurred" } };
  },
  "cases.notes.list": async (tenant) => {
    const { caseId } = await createNote(tenant);
    return {
      pathValues: { caseId },
      query: { sort: "pinned" },
      remove: () => changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() }),
    };
  },
  "cases.notes.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const { documentId } = await createDocument(tenant, { caseId: ofCase.caseId });
    const [mentioned, attached] = [note.mentions[0]?.id ?? "", note.attachments[0]?.id ?? ""];
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [mentioned]: tenant.attorneyId, [attached]: documentId, [note.externalId]: newName() },
      change: (response: ResponseBody) => changeRow(tenant, "Note", readId(response, "note"), { subject: "Changed" }),
      touched: (response: ResponseBody) => {
        const { relatedIds, ...record } = touch(ofCase, readId(response, "note"));
        return { ...record, relatedIds: [...relatedIds, { entity: "member", id: tenant.attorneyId }] };
      },
      diff: {},
    };
  },
  "leads.notes.create": onOwner("leadId", "lead", createLead),
  "clients.notes.create": onOwner("clientId", "client", async (tenant) => (await createCase(tenant)).clientId),
  "contacts.notes.create": onOwner("contactId", "contact", (tenant) => createNamedContact(tenant, "Mercy General")),
  "notes.get": asRead(onNote({})),
  "notes.update": onNote({ diff: ({ type }) => ({ type: { from: "general", to: type }, ...edited }) }),
  "notes.delete": onNote({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "notes.pin": async (tenant) =>
    onNote({
      diff: {
        isPinned: { from: false, to: true },
        pinnedAt: { from: null, to: anInstant },
        pinnedBy: { from: null, to: { ...pinned, id: tenant.keyId } },
      },
    })(tenant),
  "notes.unpin": async (tenant) => {
    const pinnedBy = { ...pinned, id: tenant.keyId };
    const at = "2026-03-14T15:09:26.535Z";
    const diff = {
      isPinned: { from: true, to: false },
      pinnedAt: { from: at, to: null },
      pinnedBy: { from: pinnedBy, to: null },
    };
    return onNote({ diff }, { isPinned: true, pinnedAt: at, pinnedBy: JSON.stringify(pinnedBy) })(tenant);
  },
  "notes.revisions.list": asRead(onNote({ revision: null })),
  "notes.comments.list": async (tenant) => {
    const arranged = await asRead(onNote({ revision: null }))(tenant);
    await createNoteComment(tenant, arranged.pathValues?.["noteId"] ?? "");
    return arranged;
  },
  "notes.comments.create": async (tenant) => {
    const created = await createNote(tenant);
    return {
      pathValues: { noteId: created.noteId },
      remove: () => changeRow(tenant, "Note", created.noteId, { deletedAt: new Date().toISOString() }),
      change: (response: ResponseBody) =>
        changeRow(tenant, "NoteComment", readId(response, "comment"), { body: "Changed" }),
      touched: (response: ResponseBody) => ({
        ...touch(created, created.noteId),
        entity: "note_comment",
        id: readId(response, "comment"),
      }),
      diff: {},
    };
  },
  "noteComments.delete": async (tenant) => {
    const created = await createNote(tenant);
    const commentId = await createNoteComment(tenant, created.noteId);
    return {
      pathValues: { commentId },
      recordIn: null,
      remove: () => changeRow(tenant, "NoteComment", commentId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "NoteComment", commentId, { body: "Changed" }),
      touched: () => ({ ...touch(created, created.noteId), entity: "note_comment", id: commentId }),
      diff: { deletedAt: { from: null, to: anInstant } },
    };
  },
} satisfies Record<string, Scenario>;
