import { defineEvents } from "../../contract/events/event-declaration.ts";
import { ids, times } from "../../contract/examples/example-story.ts";
import { contact } from "./examples.ts";
import { Contact } from "./schema.ts";

export const contactEvents = defineEvents({
  entity: "contact",
  area: "contacts",
  scope: "contacts:read",
  payload: Contact,
  exampleRelatedIds: () => [{ entity: "contact", id: ids.contactId }],
  types: {
    "contact.created": { description: "A contact was created.", example: { payload: { ...contact, revision: 1 } } },
    "contact.updated": {
      description: "A contact was changed.",
      example: { payload: contact, before: { preferredDeliveryMethod: null } },
    },
    "contact.deleted": {
      description: "A contact was deleted.",
      example: { payload: { ...contact, deletedAt: times.now, revision: 4 }, before: { deletedAt: null } },
    },
    "contact.merged": {
      description: "A contact was merged into this one.",
      example: { payload: { ...contact, revision: 4 }, before: { npi: null } },
    },
  },
});
