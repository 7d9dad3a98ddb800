import * as z from "zod";
import { Id, Instant, markdown } from "../../../contract/values/values.ts";
import { Author } from "../../../contract/actor.ts";

export const NewComment = z.strictObject({ body: markdown(5_000) });
export type NewComment = z.infer<typeof NewComment>;

export const NoteComment = z
  .object({
    id: Id,
    noteId: Id,
    body: z
      .string()
      .nullable()
      .meta({ description: "Markdown; null once deleted, `[redacted]` where the note’s content is withheld." }),
    bodyText: z.string().nullable().meta({ description: "The plain text of `body`." }),
    author: Author,
    createdAt: Instant,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "NoteComment" });
export type NoteComment = z.infer<typeof NoteComment>;
