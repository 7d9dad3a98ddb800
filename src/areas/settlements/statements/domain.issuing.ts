import { invalidState } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { SettlementRow } from "../settlements/store.ts";
import { calculateStatement, type AssembledStatement } from "../calculation/domain.assemble.ts";
import { describeStatement } from "./domain.describe.ts";
import { assertFresh } from "./domain.locks.ts";
import type { StatementChoices } from "./schema.ts";
import type { ClaimedLien } from "../calculation/store.inputs.ts";
import type { LineRow, StatementRow } from "./store.ts";

/**
 * Checks that a draft can be issued: it is calculated anew, and says the same; liens, court and limits of the fee allow
 * it.
 *
 * @throws INVALID_STATE_TRANSITION, with everything that fails
 */
export async function assertIssuable(
  context: Context,
  statement: StatementRow,
  settlement: SettlementRow,
): Promise<void> {
  assertFresh(statement);
  const { payers, shares } = settlement;
  const { shareId } = statement;
  const assembled = await calculateStatement(context, { settlement, payers, shares, shareId }, readChoices(statement));
  // Court actions, referrals and rules count besides what makes a statement stale.
  assertFresh({ isStale: !saysTheSame(statement.lines, assembled) });
  const share = shares.find(({ id }) => id === shareId);
  const failing = [
    ...listFailingLiens(statement.lines, assembled.checks.liens),
    ...listMissingLiens(assembled.checks),
    ...listFailingCourt(share?.courtApproval ?? "not_required"),
    ...listFailingCap(statement, assembled),
  ];
  if (failing.length > 0) throw invalidState(`The statement cannot be issued: ${failing.join("; ")}`);
}

/** What was chosen of a statement, to calculate it anew. */
function readChoices(row: StatementRow): StatementChoices {
  const { feeReductionCents, feeReductionReason, awardedFeeCents, costs, liens, ...statement } = describeStatement(row);
  const { otherDeductions, holdbacks, capOverrideDocumentId } = statement;
  return {
    feeReductionCents,
    ...(feeReductionReason !== null && { feeReductionReason }),
    awardedFeeCents,
    costs,
    liens,
    otherDeductions,
    holdbacks,
    capOverrideDocumentId,
  };
}

const saysTheSame = (lines: readonly LineRow[], assembled: AssembledStatement): boolean =>
  JSON.stringify(lines.map(({ key, kind, amountCents }) => [key, kind, amountCents])) ===
  JSON.stringify(assembled.lines.map(({ key, kind, amountCents }) => [key, kind, amountCents]));

/** Each lien is settled, or enough is held back for it. */
function listFailingLiens(lines: readonly LineRow[], liens: readonly ClaimedLien[]): string[] {
  const byLien = new Map(
    lines.flatMap((line) => (line.sourceEntity === "lien" ? [[line.sourceId, line] as const] : [])),
  );
  return liens.flatMap((lien) => {
    const failure = findFailure(lien, byLien.get(lien.id));
    return failure === null ? [] : [`a ${lien.type} lien ${failure}`];
  });
}

function findFailure({ status, auditedCents, finalCents }: ClaimedLien, line: LineRow | undefined): string | null {
  if (status === "waived" || status === "withdrawn") return null;
  if (finalCents !== null) return findFailureOfFinal(finalCents, line);
  if (auditedCents === null) return "has no amount yet";
  if (line?.kind !== "holdback")
    return `is ${status}: hold back its ${auditedCents} cents, or wait for its final letter`;
  return line.amountCents < auditedCents
    ? `is ${status}: ${line.amountCents} of its ${auditedCents} cents are held back`
    : null;
}

/** What the lienholder's letter says wins. */
function findFailureOfFinal(finalCents: number, line: LineRow | undefined): string | null {
  if (line === undefined || line.amountCents === finalCents) return null;
  if (line.kind === "holdback" && line.amountCents > finalCents) return null;
  return `is final with ${finalCents} cents, and the statement has ${line.amountCents}`;
}

/** Of a claimant who is a party the firm has no such record: drafts warn of it. */
function listMissingLiens({ facts, liens, isClient }: AssembledStatement["checks"]): string[] {
  if (!isClient) return [];
  const has = (type: string) => liens.some((lien) => lien.type === type);
  const { medicareBeneficiary, medicaidBeneficiary, childSupportObligation } = facts;
  return [
    ...(medicareBeneficiary === "yes" && !has("medicare")
      ? ["the client has Medicare, and the case no Medicare lien"]
      : []),
    ...(medicaidBeneficiary === "yes" && !has("medicaid")
      ? ["the client has Medicaid, and the case no Medicaid lien"]
      : []),
    ...(childSupportObligation === true && !has("child_support")
      ? ["the client owes child support, and the case has no child support lien"]
      : []),
  ];
}

function listFailingCourt(courtApproval: string): string[] {
  if (courtApproval === "required") return ["the court has not approved the share"];
  return courtApproval === "denied" ? ["the court denied its approval of the share"] : [];
}

function listFailingCap({ capOverrideDocumentId }: StatementRow, { checks: { cap } }: AssembledStatement): string[] {
  if (cap === null || cap.violation === null || capOverrideDocumentId !== null) return [];
  return [`${cap.violation}; name the document that allows it in capOverrideDocumentId of the next version`];
}
