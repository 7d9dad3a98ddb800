import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { HistorySort, listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant } from "../../../contract/values/values.ts";
import { noteEnumerations } from "../enumerations.ts";

export const NoteRevision = z
  .object({
    id: Id,
    noteId: Id,
    number: z.int().meta({ description: "1 for the first wording." }),
    subject: z.string().nullable(),
    body: z.string(),
    type: oneOf(noteEnumerations.noteType),
    visibility: oneOf(noteEnumerations.noteVisibility),
    occurredAt: Instant,
    tags: z.array(z.string()),
    editedBy: Actor,
    editedAt: Instant,
    reason: z.string().nullable(),
    isRedacted: z.boolean().meta({
      description:
        "Whether the note or this wording is privileged and the caller lacks `notes:privileged`: subject, body, tags and reason are withheld.",
    }),
  })
  .meta({ id: "NoteRevision" });
export type NoteRevision = z.infer<typeof NoteRevision>;

/** Below a note: its wordings and its comments. */
export const BelowNote = z.strictObject({
  noteId: Id,
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
});
export type BelowNoteQuery = Omit<z.infer<typeof BelowNote>, "noteId">;
