import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors } from "../../contract/examples/example-story.ts";
import { child, organization } from "./examples.ts";
import { ChangedOrganization } from "./schema.ts";

const { administrator } = actors;

export const organizationEvents = defineEvents({
  entity: "organization",
  area: "org",
  scope: "org:read",
  payload: ChangedOrganization,
  exampleRelatedIds: (id) => [{ entity: "organization", id }],
  types: {
    "organization.created": {
      description: "The organization was created: the first event of its feed.",
      example: {
        by: administrator,
        payload: { ...organization, rateLimits: { ...organization.rateLimits, read: null }, note: "A new client." },
      },
    },
    "organization.child_added": {
      description: "An organization was placed directly below this one.",
      example: {
        by: administrator,
        payload: { ...organization, note: "The office joins the group." },
        done: { child: { from: null, to: child } },
      },
    },
    "organization.child_removed": {
      description: "An organization is no longer directly below this one.",
      example: {
        by: administrator,
        payload: { ...organization, note: "The office leaves the group." },
        done: { child: { from: child, to: null } },
      },
    },
    "organization.updated": {
      description: "The organization was changed.",
      example: {
        by: administrator,
        payload: organization,
        before: { rateLimits: { read: null, write: null, sensitive: null } },
      },
    },
  },
});
