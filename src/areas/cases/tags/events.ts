import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { times } from "../../../contract/examples/example-story.ts";
import { tag } from "./examples.ts";
import { Tag } from "./schema.ts";

export const tagEvents = defineEvents({
  entity: "tag",
  area: "cases",
  scope: "cases:read",
  payload: Tag,
  exampleRelatedIds: (id) => [{ entity: "tag", id }],
  types: {
    "tag.created": { description: "A tag was created.", example: { payload: tag } },
    "tag.updated": {
      description:
        "A tag was renamed or its color changed. `relatedIds` has the cases with the tag, which record no events of their own.",
      example: { payload: { ...tag, revision: 2 }, before: { color: "#0f766e" } },
    },
    "tag.deleted": {
      description: "A tag was deleted.",
      example: { payload: { ...tag, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
