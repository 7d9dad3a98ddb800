import { defineEvents } from "../../contract/events/event-declaration.ts";
import { ids, times } from "../../contract/examples/example-story.ts";
import { editedNote, note, pinnedNote } from "./examples.ts";
import { NoteInEvent } from "./schema.ts";

const [shown, edited, pinned] = [note, editedNote, pinnedNote].map((each) => NoteInEvent.parse(each)) as [
  NoteInEvent,
  NoteInEvent,
  NoteInEvent,
];
const { caseId, clientId, managerId } = ids;

/** As of an event of the note, or of a comment. */
export const relateToNote = () => [
  { entity: "note", id: note.id },
  { entity: "case", id: caseId },
  { entity: "client", id: clientId },
  { entity: "member", id: managerId },
];

export const noteEvents = defineEvents({
  entity: "note",
  area: "notes",
  scope: "notes:read",
  payload: NoteInEvent,
  exampleRelatedIds: relateToNote,
  types: {
    "note.created": {
      description: "A note was written. Events of privileged notes never have their content.",
      example: { payload: shown },
    },
    "note.updated": {
      description:
        "A note was changed, handed over to a case, or repointed by a merge. Raising it to `privileged` also removes its content from its earlier events.",
      example: { payload: edited, before: { type: shown.type, revisionCount: 1, isEdited: false, editedAt: null } },
    },
    "note.deleted": {
      description: "A note was deleted.",
      example: { payload: { ...shown, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
    "note.pinned": {
      description: "A note was pinned.",
      example: { payload: pinned, before: { isPinned: false, pinnedAt: null, pinnedBy: null } },
    },
    "note.unpinned": {
      description: "A note was unpinned.",
      example: {
        payload: { ...shown, revision: 3 },
        before: { isPinned: true, pinnedAt: pinned.pinnedAt, pinnedBy: pinned.pinnedBy },
      },
    },
  },
});
