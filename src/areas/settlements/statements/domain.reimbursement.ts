import type { EventType } from "../../../contract/events/event-types.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { settleExpenses, type StatementCost } from "../../billing/expenses/domain.reimbursement.ts";
import { settleInvoices } from "../../billing/payments/domain.settlement.ts";
import { listHeldLines, type HeldLine } from "../calculation/store.inputs.ts";
import { writePayments } from "./store.ts";

/** The events of what a change of statements in force changes besides. */
export const reimbursementEvents = [
  "expense.reimbursed",
  "expense.updated",
  "payment.received",
  "payment.voided",
  "invoice.updated",
  "invoice.status_changed",
] as const satisfies readonly EventType[];

/** Whether a line pays costs or an invoice, which statements in force and disbursements that are voided change. */
export const paysCosts = (lineKey: string): boolean => /^(?:case_cost|vendor_cost|invoice):/u.test(lineKey);

/**
 * Follows a change of the statements in force of a share, or of what was given back of their lines, which decides what
 * of costs and invoices is reimbursed. The caller has locked the case FOR NO KEY UPDATE.
 *
 * @returns writes the difference into expenses and invoices, with their events; call it after the change
 */
export async function trackReimbursement(
  context: Context,
  caseId: string,
  shareId: string,
): Promise<() => Promise<void>> {
  const before = await listHeldLines(context, caseId);
  return async () => {
    const after = await listHeldLines(context, caseId);
    // If-Match names the statement's revision.
    const apart = withoutIfMatch(context);
    await settleExpenses(apart, {
      before: readCosts(before, shareId),
      after: readCosts(after, shareId),
      heldBy: new Map(after.map(({ sourceId, statementId }) => [sourceId, statementId])),
    });
    const payments = await settleInvoices(apart, {
      before: readInvoices(before, shareId),
      after: readInvoices(after, shareId),
    });
    const inForce = after.find((line) => line.shareId === shareId)?.statementId;
    if (inForce !== undefined) await writePayments(context, inForce, payments);
  };
}

const ofShare = (lines: readonly HeldLine[], shareId: string, kind: string) =>
  lines.filter((line) => line.shareId === shareId && line.kind === kind);

const vendorPrefix = "vendor_cost:";

function readCosts(held: readonly HeldLine[], shareId: string): { statementId: string; costs: StatementCost[] } | null {
  const lines = ofShare(held, shareId, "case_cost");
  const [first] = lines;
  if (first === undefined) return null;
  const byExpense = Map.groupBy(lines, ({ sourceId }) => sourceId);
  const costs = [...byExpense].map(([expenseId, own]) => ({
    expenseId,
    firmCents: sumOf(own.filter(({ key }) => !key.startsWith(vendorPrefix))),
    vendorCents: sumOf(own.filter(({ key }) => key.startsWith(vendorPrefix))),
  }));
  return { statementId: first.statementId, costs };
}

const sumOf = (lines: readonly HeldLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

const readInvoices = (held: readonly HeldLine[], shareId: string) =>
  ofShare(held, shareId, "invoice").flatMap(({ statementId, key, sourceId, amountCents, paymentId }) =>
    amountCents === 0 ? [] : [{ statementId, key, invoiceId: sourceId, amountCents, paymentId }],
  );
