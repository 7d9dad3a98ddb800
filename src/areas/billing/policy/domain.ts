import { definePolicy } from "../../administration/domain.policy.ts";
import { BillingPolicy } from "./schema.ts";
import { findPolicy, savePolicy } from "./store.ts";

/** A change leaves what was submitted before as it is. */
export const { get: getBillingPolicy, update: updateBillingPolicy } = definePolicy({
  schema: BillingPolicy,
  defaults: { approvalThresholdCents: 50_000, expenseApproval: "members_and_keys" },
  eventType: "billing_policy.updated",
  find: findPolicy,
  save: savePolicy,
});
