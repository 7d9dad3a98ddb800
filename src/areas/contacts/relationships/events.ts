import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { ContactRelationship } from "../schema.ts";
import { relationship } from "./examples.ts";

export const relationshipEvents = defineEvents({
  entity: "contact_relationship",
  area: "contacts",
  scope: "contacts:read",
  payload: ContactRelationship,
  exampleRelatedIds: () => [{ entity: "contact", id: ids.contactId }],
  types: {
    "contact_relationship.created": {
      description: "A contact was related to another.",
      example: { payload: relationship },
    },
    "contact_relationship.deleted": {
      description: "A relationship of two contacts was deleted.",
      example: { payload: relationship },
    },
  },
});
