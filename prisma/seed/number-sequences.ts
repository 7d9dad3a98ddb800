import type { Firm } from "./firm.ts";

/** Lets the firm's numbers go on from those that its records bear: `2026-000123`, `L-2026-000060`, `INV-2026-00042`. */
export function continueNumbers({ organizationId, rows, add }: Firm): void {
  const borne = {
    case: rows.Case.map(({ sequenceId }) => sequenceId),
    lead: rows.Lead.map(({ sequenceId }) => sequenceId),
    invoice: rows.Invoice.map(({ invoiceNumber }) => invoiceNumber),
    expense: rows.Expense.map(({ sequenceId }) => sequenceId),
    esign_request: rows.EsignRequest.map(({ sequenceId }) => sequenceId),
    settlement: rows.Settlement.map(({ sequenceId }) => sequenceId),
    trust_disbursement: rows.TrustDisbursement.map(({ sequenceId }) => sequenceId),
    referral: rows.Referral.map(({ sequenceId }) => sequenceId),
    retrieval_request: rows.RetrievalRequest.map(({ requestNumber }) => requestNumber),
  };
  for (const [kind, numbers] of Object.entries(borne)) {
    const last = new Map<number, number>();
    for (const number of numbers) {
      const [count = 0, year = 0] = number.split("-").toReversed().map(Number);
      last.set(year, Math.max(last.get(year) ?? 0, count));
    }
    add({ NumberSequence: [...last].map(([year, count]) => ({ organizationId, kind, year, last: count })) });
  }
}
