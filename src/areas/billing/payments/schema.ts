import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { paymentEnumerations } from "./enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, text, versionFields } from "../../../contract/values/values.ts";

export const PaymentMethod = oneOf(paymentEnumerations.paymentMethod);
export const PaymentStatus = oneOf(paymentEnumerations.paymentStatus);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

const GivenAmount = z.int().min(1).meta({ description: "US cents, at least 1.", example: 25_000 });

export const Payment = z
  .object({
    id: Id,
    organizationId: Id,
    invoiceId: Id,
    caseId: Id,
    clientId: Id,
    amountCents: Cents,
    refundedCents: Cents,
    method: PaymentMethod,
    status: PaymentStatus,
    availableTransitions: z.array(PaymentStatus).meta({
      description:
        "`refunded` follows from a full refund and `voided` from `void`; other statuses are set by a transition.",
    }),
    statusReason: z.string().nullable(),
    receivedOn: CalendarDate,
    clearedOn: CalendarDate.nullable(),
    reference: z.string().nullable(),
    checkNumber: z.string().nullable(),
    note: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof Payment>;

export const NewPayment = z.strictObject({
  amountCents: GivenAmount,
  method: PaymentMethod,
  status: z.enum(["pending", "cleared"]).optional().meta({ description: "Default: `cleared`." }),
  receivedOn: CalendarDate.optional().meta({ description: "Default: today in the organization's time zone." }),
  reference: text(1, 200).nullable().optional(),
  checkNumber: text(1, 50).nullable().optional(),
  note: text(1, 2_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type NewPayment = z.infer<typeof NewPayment>;

export const PaymentTransition = z.strictObject({
  status: z.enum(["cleared", "failed"]),
  reason: text(1, 500).optional(),
});
export type PaymentTransition = z.infer<typeof PaymentTransition>;

export const Refund = z.strictObject({ amountCents: GivenAmount, reason: text(1, 500) });
export type Refund = z.infer<typeof Refund>;

export const VoidReason = z.strictObject({ reason: text(1, 500) });

export const PaymentListQuery = z.strictObject({
  ...sortedPageInput,
  status: PaymentStatus.optional(),
});
export type PaymentListQuery = z.infer<typeof PaymentListQuery>;
