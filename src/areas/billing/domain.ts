import { AppError, notFound } from "../../contract/error-codes.ts";
import { describeRefusedMove } from "../../contract/messages.ts";
import { staleRevision } from "../../contract/revision.ts";
import { announce, diffRecords } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { relateCase } from "../cases/domain.ts";
import { Invoice } from "./schema.ts";
import type { InvoiceStatus } from "./schema.ts";
import { lockInvoice, moveInvoice } from "./store.ts";
import type { InvoiceRow } from "./store.ts";

/** Which status may follow which. Source: specification, "States and transitions"; contract, "Invoice moves". */
export const invoiceMoves = {
  draft: ["sent", "to_be_paid"],
  sent: ["paid", "partial", "overdue", "to_be_paid"],
  to_be_paid: ["partial", "paid"],
  partial: ["paid", "overdue"],
  overdue: ["partial", "paid"],
  paid: [],
} as const satisfies Record<InvoiceStatus, readonly InvoiceStatus[]>;

/** @throws INVALID_STATE_TRANSITION naming the allowed moves; also when the status would stay the same */
export function requireMove(from: InvoiceStatus, to: InvoiceStatus): void {
  const allowed: readonly InvoiceStatus[] = invoiceMoves[from];
  if (allowed.includes(to)) return;
  throw new AppError("INVALID_STATE_TRANSITION", describeRefusedMove("An invoice", from, to, allowed));
}

function describeInvoice(row: InvoiceRow): Invoice {
  const status = row.status as InvoiceStatus;
  return Invoice.parse({
    ...row,
    availableTransitions: invoiceMoves[status],
    currency: "USD",
    balanceCents: row.totalCents - row.paidCents,
  });
}

/**
 * Moves an invoice to another status. `sent` dates it; `paid` settles its balance.
 * @throws NOT_FOUND, INVALID_STATE_TRANSITION, STALE_REVISION
 */
export async function transitionInvoice(context: Context, invoiceId: string, to: InvoiceStatus): Promise<Invoice> {
  const before = await lockInvoice(context, invoiceId);
  if (before === undefined) throw notFound("Invoice");
  requireMove(before.status as InvoiceStatus, to);
  const moved = await moveInvoice(context, invoiceId, to, { markSent: to === "sent", markPaid: to === "paid" });
  if (moved === undefined) throw staleRevision("invoice");
  const invoice = describeInvoice({ ...before, ...moved });
  announce(context, {
    eventType: "invoice.status_changed",
    entityId: invoice.id,
    payload: invoice,
    diff: diffRecords(describeInvoice(before), invoice),
    relatedIds: relateCase(before.caseId, before.clientId),
  });
  return invoice;
}
