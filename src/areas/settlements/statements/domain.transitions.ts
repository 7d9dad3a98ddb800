import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { updateRow, type Written } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { refreshSettlement } from "../settlements/domain.refresh.ts";
import { prepareApproval, supersede, type Evidence } from "./domain.approval.ts";
import { recordStatementEvent } from "./domain.describe.ts";
import { assertAgreed } from "./domain.drafting.ts";
import { assertIssuable } from "./domain.issuing.ts";
import { assertFresh, lockStatementForUpdate, type LockedStatement } from "./domain.locks.ts";
import { trackReimbursement } from "./domain.reimbursement.ts";
import { assertStatementTransition } from "./domain.states.ts";
import { getStatementRow } from "./domain.ts";
import type { Statement, StatementTransition } from "./schema.ts";
import { enqueueRendering } from "../rendering/store.queue.ts";
import { findOfShare, listOpenOf, statementRows } from "./store.ts";

/**
 * Moves a statement to another status.
 *
 * @throws NOT_FOUND, also for evidence; STALE_REVISION; VALIDATION_FAILED for members that do not belong together;
 *   INVALID_STATE_TRANSITION for another status, for a stale statement, and for what keeps it from being issued
 */
export async function transitionStatement(
  context: Context,
  statementId: string,
  transition: StatementTransition,
): Promise<Statement> {
  checkMembers(transition);
  const locked = await lockStatementForUpdate(context, statementId, lockLiveCaseForUpdate);
  const { statement } = locked;
  const { status, reason = null, approval } = transition;
  assertStatementTransition(statement.status, status);
  requireExpected(context.expectedRevisions, "settlement statement", statement.revision);
  if (status === "issued") return issueStatement(context, locked);
  if (approval !== undefined) return approveStatement(context, locked, approval);
  return endStatement(context, locked, { status, reason });
}

/** @throws VALIDATION_FAILED */
function checkMembers({ status, reason, approval }: StatementTransition): void {
  if ((status === "approved") !== (approval !== undefined))
    throw invalidInput({ path: "approval", message: "required for approved, and allowed only with it" });
  if (status === "voided" && reason === undefined) throw invalidInput({ path: "reason", message: "required: why" });
}

/** Changes a locked statement, and what follows from the statements in force of its share. */
async function applyTransition(
  context: Context,
  { statement: before }: LockedStatement,
  columns: Written<"SettlementStatement">,
  eventType: EventType,
): Promise<Statement> {
  const followReimbursement = await trackReimbursement(context, before.caseId, before.shareId);
  await updateRow(context, statementRows, before.id, columns);
  await followReimbursement();
  const statement = recordStatementEvent(context, eventType, before, await getStatementRow(context, before.id));
  await refreshSettlement(context, before.settlementId);
  return statement;
}

async function issueStatement(context: Context, locked: LockedStatement): Promise<Statement> {
  const { statement, settlement } = locked;
  assertAgreed(settlement);
  if ((await findOfShare(context, statement.shareId, "issued")) !== undefined)
    throw invalidState("Another version of the share's statement is issued; decline or void it first");
  await assertIssuable(context, statement, settlement);
  const columns = { status: "issued", statusReason: null, issuedOn: await readToday(context) };
  const issued = await applyTransition(context, locked, columns, "settlement_statement.issued");
  await enqueueRendering(context, statement.id);
  return issued;
}

/**
 * Approves a locked statement by the client's signature. The version that was approved before is superseded, and what
 * was paid of it counts as paid of this one.
 *
 * @throws NOT_FOUND for the evidence; INVALID_STATE_TRANSITION
 */
async function approveStatement(context: Context, locked: LockedStatement, evidence: Evidence): Promise<Statement> {
  const { statement } = locked;
  assertFresh(statement);
  const columns = await prepareApproval(context, statement, evidence);
  await supersede(context, statement);
  const approved = await applyTransition(
    context,
    locked,
    { status: "approved", statusReason: null, ...columns },
    "settlement_statement.approved",
  );
  await context.hooks.referralFeeStated(context, statement.caseId);
  return approved;
}

const endings = {
  declined: "settlement_statement.declined",
  voided: "settlement_statement.voided",
} as const satisfies Record<string, EventType>;

function endStatement(
  context: Context,
  locked: LockedStatement,
  { status, reason }: { status: string; reason: string | null },
): Promise<Statement> {
  if (status !== "declined" && status !== "voided") throw new Error(`${status} is no end of a statement`);
  return applyTransition(context, locked, { status, statusReason: reason }, endings[status]);
}

/**
 * Voids all statements of a settlement that came to nothing, and takes back what they reimbursed. The caller has locked
 * the case FOR NO KEY UPDATE and the settlement; nothing is deposited, so nothing is paid.
 */
export async function endStatements(context: Context, settlementId: string, reason: string | null): Promise<void> {
  for (const id of await listOpenOf(context, settlementId)) {
    const before = await getStatementRow(context, id);
    const followReimbursement = await trackReimbursement(context, before.caseId, before.shareId);
    const after = await updateRow(context, statementRows, id, { status: "voided", statusReason: reason });
    if (after === undefined) throw notFound("Settlement statement");
    await followReimbursement();
    recordStatementEvent(context, "settlement_statement.voided", before, after);
  }
}

/**
 * What the signature, or the refusal, of a request about a statement does to it. The caller has locked the case.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where it is not issued, or stale
 */
export async function followSignature(
  context: Context,
  {
    subjectId,
    ...signed
  }: { subjectId: string } & (
    | { esignRequestId: string; documentId: string; signedOn: string }
    | { reason: string | null }
  ),
): Promise<void> {
  const apart = withoutIfMatch(context);
  const locked = await lockStatementForUpdate(apart, subjectId, lockLiveCaseForUpdate);
  if ("reason" in signed) {
    assertStatementTransition(locked.statement.status, "declined");
    await endStatement(apart, locked, { status: "declined", reason: signed.reason });
    return;
  }
  assertStatementTransition(locked.statement.status, "approved");
  await approveStatement(apart, locked, { method: "esign", ...signed });
}
