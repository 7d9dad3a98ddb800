import { invalidInput, invalidState, recordInUse } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { listShowing } from "../../platform/database/lists/showing-records.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { diffRecords, type Context } from "../../rpc/context.ts";
import { recordDeletion } from "../../rpc/record-deletion.ts";
import { recordShownEvent } from "../../rpc/record-shown-event.ts";
import { lockCourtCalendarForShare } from "../organization/holiday-calendars/domain.courts.ts";
import { assertBornBefore } from "../clients/domain.dates.ts";
import { validateAttorneys, replaceLead } from "./attorneys/domain.ts";
import { validateCustomFields } from "./custom-fields/domain.ts";
import { getCase, lockCaseDetailForUpdate, relateCase } from "./domain.ts";
import { followChange } from "./domain.followers.ts";
import type { CaseChanges } from "./schema.input.ts";
import type { CaseDetail } from "./schema.ts";
import { lockAttorneysForShare } from "./attorneys/store.ts";
import { readRemains, type Remains } from "./gates/store.ts";
import { listIncidents } from "./incident/store.ts";
import { updateCaseRow } from "./store.ts";

/**
 * Updates a case; null clears a field. A new lead attorney replaces the current one.
 *
 * @throws NOT_FOUND for the case or the attorney; INVALID_STATE_TRANSITION for an archived case, an inactive attorney
 *   or another date of limitation; VALIDATION_FAILED for custom fields, a calendar that is not of a court, a contact or
 *   an incident in the future, an incident before the client's birth and a `reason` of nothing; DUPLICATE_ENTRY when
 *   another case has the externalId; STALE_REVISION when If-Match does not match
 */
export async function updateCase(
  context: Context,
  caseId: string,
  { customFields, reason, ...changes }: CaseChanges,
): Promise<CaseDetail> {
  const { attorneyId } = changes;
  const attorneyIds = typeof attorneyId === "string" ? [attorneyId] : [];
  const candidates = attorneyIds.length > 0 ? await lockAttorneysForShare(context, attorneyIds) : [];
  await lockCourtCalendarForShare(context, changes.courtCalendarId);
  const before = await lockCaseDetailForUpdate(context, caseId);
  const leadMoves = attorneyId !== undefined && attorneyId !== before.attorneyId;
  await validateDays(context, before, changes);
  requireSameStatute(before, changes, reason);
  if (leadMoves) validateAttorneys(attorneyIds, candidates);
  const checked =
    customFields &&
    (await validateCustomFields(
      context,
      { entity: "case", caseType: changes.caseType ?? before.caseType, current: before.customFields },
      customFields,
    ));
  const isUpdated = await updateCaseRow(context, caseId, {
    ...changes,
    ...(checked !== undefined && { customFields: JSON.stringify(checked) }),
  });
  if (!isUpdated) throw staleRevision("case");
  // After the case's row, whose trigger would take it for a change that the caller has not seen.
  if (leadMoves) await replaceLead(context, caseId, attorneyId);
  return followChange(context, before, await recordUpdate(context, before));
}

/**
 * A new title shows in tasks, notes, events, deadlines and chains, a new day of the incident in that: the event names
 * them.
 *
 * @returns the case after the change
 */
async function recordUpdate(context: Context, before: CaseDetail): Promise<CaseDetail> {
  const after = await getCase(context, before.id);
  const event = {
    eventType: "case.updated",
    entityId: after.id,
    payload: after,
    diff: diffRecords(before, after),
    relatedIds: relateCase(after.id, after.plaintiffId),
  } as const;
  const { shownBy, isComplete } =
    after.title === before.title ? { shownBy: [], isComplete: true } : await listShowing(context, "caseId", after.id);
  const incidents = after.dateOfIncident === before.dateOfIncident ? [] : await listIncidents(context, after.id);
  recordShownEvent(context, event, [...shownBy, ...incidents], isComplete);
  return after;
}

/**
 * What is stored may be sent back.
 *
 * @throws VALIDATION_FAILED
 */
async function validateDays(
  context: Context,
  before: CaseDetail,
  { dateOfIncident, lastClientContactOn, caseType }: CaseChanges,
): Promise<void> {
  const isMoved = dateOfIncident !== undefined && dateOfIncident !== before.dateOfIncident;
  await assertNotFuture(context, { lastClientContactOn, ...(isMoved && { dateOfIncident }) });
  if (isMoved)
    assertBornBefore({
      dateOfIncident,
      caseType: caseType ?? before.caseType,
      dateOfBirth: before.plaintiff.dateOfBirth,
    });
}

/**
 * An integration that writes a case back sends what it read.
 *
 * @throws INVALID_STATE_TRANSITION; VALIDATION_FAILED at `reason`
 */
function requireSameStatute(
  { statuteOfLimitationsOn: from }: CaseDetail,
  { statuteOfLimitationsOn: to }: CaseChanges,
  reason: string | undefined,
): void {
  if (to === undefined && reason !== undefined)
    throw invalidInput({ path: "reason", message: "allowed only with statuteOfLimitationsOn" });
  if (to === undefined || to === from) return;
  throw invalidState(
    "statuteOfLimitationsOn follows from the case's statutes of limitations; use POST /cases/{caseId}/deadlines",
  );
}

const remedies: Readonly<Record<keyof Remains, string>> = {
  hasUnpaidInvoice: "invoices that are not paid (pay them; delete drafts)",
  hasUnpaidExpense: "expenses that wait for approval or payment (pay, reject or void them)",
  hasUnreimbursedExpense: "expenses that are paid and not reimbursed (reimburse them, or write them off)",
  hasOpenLien: "open liens (waive or withdraw them)",
  hasTrustLedger: "a ledger in trust, whose books are kept (close the case instead)",
  hasOpenSettlement: "settlements that are under way (close them, or void them)",
  hasLiveReferral: "referrals that are with another firm, or whose fee is not paid (withdraw, return or close them)",
  hasDocument: "documents (delete them)",
  hasFacility: "medical facilities (unbind them)",
  hasUnendedRequest: "retrieval requests that are not finished (complete or cancel them)",
  hasOpenSignatureRequest: "signature requests that are out (wait until they are completed, or void them)",
  hasCommunication: "messages or calls, which are kept (close the case instead)",
  hasOpenTask: "open tasks (complete or cancel them)",
  hasOpenDeadline: "open deadlines (satisfy, waive or cancel them)",
  hasEventAhead: "events that are still ahead (cancel or delete them)",
};

/**
 * Soft-deletes a case without open records, and with it what hangs on it.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, and while records remain; STALE_REVISION
 */
export async function deleteCase(context: Context, caseId: string): Promise<void> {
  const before = await lockCaseDetailForUpdate(context, caseId);
  const remains = await readRemains(context, caseId);
  const named = Object.entries(remedies).flatMap(([remain, remedy]) =>
    remains[remain as keyof Remains] ? [remedy] : [],
  );
  if (named.length > 0) throw recordInUse(`The case still has ${named.join("; ")}`);
  if (!(await updateCaseRow(context, caseId, "delete"))) throw staleRevision("case");
  const after = await getCase(context, caseId);
  const diff = diffRecords(before, after);
  await recordDeletion(context, "Case", {
    eventType: "case.deleted",
    entityId: caseId,
    payload: after,
    diff,
    relatedIds: relateCase(caseId, after.plaintiffId),
  });
}
