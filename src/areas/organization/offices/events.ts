import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { times } from "../../../contract/examples/example-story.ts";
import { office } from "./examples.ts";
import { Office } from "./schema.ts";

const changed = { ...office, revision: 2, updatedAt: times.now };

export const officeEvents = defineEvents({
  entity: "office",
  area: "org",
  scope: "org:read",
  payload: Office,
  exampleRelatedIds: (id) => [{ entity: "office", id }],
  types: {
    "office.created": { description: "An office was created.", example: { payload: { ...office, memberCount: 0 } } },
    "office.updated": {
      description: "An office was changed, or another one became the primary office.",
      example: { payload: { ...changed, fax: "+1 512 555 0101" }, before: { fax: null } },
    },
    "office.deleted": {
      description: "An office was deleted.",
      example: {
        payload: { ...changed, isPrimary: false, memberCount: 0, deletedAt: times.now },
        before: { deletedAt: null },
      },
    },
  },
});
