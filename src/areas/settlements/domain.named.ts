import { notFound } from "../../contract/errors/error-codes.ts";
import { assertScopes } from "../../rpc/authorize.ts";
import type { Context } from "../../rpc/context.ts";
import { lockDocumentsForShare } from "../notes/domain.locks.ts";
import { lockBillsForKeyShare, lockClaimantForKeyShare } from "./store.named.ts";

/** What a record of a settlement names of its case. */
export interface Named {
  claimantPartyId?: string | null | undefined;
  documentIds?: readonly (string | null | undefined)[];
  medicalBillIds?: readonly string[] | undefined;
}

/**
 * Locks what a record names, until commit: the claimant, documents and bills of its case.
 *
 * @throws NOT_FOUND; FORBIDDEN for medical bills without `medical:read`
 */
export async function lockNamedForShare(
  context: Context,
  caseId: string,
  { claimantPartyId, documentIds = [], medicalBillIds = [] }: Named,
): Promise<void> {
  if (typeof claimantPartyId === "string" && !(await lockClaimantForKeyShare(context, caseId, claimantPartyId)))
    throw notFound("Party");
  if (medicalBillIds.length > 0) {
    assertScopes(context, ["medical:read"]);
    if ((await lockBillsForKeyShare(context, caseId, medicalBillIds)) < medicalBillIds.length)
      throw notFound("Medical bill");
  }
  const documents = documentIds.filter((id) => typeof id === "string");
  await lockDocumentsForShare(context, { caseId, leadId: null, clientId: null, contactId: null }, documents);
}
