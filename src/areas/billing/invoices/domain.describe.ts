import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../../rpc/context.ts";
import { relateCase } from "../../cases/domain.ts";
import { Invoice, type InvoiceStatus } from "./schema.ts";
import type { InvoiceRow } from "./store.ts";

export const invoiceTransitions = {
  draft: ["sent", "to_be_paid"],
  sent: ["paid", "partial", "overdue", "to_be_paid"],
  to_be_paid: ["partial", "paid"],
  partial: ["paid", "overdue"],
  overdue: ["partial", "paid"],
  paid: [],
} as const satisfies Record<InvoiceStatus, readonly InvoiceStatus[]>;

export const invoiceStates: StateMachine<InvoiceStatus> = {
  noun: "An invoice",
  operation: "invoices.transition",
  transitions: invoiceTransitions,
};

/** @throws INVALID_STATE_TRANSITION naming the allowed moves; also when the status would stay the same */
export function assertInvoiceTransition(from: InvoiceStatus, to: InvoiceStatus): void {
  requireTransition(invoiceStates, from, to);
}

export function describeInvoice(row: InvoiceRow): Invoice {
  return Invoice.parse({
    ...row,
    availableTransitions: invoiceTransitions[row.status],
    currency: "USD",
    balanceCents: row.totalCents - row.paidCents,
  });
}

/**
 * Records an invoice event.
 *
 * @param before null for a new invoice
 * @returns the invoice in its wire form
 */
export function recordInvoiceEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  before: InvoiceRow | null,
  after: InvoiceRow,
): Invoice {
  const payload = describeInvoice(after);
  const diff = before === null ? {} : diffRecords(describeInvoice(before), payload);
  recordEvent(context, {
    eventType,
    entityId: payload.id,
    payload,
    diff,
    relatedIds: relateCase(after.caseId, after.clientId),
  });
  return payload;
}
