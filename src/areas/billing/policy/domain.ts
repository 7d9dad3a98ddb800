import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { BillingPolicy, type BillingPolicyChanges } from "./schema.ts";
import { findPolicy, savePolicy } from "./store.ts";

const defaultPolicy = {
  approvalThresholdCents: 50_000,
  expenseApproval: "members_and_keys",
} as const satisfies Partial<BillingPolicy>;

/** The firm's policy, or the defaults while it has none. */
export async function getBillingPolicy(context: Context): Promise<BillingPolicy> {
  const { organizationId } = context;
  const found = Object.fromEntries(
    Object.entries((await findPolicy(context)) ?? {}).filter(([, value]) => value !== null),
  );
  return BillingPolicy.parse({
    ...defaultPolicy,
    revision: 1,
    updatedAt: found["createdAt"],
    ...found,
    id: organizationId,
    organizationId,
  });
}

/** Changes the firm's policy. What was submitted before keeps its status. */
export async function updateBillingPolicy(context: Context, changes: BillingPolicyChanges): Promise<BillingPolicy> {
  // Serializes changes, also of a firm without a row.
  await lockOrganizationForUpdate(context);
  const before = await getBillingPolicy(context);
  const { id: organizationId } = before;
  await savePolicy(context, BillingPolicy.parse({ ...before, ...changes }));
  const after = await getBillingPolicy(context);
  recordEvent(context, {
    eventType: "billing_policy.updated",
    entityId: organizationId,
    payload: after,
    diff: diffRecords(before, after),
    relatedIds: [{ entity: "organization", id: organizationId }],
  });
  return after;
}
