import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { relateCase } from "../../cases/domain.ts";
import { getInvoice, lockInvoiceForUpdate } from "../invoices/domain.ts";
import { updateInvoiceStatusFromPayments } from "../invoices/domain.settlement.ts";
import {
  Payment,
  type NewPayment,
  type PaymentListQuery,
  type PaymentTransition,
  type PaymentStatus,
  type Refund,
} from "./schema.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { findPayment, insertPayment, selectPayments, sumPayments, updatePayment, type PaymentRow } from "./store.ts";

/**
 * Which status of a payment may follow which. A cleared payment is refunded, or voided where nothing of it was
 * refunded.
 */
export const paymentTransitions = {
  pending: ["cleared", "failed", "voided"],
  cleared: ["refunded", "voided"],
  failed: [],
  refunded: [],
  voided: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

export const paymentStates: StateMachine<PaymentStatus> = {
  noun: "A payment",
  operation: "payments.transition",
  transitions: paymentTransitions,
};

function listTransitions({
  status,
  refundedCents,
}: Pick<PaymentRow, "status" | "refundedCents">): readonly PaymentStatus[] {
  const moves: readonly PaymentStatus[] = paymentTransitions[status];
  return refundedCents > 0 ? moves.filter((move) => move !== "voided") : moves;
}

function assertPaymentTransition(row: PaymentRow, to: PaymentStatus): void {
  requireTransition(paymentStates, row.status, to, listTransitions(row));
}

export function describePayment(row: PaymentRow): Payment {
  return Payment.parse({ ...row, availableTransitions: listTransitions(row) });
}

/**
 * A page of an invoice's payments.
 *
 * @throws NOT_FOUND for the invoice
 */
export async function listPayments(
  context: Context,
  invoiceId: string,
  query: PaymentListQuery,
): Promise<{ payments: Payment[]; nextCursor: string | null }> {
  await getInvoice(context, invoiceId);
  const { status, updatedSince, ...page } = query;
  const filters = { status, updatedSince: updatedSince === undefined ? undefined : Date.parse(updatedSince) };
  const list = { name: `payments ${invoiceId}`, alias: "p", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectPayments(context, invoiceId, filters, sorted),
  );
  return { payments: rows.map(describePayment), nextCursor };
}

async function getPaymentRow(context: Context, paymentId: string): Promise<PaymentRow> {
  const row = await findPayment(context, paymentId);
  if (row === undefined) throw notFound("Payment");
  return row;
}

/** @throws NOT_FOUND */
export async function getPayment(context: Context, paymentId: string): Promise<Payment> {
  return describePayment(await getPaymentRow(context, paymentId));
}

function recordPaymentEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  before: PaymentRow | null,
  after: PaymentRow,
): Payment {
  const payload = describePayment(after);
  const diff = before === null ? {} : diffRecords(describePayment(before), payload);
  const relatedIds = [...relateCase(after.caseId, after.clientId), { entity: "invoice", id: after.invoiceId }];
  recordEvent(context, { eventType, entityId: payload.id, payload, diff, relatedIds });
  return payload;
}

const taken = { Payment_organizationId_externalId_key: "externalId: used by another payment" };

/**
 * Inserts a payment of a locked invoice and records its event; the caller updates the invoice.
 *
 * @throws DUPLICATE_ENTRY for the externalId
 */
export async function recordPayment(
  context: Context,
  invoice: InvoiceRow,
  { receivedOn, status = "cleared", ...given }: NewPayment,
): Promise<Payment> {
  const id = createId("payment");
  const createdBy = JSON.stringify(describeActor(context.principal));
  await rejectDuplicates(
    taken,
    insertPayment(context, { ...given, id, invoiceId: invoice.id, status, receivedOn, createdBy }),
    given,
  );
  return recordPaymentEvent(context, "payment.received", null, await getPaymentRow(context, id));
}

async function rejectOverpayment(context: Context, invoice: InvoiceRow, amountCents: number): Promise<void> {
  const { paidCents } = await sumPayments(context, invoice.id);
  const balanceCents = invoice.totalCents - paidCents;
  if (amountCents <= balanceCents) return;
  throw invalidState(`The payment exceeds the balance of ${balanceCents} cents`);
}

/**
 * Records a payment of a sent invoice. A cleared payment updates the invoice's status; a pending one does not.
 *
 * @throws NOT_FOUND for the invoice; INVALID_STATE_TRANSITION for a draft or an overpayment; DUPLICATE_ENTRY for the
 *   externalId
 */
export async function receivePayment(context: Context, invoiceId: string, given: NewPayment): Promise<Payment> {
  const invoice = await lockInvoiceForUpdate(context, invoiceId);
  if (invoice.status === "draft") throw invalidState("A draft accepts no payments; send it first");
  await rejectOverpayment(context, invoice, given.amountCents);
  const payment = await recordPayment(context, invoice, given);
  await updateInvoiceStatusFromPayments(context, invoice);
  return payment;
}

/**
 * Locks the invoice of a payment FOR NO KEY UPDATE until commit, then reads the payment: a payment changes only under
 * the lock of its invoice.
 *
 * @throws NOT_FOUND
 */
async function lockPaymentForUpdate(
  context: Context,
  paymentId: string,
): Promise<{ payment: PaymentRow; invoice: InvoiceRow }> {
  const { invoiceId } = await getPaymentRow(context, paymentId);
  const invoice = await lockInvoiceForUpdate(context, invoiceId);
  return { payment: await getPaymentRow(context, paymentId), invoice };
}

/** Updates a locked payment, records the event, and updates the invoice. */
async function updateLockedPayment(
  context: Context,
  { payment, invoice }: { payment: PaymentRow; invoice: InvoiceRow },
  eventType: EventToRecord["eventType"],
  columns: Parameters<typeof updatePayment>[2],
): Promise<Payment> {
  const isClearing = columns.status === "cleared" && payment.status === "pending";
  if (!(await updatePayment(context, payment.id, columns, isClearing ? "today" : undefined)))
    throw staleRevision("payment");
  const changed = recordPaymentEvent(context, eventType, payment, await getPaymentRow(context, payment.id));
  await updateInvoiceStatusFromPayments(context, invoice);
  return changed;
}

/**
 * Transitions a pending payment to cleared or failed.
 *
 * @throws NOT_FOUND, STALE_REVISION, INVALID_STATE_TRANSITION, also when more would clear than is left to pay
 */
export async function transitionPayment(
  context: Context,
  paymentId: string,
  { status, reason }: PaymentTransition,
): Promise<Payment> {
  const locked = await lockPaymentForUpdate(context, paymentId);
  assertPaymentTransition(locked.payment, status);
  if (status === "cleared") await rejectOverpayment(context, locked.invoice, locked.payment.amountCents);
  return updateLockedPayment(context, locked, "payment.updated", { status, statusReason: reason ?? null });
}

/**
 * Refunds a cleared payment in part or in full.
 *
 * @throws NOT_FOUND, STALE_REVISION, INVALID_STATE_TRANSITION; VALIDATION_FAILED for more than the
 * unrefunded amount
 */
export async function refundPayment(
  context: Context,
  paymentId: string,
  { amountCents, reason }: Refund,
): Promise<Payment> {
  const locked = await lockPaymentForUpdate(context, paymentId);
  const { payment } = locked;
  const refundedCents = payment.refundedCents + amountCents;
  const status = refundedCents === payment.amountCents ? "refunded" : "cleared";
  assertPaymentTransition(payment, "refunded");
  if (refundedCents > payment.amountCents)
    throw invalidInput({ path: "amountCents", message: "must be at most the payment's unrefunded amount" });
  return updateLockedPayment(context, locked, "payment.refunded", { status, refundedCents, statusReason: reason });
}

/**
 * Voids a payment that was recorded by mistake.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION, also when some of it was refunded
 */
export async function voidPayment(context: Context, paymentId: string, reason: string): Promise<Payment> {
  const locked = await lockPaymentForUpdate(context, paymentId);
  assertPaymentTransition(locked.payment, "voided");
  return updateLockedPayment(context, locked, "payment.voided", { status: "voided", statusReason: reason });
}
