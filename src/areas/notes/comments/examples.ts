import { times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { author, note } from "../examples.ts";
import type { NoteComment } from "./schema.ts";

export const comment = {
  id: "ncm_01kf3mf2s6v8x0z2b4d6f8h0k2",
  noteId: note.id,
  body: "The chart was sent on Monday.",
  bodyText: "The chart was sent on Monday.",
  author,
  createdAt: times.now,
  deletedAt: null,
} satisfies NoteComment;

export const noteCommentExamples = {
  "notes.comments.list": { parameters: { noteId: note.id }, response: { comments: [comment], nextCursor: null } },
  "notes.comments.create": { parameters: { noteId: note.id }, body: { body: comment.body }, response: { comment } },
  "noteComments.delete": { parameters: { commentId: comment.id }, response: {} },
} satisfies Record<string, OperationExample>;
