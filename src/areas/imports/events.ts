import { defineEvents } from "../../contract/events/event-declaration.ts";
import { completedImport, readyImport, runningImport, sentImport, undoneImport } from "./examples.ts";
import { ImportInEvent } from "./schema.ts";

const inEvent = (record: object) => ImportInEvent.parse(record);
const ready = inEvent(readyImport);
const completed = inEvent(completedImport);

export const importEvents = defineEvents({
  entity: "import",
  area: "org",
  scope: "imports:write",
  payload: ImportInEvent,
  exampleRelatedIds: (id) => [{ entity: "import", id }],
  types: {
    "import.created": { description: "A file to import was sent.", example: { payload: inEvent(sentImport) } },
    "import.read": {
      description: "The file was read: its columns can be mapped, and its rows checked and imported.",
      example: { payload: ready, before: { status: "reading", format: null, kind: null, rowCount: null } },
    },
    "import.updated": {
      description: "Columns or options of an import were changed.",
      example: { payload: { ...ready, existing: "skip", revision: 3 }, before: { existing: "update" } },
    },
    "import.started": {
      description: "Work on the rows began: a check, the import, or its undoing; `status` says which.",
      example: { payload: inEvent(runningImport), before: { status: "ready", startedAt: null } },
    },
    "import.checked": {
      description: "The rows were checked; the counts are what an import would do.",
      example: {
        payload: { ...ready, created: 2, rejected: 1, handled: 3, checkedAt: completed.finishedAt, revision: 4 },
        before: { status: "checking", checkedAt: null },
      },
    },
    "import.completed": {
      description: "Every row of an import was handled.",
      example: { payload: completed, before: { status: "running", finishedAt: null } },
    },
    "import.cancelled": {
      description: "An import was canceled.",
      example: {
        payload: { ...ready, status: "cancelled", finishedAt: completed.finishedAt, revision: 3 },
        before: { status: "ready", finishedAt: null },
      },
    },
    "import.failed": {
      description: "A file could not be read, or the work on it could not go on.",
      example: {
        payload: {
          ...inEvent(sentImport),
          status: "failed",
          failure: "not_a_table",
          finishedAt: completed.finishedAt,
          revision: 2,
        },
        before: { status: "reading", failure: null },
      },
    },
    "import.undone": {
      description: "An import was undone, except for what changed since.",
      example: { payload: inEvent(undoneImport), before: { status: "undoing", undone: 0 } },
    },
  },
});
