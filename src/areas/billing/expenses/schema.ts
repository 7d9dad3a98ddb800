import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { CalendarDate, Cents, Id, Instant, isUnique, text, versionFields } from "../../../contract/values/values.ts";
import { maxCents } from "../invoices/schema.ts";
import { PaymentMethod } from "../payments/schema.ts";
import { expenseEnumerations } from "./enumerations.ts";

const category = oneOf(expenseEnumerations.expenseCategory);
export type ExpenseCategory = z.infer<typeof category>;
const kind = oneOf(expenseEnumerations.expenseKind);
export const ExpenseStatus = oneOf(expenseEnumerations.expenseStatus);
export type ExpenseStatus = z.infer<typeof ExpenseStatus>;

/** How often an expense can be paid in part. */
export const maxPayments = 20;

const GivenAmount = z.int().min(1).max(maxCents).meta({ description: "US cents, at least 1.", example: 60_000 });
const Reason = text(1, 1_000);

export const ExpensePayment = z
  .object({
    amountCents: Cents,
    paidOn: CalendarDate,
    method: PaymentMethod,
    checkNumber: z.string().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: "ExpensePayment" });
export type ExpensePayment = z.infer<typeof ExpensePayment>;

export const Expense = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "EXP-2026-00042" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    category,
    kind,
    vendor: z.object({ id: Id, name: z.string() }).nullable(),
    description: z.string(),
    incurredOn: CalendarDate,
    dueOn: CalendarDate.nullable(),
    vendorInvoiceNumber: z.string().nullable(),
    amountCents: Cents,
    isRecoverable: z.boolean().meta({ description: "Whether the client reimburses it out of the settlement." }),
    status: ExpenseStatus,
    statusReason: z.string().nullable(),
    availableTransitions: z
      .array(ExpenseStatus)
      .meta({ description: "The statuses that the expense may go to from here." }),
    submittedBy: Actor.nullable(),
    approvedBy: Actor.nullable().meta({
      description: "null until it is approved, and where it was approved because it is below the firm's threshold.",
    }),
    payments: z.array(ExpensePayment).meta({ description: "The oldest first." }),
    paidCents: Cents.meta({ description: "The sum of the payments." }),
    reimbursedCents: Cents.meta({ description: "What settlement statements reimbursed." }),
    writtenOffCents: Cents,
    outstandingCents: Cents.meta({ description: "paidCents − reimbursedCents − writtenOffCents." }),
    statementId: Id.nullable().meta({ description: "The settlement statement that reimburses it." }),
    retrievalRequestId: Id.nullable().meta({ description: "The retrieval request that cost it." }),
    documentIds: z.array(Id),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted expense.",
    }),
  })
  .meta({ id: "Expense" });
export type Expense = z.infer<typeof Expense>;

export const ExpenseInEvent = Expense.extend({ notes: Redacted }).meta({ id: "ExpenseInEvent" });

const optional = {
  kind: kind.optional(),
  vendorContactId: Id.nullable().optional().meta({ description: "The contact that is paid." }),
  dueOn: CalendarDate.nullable().optional(),
  vendorInvoiceNumber: text(1, 100).nullable().optional(),
  isRecoverable: z.boolean().optional(),
  retrievalRequestId: Id.nullable()
    .optional()
    .meta({ description: "A retrieval request of the case, of which no other live expense is." }),
  documentIds: z
    .array(Id)
    .max(10)
    .refine(isUnique, "must not contain a document twice")
    .optional()
    .meta({ description: "Documents of the case, such as the vendor's invoice." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

const Description = text(1, 500);
const IncurredOn = CalendarDate.meta({ description: "Not in the future.", example: "2026-03-14" });

export const NewExpense = z.strictObject({
  category,
  description: Description,
  incurredOn: IncurredOn,
  amountCents: GivenAmount,
  ...optional,
  submit: z.boolean().optional().meta({ description: "Whether it is also submitted for approval." }),
});
export type NewExpense = z.infer<typeof NewExpense>;

export const ExpenseChanges = z.strictObject({
  category: category.optional(),
  description: Description.optional(),
  incurredOn: IncurredOn.optional(),
  amountCents: GivenAmount.optional(),
  ...optional,
});
export type ExpenseChanges = z.infer<typeof ExpenseChanges>;

export const ExpenseTransition = z.strictObject({
  status: z
    .enum(["pending_approval", "approved", "rejected", "paid", "void"])
    .optional()
    .meta({ description: "Required, except with `writeOff`." }),
  reason: Reason.optional().meta({ description: "Required for `rejected`, `void` and `undoPayment`." }),
  payment: z
    .strictObject({
      amountCents: GivenAmount.optional().meta({ description: "US cents; by default all that is not paid yet." }),
      paidOn: CalendarDate.optional().meta({ description: "Default: today in the organization's time zone." }),
      method: PaymentMethod,
      checkNumber: text(1, 50).nullable().optional(),
      reference: text(1, 200).nullable().optional(),
    })
    .optional()
    .meta({ description: "Required for `paid`. A part payment leaves the expense `approved`." }),
  undoPayment: z
    .literal(true)
    .optional()
    .meta({ description: "With `approved`: removes the last payment, of which nothing is reimbursed or written off." }),
  writeOff: z
    .strictObject({ amountCents: GivenAmount, reason: Reason })
    .optional()
    .meta({ description: "Alone, without `status`: gives up part or all of `outstandingCents`." }),
});
export type ExpenseTransition = z.infer<typeof ExpenseTransition>;
export type GivenPayment = NonNullable<ExpenseTransition["payment"]>;

export const ExpenseDecision = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: Reason.optional().meta({ description: "Required to reject." }),
});
export type ExpenseDecision = z.infer<typeof ExpenseDecision>;

export const ExpenseFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  status: ExpenseStatus.optional(),
  category: category.optional(),
  vendorContactId: Id.optional(),
  outstanding: z.boolean().optional().meta({ description: "Whether `outstandingCents` is more than 0." }),
  dueBefore: CalendarDate.optional(),
});
export type ExpenseFilter = z.infer<typeof ExpenseFilter>;

const sums = {
  advancedCents: Cents.meta({ description: "US cents that the firm paid." }),
  unpaidCents: Cents.meta({ description: "US cents that wait for approval or payment." }),
  reimbursedCents: Cents.meta({ description: "US cents that settlement statements reimbursed." }),
  writtenOffCents: Cents.meta({ description: "US cents that the firm gave up." }),
  outstandingCents: Cents.meta({ description: "advancedCents − reimbursedCents − writtenOffCents." }),
};

export const CostSummary = z
  .object({ ...sums, categories: z.array(z.object({ category, ...sums })) })
  .meta({ id: "CostSummary" });
export type CostSummary = z.infer<typeof CostSummary>;
