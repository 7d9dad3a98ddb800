import { actors } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { note } from "../examples.ts";
import type { NoteRevision } from "./schema.ts";

const revision = {
  id: "nrv_01kf3mf1s6v8x0z2b4d6f8h0k2",
  noteId: note.id,
  number: 1,
  subject: note.subject,
  body: note.body,
  type: note.type,
  visibility: note.visibility,
  occurredAt: note.occurredAt,
  tags: note.tags,
  editedBy: actors.vendor,
  editedAt: note.createdAt,
  reason: null,
  isRedacted: false,
} satisfies NoteRevision;

export const noteRevisionExamples = {
  "notes.revisions.list": {
    parameters: { noteId: note.id, sort: "oldest" },
    response: { revisions: [revision], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
