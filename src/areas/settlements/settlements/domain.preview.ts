import { notFound } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { calculateStatement, type DraftLine } from "../calculation/domain.assemble.ts";
import { settlements } from "./domain.ts";
import type { CalculatedShare, SettlementPreview } from "./schema.preview.ts";
import type { PayerRow, SettlementRow, ShareRow } from "./store.ts";

/**
 * What the shares of a settlement would be paid to, also with other numbers than are stored. It writes nothing, and a
 * shortfall is shown rather than rejected.
 *
 * @throws NOT_FOUND, also for a payer, a share or a chosen record; VALIDATION_FAILED for members that do not belong
 *   together; INVALID_STATE_TRANSITION for referral fees above the fee
 */
export async function previewSettlement(
  context: Context,
  settlementId: string,
  preview: SettlementPreview,
): Promise<CalculatedShare[]> {
  const row = await settlements.getRow(context, { id: settlementId });
  const numbers = replaceNumbers(row, preview);
  const chosen = new Map((preview.shares ?? []).map((share) => [share.shareId, share]));
  const wanted = chosen.size === 0 ? numbers.shares : numbers.shares.filter(({ id }) => chosen.has(id));
  const calculated: CalculatedShare[] = [];
  for (const { id: shareId } of wanted) {
    const { shareId: _shareId, grossCents: _gross, approvedFeeCents: _fee, ...choices } = chosen.get(shareId) ?? {};
    const found = await calculateStatement(context, { ...numbers, shareId }, choices);
    const { lines, totals, details, warnings, shortCents, suggestion } = found;
    calculated.push({
      shareId,
      lines: lines.map(describeLine),
      totals,
      calculation: details,
      warnings: [...warnings],
      shortCents,
      suggestion,
    });
  }
  return calculated;
}

/** @throws NOT_FOUND for a payer or a share of another settlement */
function replaceNumbers(row: SettlementRow, { agreedOn, feeTrigger, payers = [], shares = [] }: SettlementPreview) {
  const ofPayer = new Map(payers.map(({ payerId, ...numbers }) => [payerId, numbers]));
  const ofShare = new Map(shares.map((share) => [share.shareId, share]));
  if ([...ofPayer.keys()].some((id) => !row.payers.some((payer) => payer.id === id))) throw notFound("Payer");
  if ([...ofShare.keys()].some((id) => !row.shares.some((share) => share.id === id))) throw notFound("Share");
  return {
    settlement: {
      id: row.id,
      caseId: row.caseId,
      agreedOn: agreedOn ?? row.agreedOn,
      feeTrigger: feeTrigger ?? row.feeTrigger,
    },
    payers: row.payers.map((payer): PayerRow => {
      const { grossCents, paidDirectCents, isFeeBearing } = { ...payer, ...ofPayer.get(payer.id) };
      return {
        ...payer,
        grossCents: grossCents ?? payer.grossCents,
        paidDirectCents: paidDirectCents ?? payer.paidDirectCents,
        isFeeBearing: isFeeBearing ?? payer.isFeeBearing,
      };
    }),
    shares: row.shares.map((share): ShareRow => {
      const { grossCents = share.grossCents, approvedFeeCents = share.approvedFeeCents } = ofShare.get(share.id) ?? {};
      return { ...share, grossCents, approvedFeeCents };
    }),
  };
}

function describeLine(line: DraftLine): CalculatedShare["lines"][number] {
  const { key, kind, label, amountCents, computedCents, reductionCents, explanation, source } = line;
  const { payeeType: type, payeeContactId: contactId, payeeName: name } = line;
  const payee = type === null ? null : { type, contactId, name };
  return { key, kind, label, payee, amountCents, computedCents, reductionCents, explanation, source };
}
