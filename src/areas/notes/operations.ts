import * as z from "zod";
import { acceptDeleted, orDeleted } from "../../contract/deleted-records.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { getLiveCase } from "../cases/domain.ts";
import { noteArchive } from "./archive.ts";
import { noteSearch } from "./domain.search.ts";
import { noteCommentEvents } from "./comments/events.ts";
import { noteCommentExamples } from "./comments/examples.ts";
import { noteCommentProcedures } from "./comments/operations.ts";
import { createNote, deleteNote, setPinned, updateNote } from "./domain.changes.ts";
import { getNote, listNotes } from "./domain.ts";
import { noteEnumerations } from "./enumerations.ts";
import { noteEvents } from "./events.ts";
import { noteExamples } from "./examples.ts";
import { noteRevisionExamples } from "./revisions/examples.ts";
import { noteRevisionProcedures } from "./revisions/operations.ts";
import { CaseNoteFilter, NewNote, Note, NoteChanges, NoteFilter } from "./schema.ts";

const unseen =
  "Of a privileged note it also requires `notes:privileged`: without it the request fails as for an unknown note.";
const reading = { area: "Notes", scope: "notes:read", showsMoreWith: "notes:privileged" } as const;
const changing = { area: "Notes", scope: "notes:write", readBy: "notes:read", etag: "note.revision" } as const;
const creation = {
  ...changing,
  emits: ["note.created"],
  created: { location: "/notes/{note.id}" },
  errors: ["DUPLICATE_ENTRY"],
} as const;
const mutation = { ...changing, errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"] } as const;
const Chosen = z.strictObject({ noteId: Id });
const Shown = z.object({ note: Note });
const Page = z.object({ notes: z.array(orDeleted(Note)), nextCursor: z.string().nullable() });

const asOfNow =
  "`case`, `lead`, `client` and `contact` show these records as of now: a change of theirs is no change of the note.";
const attribution = "The note is attributed to the key and its acting attorney, for good.";

const noteProcedures = {
  "notes.list": operation({
    ...reading,
    route: "GET /notes",
    summary: "List notes",
    description: `Returns the notes that are not deleted, without those of deleted cases. The content of privileged notes requires \`notes:privileged\`, too; without it they are listed with \`isRedacted\`. ${asOfNow}`,
  })
    .input(acceptDeleted(NoteFilter, ["caseId"]))
    .output(Page)
    .query(({ ctx, input }) => listNotes(ctx, input)),

  "cases.notes.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/notes",
    summary: "List a case's notes",
    description: "Returns the notes of the case as `GET /notes` does, with those that its lead had.",
  })
    .input(acceptDeleted(CaseNoteFilter.extend({ caseId: Id }), ["caseId"]))
    .output(Page)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      return listNotes(ctx, input);
    }),

  "cases.notes.create": operation({
    ...creation,
    route: "POST /cases/{caseId}/notes",
    summary: "Add a note to a case",
    description: `Fails with 409 while the case is archived. ${attribution} Mentioned members are notified in the portal and by mail, without the note's content.`,
    errors: [...creation.errors, "INVALID_STATE_TRANSITION"],
  })
    .input(NewNote.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...wanted } }) => ({ note: await createNote(ctx, { caseId }, wanted) })),

  "leads.notes.create": operation({
    ...creation,
    route: "POST /leads/{leadId}/notes",
    summary: "Add a note to a lead",
    description: `The note of a converted lead also belongs to its case. ${attribution}`,
    errors: [...creation.errors, "INVALID_STATE_TRANSITION"],
  })
    .input(NewNote.extend({ leadId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { leadId, ...wanted } }) => ({ note: await createNote(ctx, { leadId }, wanted) })),

  "clients.notes.create": operation({
    ...creation,
    route: "POST /clients/{clientId}/notes",
    summary: "Add a note to a client",
    description: `A client's note has no documents. ${attribution}`,
  })
    .input(NewNote.extend({ clientId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { clientId, ...wanted } }) => ({
      note: await createNote(ctx, { clientId }, wanted),
    })),

  "contacts.notes.create": operation({
    ...creation,
    route: "POST /contacts/{contactId}/notes",
    summary: "Add a note to a contact",
    description: `A contact's note has no documents. ${attribution}`,
  })
    .input(NewNote.extend({ contactId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { contactId, ...wanted } }) => ({
      note: await createNote(ctx, { contactId }, wanted),
    })),

  "notes.get": operation({
    ...reading,
    route: "GET /notes/{noteId}",
    summary: "Get a note",
    description: `The content of a privileged note requires \`notes:privileged\`, too, and is recorded in the audit log. Use the ETag only for \`If-Match\`: the response is never 304. ${asOfNow}`,
    etag: "note.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ note: await getNote(ctx, input.noteId) })),

  "notes.update": operation({
    ...mutation,
    route: "PATCH /notes/{noteId}",
    summary: "Update a note",
    description:
      "Changes the fields that you send, at least one besides `reason`; `null` clears a field. Only the key that wrote the note, or one that acts for the same attorney, can; others fail with 403. Every earlier wording is kept, " +
      "at most 200. Raising `visibility` to `privileged` removes the content from the note's earlier events. Lowering it requires a `reason`, which the audit log shows. " +
      unseen,
    emits: ["note.updated"],
    errors: [...mutation.errors, "DUPLICATE_ENTRY"],
    showsMoreWith: "notes:privileged",
  })
    .input(NoteChanges.extend({ noteId: Id }).refine(...changesSomething("noteId", "reason")))
    .output(Shown)
    .mutation(async ({ ctx, input: { noteId, ...changes } }) => ({ note: await updateNote(ctx, noteId, changes) })),

  "notes.delete": operation({
    area: "Notes",
    scope: "notes:write",
    readBy: "notes:read",
    errors: mutation.errors,
    route: "DELETE /notes/{noteId}",
    summary: "Delete a note",
    description: `Cannot be undone. Only the key that wrote the note, or one that acts for the same attorney, can. ${unseen}`,
    emits: ["note.deleted"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteNote(ctx, input.noteId))),

  "notes.pin": operation({
    ...mutation,
    route: "POST /notes/{noteId}/pin",
    summary: "Pin a note",
    description: `Any key with \`notes:write\` can. Fails with 409 when 20 notes of the case, lead, client or contact are pinned. ${unseen}`,
    emits: ["note.pinned"],
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ note: await setPinned(ctx, input.noteId, true) })),

  "notes.unpin": operation({
    ...mutation,
    route: "POST /notes/{noteId}/unpin",
    summary: "Unpin a note",
    description: `Any key with \`notes:write\` can. ${unseen}`,
    emits: ["note.unpinned"],
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ note: await setPinned(ctx, input.noteId, false) })),
};

export const notes = defineArea(
  { ...noteProcedures, ...noteRevisionProcedures, ...noteCommentProcedures },
  {
    examples: { ...noteExamples, ...noteRevisionExamples, ...noteCommentExamples },
    events: [noteEvents, noteCommentEvents],
    enumerations: noteEnumerations,
    archive: noteArchive,
    search: [noteSearch],
  },
);
