import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { DeadlinePolicy, type PolicyChanges } from "./schema.ts";
import { findPolicy, savePolicy } from "./store.ts";

export const defaultPolicy = {
  limitationVerification: "members",
  otherVerification: "other_persons",
  requireVerificationOf: ["limitation", "notice"],
  warningDays: {
    limitation: [180, 90, 60, 30, 14, 7, 3, 1],
    court: [30, 14, 7, 3, 1],
    notice: [60, 30, 14, 7, 3, 1],
    contract: [14, 7, 3, 1],
    internal: [3, 1],
  },
  unverifiedReminderDays: 14,
} satisfies Partial<DeadlinePolicy>;

/** The firm's policy, or the defaults while it has none. */
export async function getPolicy(context: Context): Promise<DeadlinePolicy> {
  const { organizationId } = context;
  const found = Object.fromEntries(
    Object.entries((await findPolicy(context)) ?? {}).filter(([, value]) => value !== null),
  );
  return DeadlinePolicy.parse({
    ...defaultPolicy,
    revision: 1,
    updatedAt: found["createdAt"],
    ...found,
    id: organizationId,
    organizationId,
  });
}

export async function updatePolicy(context: Context, changes: PolicyChanges): Promise<DeadlinePolicy> {
  // Serializes changes, also of a firm without a row.
  await lockOrganizationForUpdate(context);
  const before = await getPolicy(context);
  const { id: organizationId } = before;
  await savePolicy(context, DeadlinePolicy.parse({ ...before, ...changes }));
  const after = await getPolicy(context);
  recordEvent(context, {
    eventType: "deadline_policy.updated",
    entityId: organizationId,
    payload: after,
    diff: diffRecords(before, after),
    relatedIds: [{ entity: "organization", id: organizationId }],
  });
  return after;
}
