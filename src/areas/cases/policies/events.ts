import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { insurancePolicy } from "./examples.ts";
import { InsurancePolicy } from "./schema.ts";

export const policyEvents = defineEvents({
  entity: "insurance_policy",
  area: "cases",
  scope: "cases:read",
  payload: InsurancePolicy,
  exampleRelatedIds: relateToCase,
  types: {
    "insurance_policy.created": {
      description: "An insurance policy of a case was recorded.",
      example: { payload: insurancePolicy },
    },
    "insurance_policy.updated": {
      description: "An insurance policy of a case was changed.",
      example: {
        payload: { ...insurancePolicy, coverageStatus: "accepted", revision: 2 },
        before: { coverageStatus: "pending" },
      },
    },
    "insurance_policy.deleted": {
      description: "An insurance policy of a case was deleted.",
      example: { payload: { ...insurancePolicy, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
