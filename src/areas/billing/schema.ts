import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { billingEnumerations } from "../../contract/enumerations.billing.ts";
import { CalendarDate, Cents, Id, Instant, Revision } from "../../contract/values.ts";

/** Source: specification, "States and transitions". */
export const InvoiceStatus = oneOf(billingEnumerations.invoiceStatus);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

export const InvoiceLineItem = z.object({
  id: Id,
  position: z.int(),
  kind: z.string(),
  description: z.string(),
  quantity: z.number(),
  rateCents: Cents,
  amountCents: Cents,
  serviceOn: CalendarDate.nullable(),
});

export const Invoice = z
  .object({
    id: Id,
    organizationId: Id,
    invoiceNumber: z.string().meta({ example: "INV-2026-00042" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    client: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
    status: InvoiceStatus,
    availableTransitions: z.array(InvoiceStatus).meta({ description: "The statuses that the invoice may go to from here." }),
    subject: z.string().nullable(),
    memo: z.string().nullable(),
    issuedOn: CalendarDate.nullable(),
    dueOn: CalendarDate.nullable(),
    sentAt: Instant.nullable(),
    paidAt: Instant.nullable(),
    paymentTermsDays: z.int(),
    currency: z.literal("USD"),
    lineItems: z.array(InvoiceLineItem),
    subtotalCents: Cents,
    discountCents: Cents,
    taxCents: Cents,
    totalCents: Cents,
    paidCents: Cents,
    balanceCents: Cents,
    externalId: z.string().nullable(),
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof Invoice>;
