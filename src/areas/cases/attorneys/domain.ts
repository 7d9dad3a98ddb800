import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { recordCaseEvent, getCase, lockCaseDetailForUpdate, getLiveCase } from "../domain.ts";
import type { CaseDetail } from "../schema.ts";
import type { AttorneyRole, GivenAttorney } from "../schema.input.ts";
import { deleteAttorneys, lockAttorneysForShare, insertAttorneys, type Candidate } from "./store.ts";
import { updateCaseRow } from "../store.ts";

/** @throws NOT_FOUND for the case */
export async function listAttorneys(context: Context, caseId: string): Promise<CaseDetail["attorneys"]> {
  await getLiveCase(context, caseId);
  return (await getCase(context, caseId)).attorneys;
}

/**
 * Locks the members FOR SHARE and requires each to be an active attorney. Call it before locking a case: renaming a
 * member updates the member's cases.
 *
 * @throws NOT_FOUND for a member who is not an attorney; INVALID_STATE_TRANSITION for an inactive attorney
 */
export async function lockActiveAttorneysForShare(context: Context, attorneyIds: readonly string[]): Promise<void> {
  if (attorneyIds.length > 0) validateAttorneys(attorneyIds, await lockAttorneysForShare(context, attorneyIds));
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION */
export function validateAttorneys(attorneyIds: readonly string[], held: readonly Candidate[]): void {
  const found = new Map(held.map(({ id, isActive }) => [id, isActive]));
  if (attorneyIds.some((id) => !found.has(id))) throw notFound("Attorney");
  if (![...found.values()].every(Boolean)) {
    throw invalidState(
      "The attorney is not an active member of the firm; reactivate the member, or choose another attorney",
    );
  }
}

/**
 * Assigns an attorney to a case. A new lead attorney replaces the current one.
 *
 * @throws NOT_FOUND for the case or the attorney; INVALID_STATE_TRANSITION for an archived case or an inactive
 *   attorney; DUPLICATE_ENTRY when the attorney has the role already; STALE_REVISION
 */
export async function assignAttorney(
  context: Context,
  caseId: string,
  { attorneyId, role }: GivenAttorney,
): Promise<CaseDetail> {
  await lockActiveAttorneysForShare(context, [attorneyId]);
  const before = await lockCaseDetailForUpdate(context, caseId);
  const isLead = role === "lead";
  if (before.attorneys.some((each) => each.attorneyId === attorneyId && each.role === role)) {
    throw new AppError("DUPLICATE_ENTRY", "The attorney already has this role in the case");
  }
  if (!(await updateCaseRow(context, caseId, { attorneyId: isLead ? attorneyId : before.attorneyId })))
    throw staleRevision("case");
  const replaced = isLead ? await deleteAttorneys(context, caseId, { role }) : 0;
  await insertAttorneys(context, caseId, [{ attorneyId, role }]);
  return recordCaseEvent(
    context,
    replaced > 0 ? ["case.attorney_assigned", "case.attorney_unassigned"] : ["case.attorney_assigned"],
    before,
  );
}

/**
 * Ends an attorney's work on a case: in one role, or in all of them.
 *
 * @throws NOT_FOUND for the case, or when the attorney has no such role in it; INVALID_STATE_TRANSITION for an archived
 *   case; STALE_REVISION
 */
export async function unassignAttorney(
  context: Context,
  caseId: string,
  attorneyId: string,
  role: AttorneyRole | undefined,
): Promise<CaseDetail> {
  const before = await lockCaseDetailForUpdate(context, caseId);
  const isEnded = (each: { attorneyId: string; role: string }) =>
    each.attorneyId === attorneyId && (role === undefined || each.role === role);
  if (!before.attorneys.some(isEnded)) throw notFound("Attorney");
  const lead = before.attorneys.find((each) => each.role === "lead" && !isEnded(each));
  // The case's row first: its trigger would take the change of an assignment for one that the caller has not seen.
  if (!(await updateCaseRow(context, caseId, { attorneyId: lead?.attorneyId ?? null }))) throw staleRevision("case");
  await deleteAttorneys(context, caseId, { attorneyId, role });
  return recordCaseEvent(context, ["case.attorney_unassigned"], before);
}

/** Replaces or removes the lead attorney. The caller validates the attorney and updates the case row. */
export async function replaceLead(context: Context, caseId: string, attorneyId: string | null): Promise<void> {
  await deleteAttorneys(context, caseId, { role: "lead" });
  await insertAttorneys(context, caseId, attorneyId === null ? [] : [{ attorneyId, role: "lead" }]);
}
