import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { caseInPath } from "../domain.ts";
import { InsurancePolicy, type InsurancePolicyChanges } from "./schema.ts";
import { selectPolicies } from "./store.ts";

/** The insurance policies of a case, of both sides. */
export const policies = defineResource({
  table: "InsurancePolicy",
  noun: "Insurance policy",
  idKind: "insurancePolicy",
  schema: InsurancePolicy,
  select: selectPolicies,
  events: {
    created: "insurance_policy.created",
    updated: "insurance_policy.updated",
    deleted: "insurance_policy.deleted",
  },
  relate: (_policy, ofCase) => ofCase,
  parent: caseInPath,
  lockReferences: lockContactsOfPolicyForShare,
  unique: { InsurancePolicy_external_id: "externalId: used by another insurance policy" },
  cursorName: (caseId) => `insurance policies of ${caseId}`,
});

function lockContactsOfPolicyForShare(
  context: Context,
  {
    carrierContactId,
    adjusterContactId,
    thirdPartyAdminContactId,
  }: Pick<InsurancePolicyChanges, "carrierContactId" | "adjusterContactId" | "thirdPartyAdminContactId">,
) {
  return lockContactsForShare(context, [carrierContactId, adjusterContactId, thirdPartyAdminContactId]);
}
