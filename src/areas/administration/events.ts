import { defineEvents } from "../../contract/event-declaration.ts";
import { actors } from "../../contract/example-story.ts";
import { organization } from "./examples.ts";
import { ChangedOrganization } from "./schema.ts";

const { administrator } = actors;

export const organizationEvents = defineEvents({
  entity: "organization",
  area: "org",
  scope: "org:read",
  payload: ChangedOrganization,
  exampleRelatedIds: () => [],
  types: {
    "organization.updated": {
      description: "The organization was changed.",
      example: { by: administrator, payload: organization, before: { rateLimits: { read: null, write: null, sensitive: null } } },
    },
  },
});
