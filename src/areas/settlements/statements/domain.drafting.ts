import { invalidState, limitReached } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { lockCaseForUpdate } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { lockSettlementForUpdate } from "../settlements/domain.locks.ts";
import { refreshSettlement } from "../settlements/domain.refresh.ts";
import { isInForce } from "../settlements/domain.states.ts";
import { calculateStatement, type AssembledStatement, type DraftLine } from "../calculation/domain.assemble.ts";
import { recordStatementEvent } from "./domain.describe.ts";
import { getStatementRow } from "./domain.ts";
import { maxLines } from "./domain.limits.ts";
import type { NewStatement, Statement } from "./schema.ts";
import { readBasis } from "./store.stale.ts";
import { findLastVersion, insertLines, lockShareForUpdate, statementRows } from "./store.ts";

/** How many versions the statement of a share has at most. */
const maxVersions = 100;

/**
 * Drafts the next version of a share's statement, from what the case has now. The case is locked for update, so that
 * nothing it rests on changes meanwhile.
 *
 * @throws NOT_FOUND for what it refers to; VALIDATION_FAILED; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived
 *   case, for a settlement that nobody has agreed on, for deductions above the share, and at 100 versions or 300 lines
 */
export async function draftStatement(context: Context, settlementId: string, given: NewStatement): Promise<Statement> {
  const { otherDeductions = [], holdbacks = [] } = given;
  const payees = await lockContactsForShare(
    context,
    [...otherDeductions, ...holdbacks].map(({ payeeContactId }) => payeeContactId),
  );
  const { row: settlement } = await lockSettlementForUpdate(context, settlementId, lockCaseForUpdate);
  assertAgreed(settlement);
  const { payers, shares, caseId } = settlement;
  const { shareId, note = null, externalId = null, ...chosen } = given;
  await lockNamedForShare(context, caseId, { documentIds: [given.capOverrideDocumentId] });
  const assembled = await calculateStatement(context, { settlement, payers, shares, shareId }, chosen);
  assertCovered(assembled);
  await lockShareForUpdate(context, shareId);
  const version = (await findLastVersion(context, shareId)) + 1;
  if (version > maxVersions) throw tooMany(`The share has ${maxVersions} versions of its statement`);
  const claimantPartyId = shares.find(({ id }) => id === shareId)?.claimantPartyId ?? null;
  const id = createId("settlementStatement");
  await insertRow(context, statementRows, {
    id,
    caseId,
    settlementId,
    shareId,
    claimantPartyId,
    version,
    feeReductionCents: chosen.feeReductionCents ?? 0,
    feeReductionReason: chosen.feeReductionReason ?? null,
    awardedFeeCents: chosen.awardedFeeCents ?? null,
    costs: toJson(chosen.costs),
    liens: toJson(chosen.liens),
    capOverrideDocumentId: chosen.capOverrideDocumentId ?? null,
    note,
    ...assembled.totals,
    calculation: JSON.stringify(assembled.details),
    warnings: JSON.stringify(assembled.warnings),
    ...(await readBasis(context, { caseId, settlementId, claimantPartyId })),
    externalId,
    createdBy: describeActor(context.principal),
  });
  const names = new Map(payees.map((payee) => [payee.id, payee.name]));
  await insertLines(
    context,
    id,
    assembled.lines.map((line, place) => toRow(line, place, names)),
  );
  const statement = recordStatementEvent(
    context,
    "settlement_statement.created",
    null,
    await getStatementRow(context, id),
  );
  await refreshSettlement(context, settlementId);
  return statement;
}

const toJson = (chosen: readonly object[] | null | undefined): string | null =>
  chosen === undefined || chosen === null ? null : JSON.stringify(chosen);

const tooMany = (message: string) => limitReached(message);

/** @throws INVALID_STATE_TRANSITION */
export function assertAgreed({ status }: { status: string }): void {
  if (!isInForce(status) || status === "closed")
    throw invalidState(
      `The settlement is ${status}: a statement is drafted once it is agreed; calculate a preview instead`,
    );
}

/** @throws INVALID_STATE_TRANSITION */
function assertCovered({ shortCents, suggestion, lines }: AssembledStatement): void {
  if (lines.length > maxLines)
    throw tooMany(`The statement has ${lines.length} lines; at most ${maxLines} are allowed`);
  if (shortCents === 0) return;
  const proposed = suggestion?.map(({ lienId, amountCents }) => `${lienId} ${amountCents} cents`).join(", ");
  const way = proposed === undefined ? "" : `; in proportion the liens would be paid ${proposed}`;
  throw invalidState(`The deductions exceed the share by ${shortCents} cents${way}`);
}

function toRow({ source, ...line }: DraftLine, place: number, names: ReadonlyMap<string, string>) {
  const { key, kind, label, explanation, amountCents, computedCents, reductionCents } = line;
  const { authorizedCents, payeeType, payeeContactId, payeeName } = line;
  return {
    key,
    position: place + 1,
    kind,
    label,
    explanation,
    amountCents,
    computedCents,
    reductionCents,
    authorizedCents,
    payeeType,
    payeeContactId,
    payeeName: payeeName ?? (payeeContactId === null ? null : (names.get(payeeContactId) ?? null)),
    sourceEntity: source?.entity ?? null,
    sourceId: source?.id ?? null,
  };
}
