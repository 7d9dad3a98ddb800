import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { BelowNote } from "../revisions/schema.ts";
import { createComment, deleteComment, listComments } from "./domain.ts";
import { NewComment, NoteComment } from "./schema.ts";

const changing = {
  area: "Notes",
  scope: "notes:write",
  readBy: "notes:read",
  errors: ["INVALID_STATE_TRANSITION"],
} as const;

export const noteCommentProcedures = {
  "notes.comments.list": operation({
    area: "Notes",
    scope: "notes:read",
    showsMoreWith: "notes:privileged",
    route: "GET /notes/{noteId}/comments",
    summary: "List a note's comments",
    description:
      "Returns the comments, newest first by default. A deleted comment keeps its place, without its text. The text of comments on a privileged note requires `notes:privileged`, too.",
  })
    .input(BelowNote)
    .output(z.object({ comments: z.array(NoteComment), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { noteId, ...query } }) => listComments(ctx, noteId, query)),

  "notes.comments.create": operation({
    ...changing,
    route: "POST /notes/{noteId}/comments",
    summary: "Comment on a note",
    description:
      "Any key with `notes:write` can. On a privileged note it also requires `notes:privileged`: without it the request fails as for an unknown note. A comment cannot be changed; a note has at most 500.",
    emits: ["note_comment.created"],
    created: { location: "/notes/{comment.noteId}/comments" },
  })
    .input(NewComment.extend({ noteId: Id }))
    .output(z.object({ comment: NoteComment }))
    .mutation(async ({ ctx, input }) => ({ comment: await createComment(ctx, input.noteId, input.body) })),

  "noteComments.delete": operation({
    ...changing,
    route: "DELETE /note-comments/{commentId}",
    summary: "Delete a comment",
    description:
      "Cannot be undone. Only the key that wrote the comment, or one that acts for the same attorney, can. On a privileged note it also requires `notes:privileged`: without it the request fails as for an unknown comment.",
    emits: ["note_comment.deleted"],
  })
    .input(z.strictObject({ commentId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteComment(ctx, input.commentId))),
};
