import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { listRevisions } from "./domain.ts";
import { BelowNote, NoteRevision } from "./schema.ts";

export const noteRevisionProcedures = {
  "notes.revisions.list": operation({
    area: "Notes",
    scope: "notes:read",
    showsMoreWith: "notes:privileged",
    route: "GET /notes/{noteId}/revisions",
    summary: "List a note's wordings",
    description:
      "Returns every wording with who wrote it and when, the current one included, newest first by default. Of a privileged note, and of a wording that was, the content requires `notes:privileged`, too.",
  })
    .input(BelowNote)
    .output(z.object({ revisions: z.array(NoteRevision), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { noteId, ...query } }) => listRevisions(ctx, noteId, query)),
};
