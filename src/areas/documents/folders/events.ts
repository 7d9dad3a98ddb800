import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { Folder } from "../schema.ts";
import { folder } from "./examples.ts";

export const folderEvents = defineEvents({
  entity: "folder",
  area: "documents",
  scope: "documents:read",
  payload: Folder,
  exampleRelatedIds: relateToCase,
  types: {
    "folder.created": { description: "A folder was created.", example: { payload: { ...folder, documentCount: 0 } } },
    "folder.updated": {
      description: "A folder was renamed or moved.",
      example: { payload: { ...folder, revision: 2 }, before: { name: "Mercy", path: "Medical Records/Mercy" } },
    },
    "folder.deleted": {
      description: "A folder was deleted.",
      example: {
        payload: { ...folder, documentCount: 0, revision: 2, deletedAt: times.now },
        before: { deletedAt: null },
      },
    },
    "folder.restored": {
      description: "A deleted folder was restored.",
      example: { payload: { ...folder, documentCount: 0, revision: 3 }, before: { deletedAt: times.stage } },
    },
  },
});
