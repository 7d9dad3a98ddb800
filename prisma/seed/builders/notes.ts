import { readMarkdown } from "../../../src/areas/notes/domain.markdown.ts";
import { newId, type Given, type Values } from "./records.ts";

/** A note, with the first wording of its history. */
export interface NoteRecords {
  Note: Values<"Note">;
  NoteRevision: Values<"NoteRevision">;
  NoteTag: Values<"NoteTag">[];
}

/** An internal note. It was made when it happened, unless the values say otherwise. */
export function buildNote(
  values: Given<"Note", "organizationId" | "author">,
  tags: readonly string[] = [],
): NoteRecords {
  const body = values.body ?? "Spoke with the adjuster";
  const note = {
    id: newId("note", values.createdAt),
    type: "general",
    visibility: "internal",
    bodyText: readMarkdown(body),
    occurredAt: values.createdAt ?? new Date().toISOString(),
    ...values,
    body,
  };
  return {
    Note: note,
    NoteRevision: buildNoteRevision(note, 1, tags),
    NoteTag: tags.map((tag) => ({ organizationId: note.organizationId, noteId: note.id, tag })),
  };
}

type Wording = Pick<
  Values<"Note">,
  "organizationId" | "id" | "subject" | "body" | "type" | "visibility" | "occurredAt" | "author" | "createdAt"
>;

/** The wording that a note has now, in its history. */
export function buildNoteRevision(
  { organizationId, id: noteId, subject, body, type, visibility, occurredAt, author: editedBy, createdAt }: Wording,
  number: number,
  tags: readonly string[],
  edit: Partial<Values<"NoteRevision">> = {},
): Values<"NoteRevision"> {
  const at = edit.editedAt ?? createdAt;
  const wording = { subject: subject ?? null, body, type, visibility: visibility ?? "internal", tags: [...tags] };
  const made = at === undefined ? {} : { editedAt: at };
  return {
    organizationId,
    id: newId("noteRevision", at),
    noteId,
    number,
    ...wording,
    occurredAt: occurredAt ?? new Date().toISOString(),
    editedBy,
    ...made,
    ...edit,
  };
}

/** A comment of one line on a note. */
export function buildNoteComment(
  values: Given<"NoteComment", "organizationId" | "noteId" | "author">,
): Values<"NoteComment"> {
  const body = values.body ?? "Seen";
  return { id: newId("noteComment", values.createdAt), bodyText: body, ...values, body };
}
