import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { Id, Instant, Revision } from "../../../contract/values/values.ts";
import { maxThresholdCents } from "../../../contract/values/billing-policy-limits.ts";

const rules = {
  approvalThresholdCents: z.int().min(0).max(maxThresholdCents).meta({
    description:
      "US cents: an expense of less is approved when it is submitted. 0: a second person approves every expense.",
  }),
  expenseApproval: namedEnum("ExpenseApprovers", ["members", "members_and_keys"]).meta({
    description:
      "`members`: expenses are approved in the portal alone. `members_and_keys`: also by a key that another person controls.",
  }),
};

export const BillingPolicy = z
  .object({
    id: Id.meta({ description: "That of the organization: it has one policy." }),
    organizationId: Id,
    ...rules,
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "BillingPolicy" });
export type BillingPolicy = z.infer<typeof BillingPolicy>;

export const BillingPolicyChanges = z.strictObject(rules).partial();
export type BillingPolicyChanges = z.infer<typeof BillingPolicyChanges>;
