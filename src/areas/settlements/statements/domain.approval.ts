import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { dayOf } from "../../../platform/local-time.ts";
import { assertNotFuture, readTimezone } from "../../../platform/database/organization-day.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { updateRow, type Written } from "../../../rpc/resource/store.ts";
import { putOnLegalHold } from "../../documents/domain.legal-hold.ts";
import { recordStatementEvent } from "./domain.describe.ts";
import { getStatementRow } from "./domain.ts";
import type { StatementTransition } from "./schema.ts";
import {
  carryTaken,
  findContentType,
  findOfShare,
  findSignedSubject,
  statementRows,
  type LineRow,
  type StatementRow,
} from "./store.ts";

/** The client's signature: as a request names it, or as a completed signature request has it. */
export type Evidence =
  | NonNullable<StatementTransition["approval"]>
  | { method: "esign"; esignRequestId: string; documentId: string; signedOn: string };

/**
 * Checks the client's signature and puts its document on legal hold.
 *
 * @returns the columns of the approval
 * @throws NOT_FOUND for a document that is no PDF of the case, and for a request that is not completed or not about this
 *   statement; VALIDATION_FAILED for a day in the future
 */
export async function prepareApproval(
  context: Context,
  { id, caseId }: StatementRow,
  evidence: Evidence,
): Promise<Written<"SettlementStatement">> {
  const { on, documentId, esignRequestId } = await readEvidence(context, id, evidence);
  await assertNotFuture(context, { "approval.on": on });
  if ((await findContentType(context, documentId)) !== "application/pdf") throw notFound("Signed PDF");
  await putOnLegalHold(withoutIfMatch(context), caseId, documentId);
  return {
    approvalMethod: evidence.method,
    approvedOn: on,
    approvalDocumentId: documentId,
    approvalEsignRequestId: esignRequestId,
  };
}

/** @throws NOT_FOUND */
async function readEvidence(
  context: Context,
  statementId: string,
  evidence: Evidence,
): Promise<{ on: string; documentId: string; esignRequestId: string | null }> {
  if (evidence.method === "wet_signature")
    return { on: evidence.on, documentId: evidence.documentId, esignRequestId: null };
  const { esignRequestId } = evidence;
  if ("signedOn" in evidence) return { on: evidence.signedOn, documentId: evidence.documentId, esignRequestId };
  const signed = await findSignedSubject(context, esignRequestId, statementId);
  if (signed === undefined) throw notFound("Completed signature request about the statement");
  const on = dayOf(signed.allSignedAt, await readTimezone(context));
  return { on, documentId: signed.documentId, esignRequestId };
}

/**
 * Supersedes the approved version of a share by the next one that is about to be approved. What disbursements took of
 * its lines is carried over to the same lines of the next version; its own numbers stay as they were.
 *
 * @throws INVALID_STATE_TRANSITION where the next version pays less than was taken, or pays it to somebody else
 */
export async function supersede(context: Context, next: StatementRow): Promise<void> {
  const formerId = await findOfShare(context, next.shareId, "approved");
  if (formerId === undefined) return;
  const former = await getStatementRow(context, formerId);
  for (const line of former.lines.filter(({ takenCents }) => takenCents > 0)) assertStillPaid(line, next.lines);
  await carryTaken(context, next.id, carryOver(former.lines, next.lines));
  const after = await updateRow(context, statementRows, formerId, { status: "superseded" });
  if (after === undefined) throw notFound("Settlement statement");
  recordStatementEvent(context, "settlement_statement.superseded", former, after);
}

/** What was given back of a line is at most what the next version has left of it. */
function carryOver(former: readonly LineRow[], next: readonly LineRow[]) {
  return former.flatMap(({ key, takenCents, disbursedCents, returnedCents }) => {
    const line = next.find((each) => each.key === key);
    if (line === undefined || takenCents + returnedCents === 0) return [];
    const leftCents = line.authorizedCents - disbursedCents;
    return [{ key, takenCents, disbursedCents, returnedCents: Math.min(returnedCents, leftCents) }];
  });
}

const whom = ({ payeeType, payeeContactId, sourceId, label }: LineRow) =>
  JSON.stringify([payeeType, payeeContactId, sourceId, label]);

/** @throws INVALID_STATE_TRANSITION */
function assertStillPaid(taken: LineRow, lines: readonly LineRow[]): void {
  const line = lines.find(({ key }) => key === taken.key);
  const message = `${taken.takenCents} cents of the line ${taken.key} are requested or paid`;
  if (line === undefined || line.authorizedCents < taken.takenCents)
    throw invalidState(
      `${message}, and this version pays ${line?.authorizedCents ?? 0}: cancel or void disbursements first`,
    );
  if (whom(line) !== whom(taken)) throw invalidState(`${message}, and this version pays it to someone else`);
}
