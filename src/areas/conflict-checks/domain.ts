import { invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type Context, type RecordReference } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { relateCase, lockCaseForShare } from "../cases/domain.ts";
import { lockDocumentForShare } from "../documents/domain.ts";
import { lockLeadForShare } from "../leads/domain.ts";
import { bandOf } from "./domain.scores.ts";
import { redactMatch, searchUnredacted } from "./domain.search.ts";
import {
  ConflictCheck,
  ConflictResult,
  type CloseInput,
  type ConflictCheckFilter,
  type NewConflictCheck,
  type ResultDecision,
} from "./schema.ts";
import {
  decideResult,
  findCheck,
  lockCheckRowForUpdate,
  findResult,
  insertCheck,
  listCheckRows,
  listResults,
  updateCheck,
  type CheckRow,
  type NamedCheckRow,
  type ResultRow,
} from "./store.ts";

export { CloseInput, ConflictCheck, conflictLimits, ConflictResult, ResultDecision } from "./schema.ts";

/**
 * A page of the organization's conflict checks, without their results.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listConflictChecks(context: Context, search: ConflictCheckFilter) {
  const list = { name: "conflict checks", alias: "c", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, search, (page) => listCheckRows(context, page, search));
  return { conflictChecks: rows.map((row) => ConflictCheck.parse(row)), nextCursor };
}

/**
 * A check with its results, as far as the caller may see them.
 *
 * @throws NOT_FOUND
 */
export async function getConflictCheck(context: Context, checkId: string) {
  const check = await getCheckRow(context, checkId);
  return { conflictCheck: ConflictCheck.parse(check), results: await describeResults(context, checkId) };
}

async function getCheckRow(context: Context, checkId: string): Promise<NamedCheckRow> {
  const check = await findCheck(context, checkId);
  if (check === undefined) throw notFound("Conflict check");
  return check;
}

async function describeResults(context: Context, checkId: string): Promise<ConflictResult[]> {
  return (await listResults(context, checkId)).map((row) => redactMatch(context, describeResult(row)));
}

function describeResult(row: ResultRow): ConflictResult {
  return ConflictResult.parse({ ...row, matchBand: bandOf(row.matchScore) });
}

/**
 * Searches and stores terms and all results, whatever the caller can read of them.
 *
 * @param except the ID of the record that the check is about, which has the names that are searched
 * @throws NOT_FOUND for the case or the lead; VALIDATION_FAILED
 */
export async function createConflictCheck(
  context: Context,
  { terms, leadId, caseId }: NewConflictCheck,
  except?: string,
) {
  if (leadId !== undefined && caseId !== undefined)
    throw invalidInput({ path: "leadId", message: "must not be sent with caseId" });
  await lockSubjectForShare(context, caseId, leadId);
  const { matches, isCut, commonWords } = await searchUnredacted(context, terms);
  const others = matches.filter(({ entityId }) => entityId !== except);
  const id = createId("conflictCheck");
  const check = {
    id,
    status: "completed",
    terms: JSON.stringify(terms.map(({ lastFour: _notStored, ...term }) => term)),
    isCut,
    commonWords,
    leadId: leadId ?? null,
    caseId: caseId ?? null,
    requestedBy: JSON.stringify(describeActor(context.principal)),
    completedAt: new Date().toISOString(),
  };
  const results = others.map(({ matchBand: _derived, ...match }, index) => ({
    ...match,
    id: createId("conflictResult"),
    position: index + 1,
  }));
  await insertCheck(context, check, results);
  const created = await getCheckRow(context, id);
  recordCheckEvent(context, "conflict_check.created", created, {});
  return { conflictCheck: ConflictCheck.parse(created), results: await describeResults(context, id) };
}

/** @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case */
async function lockSubjectForShare(
  context: Context,
  caseId: string | undefined,
  leadId: string | undefined,
): Promise<void> {
  if (caseId !== undefined) await lockCaseForShare(context, caseId);
  if (leadId !== undefined) await lockLeadForShare(context, leadId);
}

/** Uses the stored ids: a check outlives its case and its lead. */
function relateCheck({ caseId, clientId, leadId }: NamedCheckRow): RecordReference[] {
  if (caseId !== null && clientId !== null) return relateCase(caseId, clientId);
  return leadId === null ? [] : [{ entity: "lead", id: leadId }];
}

/**
 * Decides a result. The scope to write checks is enough, even if the result is redacted for the caller.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the check is closed; STALE_REVISION
 */
export async function decideConflictResult(
  context: Context,
  checkId: string,
  resultId: string,
  decided: ResultDecision,
) {
  const before = await lockOpenCheckForUpdate(context, checkId);
  const result = await findResult(context, checkId, resultId);
  if (result === undefined) throw notFound("Result");
  await decideResult(context, resultId, decided);
  const conflictCheck = await writeCheck(context, before, {}, "conflict_check.updated");
  return { conflictCheck, result: redactMatch(context, describeResult({ ...result, ...decided })) };
}

async function lockOpenCheckForUpdate(context: Context, checkId: string): Promise<CheckRow> {
  const check = await lockCheckRowForUpdate(context, checkId);
  if (check === undefined) throw notFound("Conflict check");
  if (check.decision !== "pending")
    throw invalidState(`The conflict check was closed as ${check.decision}; create a new one`);
  return check;
}

/**
 * @throws NOT_FOUND for the check or the waiver; INVALID_STATE_TRANSITION while results are undecided or contradict the
 *   outcome; STALE_REVISION
 */
export async function closeConflictCheck(
  context: Context,
  checkId: string,
  { decision, note, waiverDocumentId }: CloseInput,
): Promise<ConflictCheck> {
  if (decision === "waived" && waiverDocumentId === null)
    throw invalidInput({ path: "waiverDocumentId", message: "required for waived" });
  if (decision !== "waived" && waiverDocumentId !== null)
    throw invalidInput({ path: "waiverDocumentId", message: "allowed only for waived" });
  const before = await lockOpenCheckForUpdate(context, checkId);
  const { undecidedCount, conflictCount } = before;
  if (undecidedCount > 0)
    throw invalidState(`${undecidedCount} of the check's results are undecided; decide each first`);
  if (decision === "clear" && conflictCount > 0) {
    throw invalidState(
      "A check with a result that is a conflict cannot be closed as clear; it allows conflict, waived",
    );
  }
  if (waiverDocumentId !== null) await lockDocumentForShare(context, waiverDocumentId);
  const decidedBy = JSON.stringify(describeActor(context.principal));
  return writeCheck(
    context,
    before,
    { decision, note, waiverDocumentId, decidedBy, decidedAt: new Date().toISOString() },
    "conflict_check.closed",
  );
}

async function writeCheck(
  context: Context,
  before: CheckRow,
  changes: Parameters<typeof updateCheck>[2],
  eventType: "conflict_check.updated" | "conflict_check.closed",
): Promise<ConflictCheck> {
  if (!(await updateCheck(context, before.id, changes))) throw staleRevision("conflict check");
  const row = await getCheckRow(context, before.id);
  const check = ConflictCheck.parse(row);
  recordCheckEvent(context, eventType, row, diffRecords(ConflictCheck.parse(before), check));
  return check;
}

function recordCheckEvent(
  context: Context,
  eventType: "conflict_check.created" | "conflict_check.updated" | "conflict_check.closed",
  check: NamedCheckRow,
  diff: ReturnType<typeof diffRecords>,
): void {
  const relatedIds = [{ entity: "conflict_check", id: check.id }, ...relateCheck(check)];
  recordEvent(context, { eventType, entityId: check.id, payload: ConflictCheck.parse(check), diff, relatedIds });
}
