import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import { billingPolicy } from "./examples.ts";
import { BillingPolicy } from "./schema.ts";

export const billingPolicyEvents = defineEvents({
  entity: "billing_policy",
  area: "billing",
  scope: "billing:read",
  payload: BillingPolicy,
  exampleRelatedIds: () => [{ entity: "organization", id: ids.organizationId }],
  types: {
    "billing_policy.updated": {
      description: "How the firm approves case costs was changed.",
      example: {
        payload: { ...billingPolicy, expenseApproval: "members", revision: 2, updatedAt: times.now },
        before: { expenseApproval: "members_and_keys" },
      },
    },
  },
});
