import { ids, times } from "../../../contract/examples/example-story.ts";
import type { BillingPolicy } from "./schema.ts";

export const billingPolicy = {
  id: ids.organizationId,
  organizationId: ids.organizationId,
  approvalThresholdCents: 50_000,
  expenseApproval: "members_and_keys",
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
} satisfies BillingPolicy;
