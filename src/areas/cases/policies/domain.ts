import { notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type Context } from "../../../rpc/context.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockCaseForShare, getLiveCase } from "../domain.ts";
import {
  InsurancePolicy,
  type InsurancePolicyChanges,
  type InsurancePolicyFilter,
  type NewInsurancePolicy,
} from "./schema.ts";
import { changePolicy, findPolicy, insertPolicy, selectPolicyPage, softDeletePolicy } from "./store.ts";

/**
 * A page of the case's insurance policies.
 *
 * @throws NOT_FOUND for the case; VALIDATION_FAILED for a foreign cursor
 */
export async function listPolicies(
  context: Context,
  caseId: string,
  query: InsurancePolicyFilter,
): Promise<{ insurancePolicies: InsurancePolicy[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const list = { name: `insurance policies of ${caseId}`, alias: "p", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectPolicyPage(context, caseId, query, page),
  );
  return { insurancePolicies: rows, nextCursor };
}

/** @throws NOT_FOUND for the case or the policy */
export async function getPolicy(context: Context, caseId: string, policyId: string): Promise<InsurancePolicy> {
  await getLiveCase(context, caseId);
  return readPolicy(context, caseId, policyId);
}

async function readPolicy(
  context: Context,
  caseId: string,
  policyId: string,
  purpose: "look" | "lock" = "look",
): Promise<InsurancePolicy> {
  const found = await findPolicy(context, caseId, policyId, purpose);
  if (found === undefined) throw notFound("Insurance policy");
  return InsurancePolicy.parse(found);
}

/**
 * Locks the contacts of a policy, before the case.
 *
 * @throws NOT_FOUND for a contact
 */
async function requireNamed(
  context: Context,
  { carrierContactId, adjusterContactId, thirdPartyAdminContactId }: InsurancePolicyChanges,
): Promise<void> {
  await lockContactsForShare(context, [carrierContactId, adjusterContactId, thirdPartyAdminContactId]);
}

/**
 * Records an insurance that may pay.
 *
 * @throws NOT_FOUND for the case or a contact; INVALID_STATE_TRANSITION for an archived case; DUPLICATE_ENTRY for an
 *   `externalId` that another policy has
 */
export async function createPolicy(
  context: Context,
  caseId: string,
  wanted: NewInsurancePolicy,
): Promise<InsurancePolicy> {
  await requireNamed(context, wanted);
  const relatedIds = await lockCaseForShare(context, caseId);
  const id = createId("insurancePolicy");
  await insertPolicy(context, { ...wanted, id, caseId });
  const payload = await readPolicy(context, caseId, id);
  recordEvent(context, { eventType: "insurance_policy.created", entityId: id, payload, diff: {}, relatedIds });
  return payload;
}

/**
 * Changes a policy; null clears a field.
 *
 * @throws as {@link createPolicy}; STALE_REVISION
 */
export async function updatePolicy(
  context: Context,
  caseId: string,
  policyId: string,
  changes: InsurancePolicyChanges,
): Promise<InsurancePolicy> {
  await requireNamed(context, changes);
  const relatedIds = await lockCaseForShare(context, caseId);
  const before = await readPolicy(context, caseId, policyId, "lock");
  if (!(await changePolicy(context, policyId, changes))) throw staleRevision("insurance policy");
  const payload = await readPolicy(context, caseId, policyId);
  recordEvent(context, {
    eventType: "insurance_policy.updated",
    entityId: policyId,
    payload,
    diff: diffRecords(before, payload),
    relatedIds,
  });
  return payload;
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case; STALE_REVISION */
export async function deletePolicy(context: Context, caseId: string, policyId: string): Promise<void> {
  const relatedIds = await lockCaseForShare(context, caseId);
  const before = await readPolicy(context, caseId, policyId, "lock");
  const deleted = await softDeletePolicy(context, policyId);
  if (deleted === undefined) throw staleRevision("insurance policy");
  const payload = { ...before, ...deleted };
  recordEvent(context, {
    eventType: "insurance_policy.deleted",
    entityId: policyId,
    payload,
    diff: diffRecords(before, payload),
    relatedIds,
  });
}
