import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import { trustPolicy } from "./examples.ts";
import { TrustPolicy } from "./schema.ts";

export const trustPolicyEvents = defineEvents({
  entity: "trust_policy",
  area: "trust",
  scope: "trust:read",
  payload: TrustPolicy,
  exampleRelatedIds: () => [{ entity: "organization", id: ids.organizationId }],
  types: {
    "trust_policy.updated": {
      description: "Who approves disbursements out of trust was changed.",
      example: {
        payload: { ...trustPolicy, approval: "sole_attorney", revision: 2, updatedAt: times.now },
        before: { approval: "second_person" },
      },
    },
  },
});
