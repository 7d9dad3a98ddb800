import { invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { definePolicy } from "../../administration/domain.policy.ts";
import { assertOwner } from "../accounts/domain.ts";
import { TrustPolicy, type TrustPolicyChanges } from "./schema.ts";
import { countActiveAttorneys, findTrustPolicy, saveTrustPolicy } from "./store.ts";

const policy = definePolicy({
  schema: TrustPolicy,
  defaults: { approval: "second_person" },
  eventType: "trust_policy.updated",
  find: findTrustPolicy,
  save: saveTrustPolicy,
});

/** The firm's policy, or the default while it has set none. */
export const getTrustPolicy = policy.get;

/**
 * Changes who approves disbursements.
 *
 * @throws FORBIDDEN unless the member is an owner; INVALID_STATE_TRANSITION for `sole_attorney` while two attorneys are
 *   active
 */
export async function updateTrustPolicy(context: Context, changes: TrustPolicyChanges): Promise<TrustPolicy> {
  await assertOwner(context);
  if (changes.approval === "sole_attorney" && (await countActiveAttorneys(context)) > 1)
    throw invalidState("More than one attorney of the firm is active: disbursements need a second person");
  return policy.update(context, changes);
}
