import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { times } from "../../../contract/examples/example-story.ts";
import { relateToNote } from "../events.ts";
import { comment } from "./examples.ts";
import { NoteComment } from "./schema.ts";

export const noteCommentEvents = defineEvents({
  entity: "note_comment",
  area: "notes",
  scope: "notes:read",
  payload: NoteComment,
  exampleRelatedIds: relateToNote,
  types: {
    "note_comment.created": { description: "A note was commented on.", example: { payload: comment } },
    "note_comment.deleted": {
      description: "A comment on a note was deleted.",
      example: {
        payload: { ...comment, body: null, bodyText: null, deletedAt: times.now },
        before: { deletedAt: null },
      },
    },
  },
});
