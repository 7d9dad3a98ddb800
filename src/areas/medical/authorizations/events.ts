import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { authorization } from "./examples.ts";
import { HipaaAuthorization } from "./schema.ts";

export const authorizationEvents = defineEvents({
  entity: "hipaa_authorization",
  area: "medical",
  scope: "medical:read",
  payload: HipaaAuthorization,
  exampleRelatedIds: relateToCase,
  types: {
    "hipaa_authorization.created": {
      description: "An authorization to release records was recorded.",
      example: { payload: authorization },
    },
    "hipaa_authorization.updated": {
      description: "An authorization to release records was changed.",
      example: { payload: { ...authorization, revision: 2 }, before: { status: "pending", signedOn: null } },
    },
    "hipaa_authorization.revoked": {
      description: "An authorization to release records was revoked.",
      example: {
        payload: {
          ...authorization,
          status: "revoked",
          revokedOn: "2026-03-14",
          revokeReason: "The client changed counsel.",
          revision: 2,
        },
        before: { status: "active", revokedOn: null, revokeReason: null },
      },
    },
  },
});
