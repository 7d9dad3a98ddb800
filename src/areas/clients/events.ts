import { defineEvents } from "../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../contract/examples/example-story.ts";
import { client } from "./examples.ts";
import { Client } from "./schema.ts";

export const clientEvents = defineEvents({
  entity: "client",
  area: "clients",
  scope: "clients:read",
  payload: Client,
  exampleRelatedIds: relateToCase,
  types: {
    "client.created": { description: "A client was created.", example: { payload: client } },
    "client.updated": {
      description: "A client was changed.",
      example: { payload: client, before: { phone: null, zipCode: null } },
    },
    "client.deleted": {
      description: "A client was deleted, or merged into another.",
      example: { payload: { ...client, caseIds: [], caseCount: 0, deletedAt: times.now }, before: { deletedAt: null } },
    },
    "client.merged": {
      description: "A client was merged into this one.",
      example: { payload: client, before: { email: null, caseIds: [], caseCount: 0 } },
    },
  },
});
