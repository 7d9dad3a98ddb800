import * as z from "zod";
import { oneOf, namedEnum } from "../../../contract/enumeration.ts";
import { invoiceEnumerations } from "./enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";

export const InvoiceStatus = oneOf(invoiceEnumerations.invoiceStatus);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;
export const InvoiceDirection = oneOf(invoiceEnumerations.invoiceDirection);
const LineItemKind = oneOf(invoiceEnumerations.lineItemKind);

/** The most cents of one line, discount, tax or payment: two hundred lines of it stay within the safe integers. */
export const maxCents = 10_000_000_000_000;

/** Cents from a request: not negative. */
export const GivenCents = z.int().min(0).max(maxCents).meta({ description: "US cents.", example: 125_000 });

export const InvoiceLineItem = z.object({
  id: Id,
  position: z.int(),
  kind: LineItemKind,
  description: z.string(),
  quantity: z.number(),
  unit: z.string().nullable(),
  rateCents: Cents,
  amountCents: Cents.meta({ description: "quantity × rateCents, rounded to whole cents; halves away from zero." }),
  serviceOn: CalendarDate.nullable(),
  code: z.string().nullable(),
});

export const Invoice = z
  .object({
    id: Id,
    organizationId: Id,
    invoiceNumber: z.string().meta({ example: "INV-2026-00042" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    client: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
    direction: InvoiceDirection,
    status: InvoiceStatus,
    availableTransitions: z
      .array(InvoiceStatus)
      .meta({ description: "The statuses that the invoice may go to from here." }),
    subject: z.string().nullable(),
    memo: z.string().nullable(),
    issuedOn: CalendarDate.nullable(),
    dueOn: CalendarDate.nullable(),
    sentAt: Instant.nullable(),
    paidAt: Instant.nullable(),
    periodStartOn: CalendarDate.nullable(),
    periodEndOn: CalendarDate.nullable(),
    paymentTermsDays: z.int(),
    payFromSettlement: z.boolean(),
    currency: z.literal("USD"),
    lineItems: z.array(InvoiceLineItem),
    subtotalCents: Cents.meta({ description: "The sum of the lines." }),
    discountCents: Cents,
    taxCents: Cents,
    totalCents: Cents.meta({ description: "subtotalCents − discountCents + taxCents." }),
    paidCents: Cents.meta({ description: "The sum of the cleared payments, less refunds." }),
    balanceCents: Cents.meta({ description: "totalCents − paidCents." }),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "Invoice" });
export type Invoice = z.infer<typeof Invoice>;

/** At most four decimals; binary floats would be inexact. */
export const Quantity = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((quantity) => /^\d+(\.\d{1,4})?$/.test(String(quantity)), "must have at most 4 decimals")
  .meta({ example: 2.5, description: "At most 4 decimals." });

export const GivenLineItem = z.strictObject({
  kind: LineItemKind,
  description: text(1, 500),
  quantity: Quantity,
  unit: text(1, 30).nullable().optional(),
  rateCents: z
    .int()
    .min(-maxCents)
    .max(maxCents)
    .meta({ description: "US cents per unit; a negative rate is a deduction.", example: 50_000 }),
  serviceOn: CalendarDate.nullable().optional(),
  code: text(1, 30).nullable().optional().meta({ description: "A UTBMS code, or one of the firm's own." }),
});
export type GivenLineItem = z.infer<typeof GivenLineItem>;

const writableFields = {
  subject: text(1, 300).nullable().optional(),
  memo: text(1, 5_000).nullable().optional(),
  issuedOn: CalendarDate.nullable().optional(),
  dueOn: CalendarDate.nullable().optional(),
  periodStartOn: CalendarDate.nullable().optional(),
  periodEndOn: CalendarDate.nullable().optional(),
  paymentTermsDays: z.int().min(0).max(3_650).optional(),
  payFromSettlement: z.boolean().optional(),
  discountCents: GivenCents.optional(),
  taxCents: GivenCents.optional(),
  totalCents: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "The total that you expect. The server computes it and rejects a different one." }),
  externalId: text(1, 200).nullable().optional(),
};

export const NewInvoice = z.strictObject({
  ...writableFields,
  direction: InvoiceDirection.optional(),
  lineItems: z.array(GivenLineItem).min(1).max(200),
});
export type NewInvoice = z.infer<typeof NewInvoice>;

export const InvoiceChanges = z.strictObject({
  ...writableFields,
  direction: InvoiceDirection.optional(),
  lineItems: z
    .array(GivenLineItem)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "All lines in order; they replace the draft's lines." }),
});
export type InvoiceChanges = z.infer<typeof InvoiceChanges>;

const listFields = {
  ...sortedPageInput,
  sort: namedEnum("InvoiceSort", ["newest", "oldest", "updated", "dueOn"])
    .default("newest")
    .meta({ description: "`dueOn` returns only invoices that have a due date." }),
  status: InvoiceStatus.optional(),
  direction: InvoiceDirection.optional(),
};

export const CaseInvoiceQuery = z.strictObject(listFields);

export const InvoiceListQuery = z.strictObject({
  ...listFields,
  caseId: Id.optional(),
  clientId: Id.optional(),
  issuedFrom: CalendarDate.optional(),
  issuedTo: CalendarDate.optional(),
  dueBefore: CalendarDate.optional(),
  overdue: z.boolean().optional().meta({
    description: "true: invoices past due in the organization's time zone and not paid, whatever their status.",
  }),
  externalId: text(1, 200).optional(),
  invoiceNumber: text(1, 100).optional(),
});
export type InvoiceListQuery = z.infer<typeof InvoiceListQuery> & { includeDeleted?: boolean | undefined };

export const AgingQuery = z.strictObject({
  asOf: CalendarDate.optional().meta({
    description:
      "The day from which age is counted; today in the organization's time zone by default. Balances are current.",
  }),
  direction: InvoiceDirection.default("receivable"),
  clientId: Id.optional(),
  caseId: Id.optional(),
});
export type AgingQuery = z.infer<typeof AgingQuery>;

export const InvoiceAging = z
  .object({
    asOf: CalendarDate,
    direction: InvoiceDirection,
    currency: z.literal("USD"),
    invoiceCount: z.int(),
    balanceCents: Cents,
    buckets: z.array(
      z.object({ bucket: oneOf(invoiceEnumerations.agingBucket), invoiceCount: z.int(), balanceCents: Cents }),
    ),
  })
  .meta({ id: "InvoiceAging" });
export type InvoiceAging = z.infer<typeof InvoiceAging>;
