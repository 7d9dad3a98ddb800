import type { Context } from "../../../rpc/context.ts";
import { receivePayment, voidPayment } from "./domain.ts";

/** What a settlement statement pays of an invoice, in US cents. */
export interface StatementInvoice {
  /** Of the statement, and of its line. */
  statementId: string;
  key: string;
  invoiceId: string;
  amountCents: number;
  /** The payment that it recorded; null until then. */
  paymentId: string | null;
}

/**
 * Records the payments of invoices by a statement that is in force, and voids those of the one that was: a payment of
 * the same amount stays. The caller has locked the case.
 *
 * @returns the payment of each line that is in force
 */
export async function settleInvoices(
  context: Context,
  { before, after }: { before: readonly StatementInvoice[]; after: readonly StatementInvoice[] },
): Promise<{ key: string; paymentId: string }[]> {
  const kept = new Map<string, string>();
  for (const { key, invoiceId, amountCents, paymentId } of before) {
    if (paymentId === null) continue;
    const next = after.find((line) => line.invoiceId === invoiceId);
    if (next?.amountCents === amountCents) kept.set(key, paymentId);
    else await voidPayment(context, paymentId, "The settlement statement that paid it was withdrawn or replaced");
  }
  const payments: { key: string; paymentId: string }[] = [];
  for (const { key, invoiceId, amountCents, statementId } of after) {
    const paymentId = kept.get(key) ?? (await pay(context, invoiceId, { amountCents, statementId }));
    payments.push({ key, paymentId });
  }
  return payments;
}

async function pay(
  context: Context,
  invoiceId: string,
  { amountCents, statementId }: { amountCents: number; statementId: string },
): Promise<string> {
  const { id } = await receivePayment(context, invoiceId, {
    amountCents,
    method: "settlement_proceeds",
    reference: `Settlement statement ${statementId}`,
  });
  return id;
}
