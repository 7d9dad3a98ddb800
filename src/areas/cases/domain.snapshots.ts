import { recordEvent, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { relateCase } from "./domain.ts";
import { relateParty } from "./parties/domain.ts";
import { CaseParty } from "./parties/schema.ts";
import { InsurancePolicy } from "./policies/schema.ts";
import { CaseDetail } from "./schema.ts";
import { findParties, findPlaintiffs, findPolicies, listCaseDetails } from "./store.snapshots.ts";

/**
 * Reads cases that another area is about to change, as a merge of clients does; the caller has locked them. Deleted ones are let be.
 * @returns what announces (`case.updated`) what each has become: to be called after the change
 */
export async function trackCaseChanges(context: Context, caseIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await listCaseDetails(context, caseIds)).map((row) => CaseDetail.parse(row));
  const before = new Map((await read()).map((each) => [each.id, each]));
  return async () => {
    for (const after of await read()) {
      const diff = diffRecords(before.get(after.id) ?? after, after);
      recordEvent(context, { eventType: "case.updated", entityId: after.id, payload: after, diff, relatedIds: relateCase(after.id, after.plaintiffId) });
    }
  };
}

/** The same of parties (`case_party.updated`), as a merge of contacts changes them. */
export async function trackPartyChanges(context: Context, partyIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findParties(context, partyIds)).map((row) => CaseParty.parse(row));
  const before = new Map((await read()).map((each) => [each.id, each]));
  return async () => {
    const parties = await read();
    const clients = await findPlaintiffs(context, parties.map(({ caseId }) => caseId));
    for (const after of parties) {
      const diff = diffRecords(before.get(after.id) ?? after, after);
      const relatedIds = relateParty(relateCase(after.caseId, clients.get(after.caseId) ?? ""), after);
      recordEvent(context, { eventType: "case_party.updated", entityId: after.id, payload: after, diff, relatedIds });
    }
  };
}

/** The same of insurance policies (`insurance_policy.updated`). */
export async function trackPolicyChanges(context: Context, policyIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await findPolicies(context, policyIds)).map((row) => InsurancePolicy.parse(row));
  const before = new Map((await read()).map((each) => [each.id, each]));
  return async () => {
    const policies = await read();
    const clients = await findPlaintiffs(context, policies.map(({ caseId }) => caseId));
    for (const after of policies) {
      const diff = diffRecords(before.get(after.id) ?? after, after);
      const relatedIds = relateCase(after.caseId, clients.get(after.caseId) ?? "");
      recordEvent(context, { eventType: "insurance_policy.updated", entityId: after.id, payload: after, diff, relatedIds });
    }
  };
}
