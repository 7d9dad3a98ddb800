import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Note } from "./schema.ts";

const { organizationId, caseId, leadId, clientId, contactId, attorneyId, chartId } = ids;

export const author = { ...actors.vendor, onBehalfOf: { id: attorneyId, firstName: "Nadia", lastName: "Okafor" } };
const mentioned = { id: ids.managerId, firstName: "Ingrid", lastName: "Lindqvist" };

export const note = exampleRecord(Note, {
  id: "note_01kf3mf0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  case: matter,
  type: "phone_call",
  subject: "Call with the adjuster",
  body: "The adjuster **accepted liability** and asked for the *complete* chart.",
  bodyText: "The adjuster accepted liability and asked for the complete chart.",
  occurredAt: "2026-02-16T17:30:00.000Z",
  visibility: "internal",
  isPinned: false,
  author,
  mentions: [mentioned],
  tags: ["liability"],
  attachments: [
    { id: chartId, name: "Chart.pdf", contentType: "application/pdf", sizeBytes: 482_113, deletedAt: null },
  ],
  commentCount: 0,
  revisionCount: 1,
  isEdited: false,
  isRedacted: false,
  externalId: "crm-note-901",
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

/** A note of another owner, as it is created with only what is required. */
const createdFor = (owner: Partial<Note>, type: Note["type"], body: string) => ({
  body: { type, body },
  response: {
    note: {
      ...note,
      caseId: null,
      case: null,
      ...owner,
      type,
      body,
      bodyText: body,
      subject: null,
      mentions: [],
      tags: [],
      attachments: [],
      externalId: null,
    },
  },
});

const changed = { revision: 2, updatedAt: times.now };
const ofNote = { noteId: note.id };
const pinned = { isPinned: true, pinnedAt: times.now, pinnedBy: actors.vendor };
export const pinnedNote = { ...note, ...pinned, ...changed };
export const editedNote = {
  ...note,
  type: "negotiation",
  revisionCount: 2,
  isEdited: true,
  editedAt: times.now,
  ...changed,
} as const;

export const noteExamples = {
  "notes.list": { parameters: { sort: "occurred", type: note.type }, response: { notes: [note], nextCursor: null } },
  "cases.notes.list": { parameters: { caseId, sort: "pinned" }, response: { notes: [note], nextCursor: null } },
  "cases.notes.create": {
    parameters: { caseId },
    body: {
      type: note.type,
      subject: note.subject,
      body: note.body,
      occurredAt: note.occurredAt,
      mentionIds: [mentioned.id],
      tags: note.tags,
      documentIds: [chartId],
      externalId: note.externalId,
    },
    response: { note },
  },
  "leads.notes.create": {
    parameters: { leadId },
    ...createdFor({ leadId, lead: { id: leadId, name: "Elena Marsh" } }, "intake", "She has the photos of the scene."),
  },
  "clients.notes.create": {
    parameters: { clientId },
    ...createdFor(
      { clientId, client: { id: clientId, name: "Elena Marsh" } },
      "client_update",
      "She moved to her sister in March.",
    ),
  },
  "contacts.notes.create": {
    parameters: { contactId },
    ...createdFor(
      { contactId, contact: { id: contactId, name: "Mercy General" } },
      "general",
      "Their records desk is closed on Fridays.",
    ),
  },
  "notes.get": { parameters: ofNote, response: { note } },
  "notes.update": {
    parameters: ofNote,
    body: { type: "negotiation", reason: "It was filed as a call." },
    response: { note: editedNote },
  },
  "notes.delete": { parameters: ofNote, response: {} },
  "notes.pin": { parameters: ofNote, body: {}, response: { note: pinnedNote } },
  "notes.unpin": { parameters: ofNote, body: {}, response: { note: { ...note, ...changed } } },
} satisfies Record<string, OperationExample>;
