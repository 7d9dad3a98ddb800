import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getPayment, listPayments, transitionPayment, receivePayment, refundPayment, voidPayment } from "./domain.ts";
import { NewPayment, Payment, PaymentListQuery, PaymentTransition, Refund, VoidReason } from "./schema.ts";

const reading = { area: "Billing", scope: "billing:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Billing",
  scope: "billing:write",
  readBy: "billing:read",
  mayEmit: ["invoice.updated", "invoice.status_changed"],
  etag: "payment.revision",
} as const satisfies Partial<OperationMeta>;
const ChosenPayment = z.strictObject({ paymentId: Id });
const Shown = z.object({ payment: Payment });
const moving = { ...writing, echoes: ["payment.status", "payment.availableTransitions"] } as const;
const moneyRule = "The invoice's paidCents is always the sum of its cleared payments, and its status follows.";

export const paymentProcedures = {
  "invoices.payments.list": operation({
    ...reading,
    route: "GET /invoices/{invoiceId}/payments",
    summary: "List an invoice's payments",
    description: "Returns the payments in every status.",
  })
    .input(PaymentListQuery.extend({ invoiceId: Id }))
    .output(z.object({ payments: z.array(Payment), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { invoiceId, ...query } }) => listPayments(ctx, invoiceId, query)),

  "invoices.payments.create": operation({
    ...writing,
    route: "POST /invoices/{invoiceId}/payments",
    summary: "Record a payment",
    description:
      `Records a payment of a sent invoice. Fails with 409 for a draft, and for an amount above the balance, which the message states. ${moneyRule}` +
      " A pending payment counts when it clears.",
    emits: ["payment.received"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/payments/{payment.id}" },
  })
    .input(NewPayment.extend({ invoiceId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { invoiceId, ...given } }) => ({
      payment: await receivePayment(ctx, invoiceId, given),
    })),

  "payments.get": operation({
    ...reading,
    route: "GET /payments/{paymentId}",
    summary: "Get a payment",
    description: "Returns the payment with its refunded amount.",
    etag: "payment.revision",
  })
    .input(ChosenPayment)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ payment: await getPayment(ctx, input.paymentId) })),

  "payments.transition": operation({
    ...moving,
    route: "POST /payments/{paymentId}/transitions",
    summary: "Transition payment status",
    description: `Transitions: pending → cleared, failed. Fails with 409 if the amount exceeds the balance. ${moneyRule}`,
    emits: ["payment.updated"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(PaymentTransition.extend(ChosenPayment.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { paymentId, ...move } }) => ({
      payment: await transitionPayment(ctx, paymentId, move),
    })),

  "payments.refund": operation({
    ...moving,
    route: "POST /payments/{paymentId}/refund",
    destroys: true,
    summary: "Refund a payment",
    description:
      "Refunds part or all of a cleared payment; when nothing is left, its status becomes `refunded`. " +
      `${moneyRule} A paid invoice becomes partial, sent, to_be_paid or overdue again, by its balance and due date.`,
    emits: ["payment.refunded"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(Refund.extend(ChosenPayment.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { paymentId, ...refund } }) => ({
      payment: await refundPayment(ctx, paymentId, refund),
    })),

  "payments.void": operation({
    ...moving,
    route: "POST /payments/{paymentId}/void",
    destroys: true,
    summary: "Void a payment",
    description: `Voids a pending or cleared payment that was recorded by mistake. Fails with 409 if part of it was refunded. ${moneyRule}`,
    emits: ["payment.voided"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(VoidReason.extend(ChosenPayment.shape))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ payment: await voidPayment(ctx, input.paymentId, input.reason) })),
};
