import { recordEvent, diffInEvents, diffRecords, type Context } from "../../rpc/context.ts";
import { trackChanges } from "../../rpc/track-changes.ts";
import { courtActions, describeActionInEvent, relateCourtAction } from "./court-actions/domain.ts";
import { relateCase } from "./domain.ts";
import { parties, relateParty } from "./parties/domain.ts";
import { policies } from "./policies/domain.ts";
import { CaseDetail } from "./schema.ts";
import { findPlaintiffs, listCaseDetails } from "./store.snapshots.ts";

/**
 * Snapshots cases that another area is about to change; the caller has locked them.
 *
 * @returns records `case.updated` for each
 */
export function trackCaseChanges(context: Context, caseIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => (await listCaseDetails(context, caseIds)).map((row) => CaseDetail.parse(row));
  return trackChanges(read, (before, after) => {
    const relatedIds = relateCase(after.id, after.plaintiffId);
    recordEvent(context, {
      eventType: "case.updated",
      entityId: after.id,
      payload: after,
      diff: diffRecords(before, after),
      relatedIds,
    });
  });
}

/**
 * As `trackCaseChanges`, of parties.
 *
 * @returns records `case_party.updated` for each
 */
export function trackPartyChanges(context: Context, partyIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => addCases(context, (await parties.findRows(context, partyIds)).map(parties.describe));
  return trackChanges(read, (before, { id, record, ofCase }) => {
    const diff = diffRecords(before.record, record);
    recordEvent(context, {
      eventType: "case_party.updated",
      entityId: id,
      payload: record,
      diff,
      relatedIds: relateParty(ofCase, record),
    });
  });
}

/**
 * As `trackCaseChanges`, of insurance policies.
 *
 * @returns records `insurance_policy.updated` for each
 */
export function trackPolicyChanges(context: Context, policyIds: readonly string[]): Promise<() => Promise<void>> {
  const read = async () => addCases(context, (await policies.findRows(context, policyIds)).map(policies.describe));
  return trackChanges(read, (before, { id, record, ofCase }) => {
    const diff = diffRecords(before.record, record);
    recordEvent(context, {
      eventType: "insurance_policy.updated",
      entityId: id,
      payload: record,
      diff,
      relatedIds: ofCase,
    });
  });
}

/**
 * As `trackCaseChanges`, of court actions.
 *
 * @returns records `court_action.updated` for each
 */
export function trackCourtActionChanges(
  context: Context,
  courtActionIds: readonly string[],
): Promise<() => Promise<void>> {
  const read = async () => addCases(context, await courtActions.findRows(context, courtActionIds));
  return trackChanges(read, (before, { id, record, ofCase }) => {
    const [from, to] = [courtActions.describe(before.record), courtActions.describe(record)];
    recordEvent(context, {
      eventType: "court_action.updated",
      entityId: id,
      payload: describeActionInEvent(to),
      diff: diffInEvents(from, to, describeActionInEvent),
      relatedIds: relateCourtAction(ofCase, record),
    });
  });
}

async function addCases<Shape extends { id: string; caseId: string }>(context: Context, records: readonly Shape[]) {
  const clients = await findPlaintiffs(
    context,
    records.map(({ caseId }) => caseId),
  );
  return records.map((record) => ({
    id: record.id,
    record,
    ofCase: relateCase(record.caseId, clients.get(record.caseId) ?? ""),
  }));
}
