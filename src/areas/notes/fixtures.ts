import { buildNote, buildNoteComment } from "../../../prisma/seed/builders/notes.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { aboutRow, changeShown, describeComments } from "../../testing/harness/tenant-requests.ts";
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
export async function createNote(tenant: TestTenant, values: Partial<Values<"Note">> = {}): Promise<CreatedNote> {
  const { organizationId, attorneyId } = tenant;
  const hasOwner = [values.caseId, values.leadId, values.clientId, values.contactId].some((id) => id !== undefined);
  const ofCase = hasOwner ? { caseId: "", clientId: "" } : await createCase(tenant);
  const records = buildNote({
    organizationId,
    ...(hasOwner ? {} : { caseId: ofCase.caseId }),
    author: actorOf(tenant),
    onBehalfOfAttorneyId: attorneyId,
    ...values,
  });
  await insertFor(tenant, records);
  return { noteId: records.Note.id, ...ofCase };
}

/**
 * A comment on a note, by the tenant's key.
 *
 * @returns its ID
 */
export async function createNoteComment(tenant: TestTenant, noteId: string): Promise<string> {
  const { organizationId, attorneyId: onBehalfOfAttorneyId } = tenant;
  const author = actorOf(tenant);
  const comment = buildNoteComment({ organizationId, noteId, author, onBehalfOfAttorneyId });
  await insertFor(tenant, { NoteComment: comment });
  await changeRow(tenant, "Note", noteId, { commentCount: 1 });
  return comment.id;
}

/** A row in each table of the area. */
export async function createNoteRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const { noteId, caseId } = await createNote(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  await createNoteComment(tenant, noteId);
  await insertFor(tenant, {
    NoteTag: { organizationId, noteId, tag: "liability" },
    NoteMention: { organizationId, noteId, memberId: tenant.attorneyId },
    NoteDocument: { organizationId, noteId, documentId },
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
      ...aboutRow(tenant, "Note", { noteId }, { subject: "Changed" }),
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
      change: changeShown(tenant, "Note", "note", { subject: "Changed" }),
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

const comments = describeComments({
  table: "NoteComment",
  entity: "note_comment",
  owner: { table: "Note", parameter: "noteId" },
  createOwner: async (tenant) => {
    const created = await createNote(tenant);
    return touch(created, created.noteId);
  },
  create: createNoteComment,
});

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
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  },
  "cases.notes.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const { documentId } = await createDocument(tenant, { caseId: ofCase.caseId });
    const [mentioned, attached] = [note.mentions[0]?.id ?? "", note.attachments[0]?.id ?? ""];
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [mentioned]: tenant.attorneyId, [attached]: documentId, [note.externalId]: newName() },
      change: changeShown(tenant, "Note", "note", { subject: "Changed" }),
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
    return onNote({ diff }, { isPinned: true, pinnedAt: at, pinnedBy })(tenant);
  },
  "notes.revisions.list": asRead(onNote({ revision: null })),
  "notes.comments.list": comments.listed,
  "notes.comments.create": comments.created,
  "noteComments.delete": comments.deleted,
} satisfies Record<string, Scenario>;
