import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Expense } from "./schema.ts";

export const expense = exampleRecord(Expense, {
  id: "xpn_01kjp8y2e4g6j8m0q2s4v6x8z1",
  organizationId: ids.organizationId,
  sequenceId: "EXP-2026-00042",
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  category: "expert",
  kind: "hard",
  vendor: { id: "con_01kf3mc2s6v8x0z2b4d6f8h0k2", name: "Hill Country Reconstruction" },
  description: "Accident reconstruction, first report",
  incurredOn: "2026-03-10",
  dueOn: "2026-04-09",
  vendorInvoiceNumber: "HCR-2207",
  amountCents: 60_000,
  isRecoverable: true,
  status: "draft",
  availableTransitions: ["pending_approval", "void"],
  payments: [],
  paidCents: 0,
  reimbursedCents: 0,
  writtenOffCents: 0,
  outstandingCents: 0,
  documentIds: [],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const submittedExpense = {
  ...expense,
  status: "pending_approval",
  availableTransitions: ["approved", "rejected"],
  submittedBy: actors.vendor,
  revision: 2,
} satisfies Expense;

export const approvedExpense = {
  ...submittedExpense,
  status: "approved",
  availableTransitions: ["paid", "void"],
  approvedBy: actors.manager,
  revision: 3,
} satisfies Expense;

export const paidExpense = {
  ...approvedExpense,
  status: "paid",
  availableTransitions: ["approved"],
  payments: [{ amountCents: 60_000, paidOn: "2026-03-14", method: "check", checkNumber: "100519", reference: null }],
  paidCents: 60_000,
  outstandingCents: 60_000,
  revision: 4,
} satisfies Expense;

export const reimbursedExpense = {
  ...paidExpense,
  availableTransitions: [],
  reimbursedCents: 60_000,
  outstandingCents: 0,
  statementId: "sst_01kjp8yb2d4f6h8k0m2p4r6t8v",
  revision: 5,
} satisfies Expense;

const ofExpense = { expenseId: expense.id };

export const expenseExamples = {
  "expenses.list": {
    parameters: { status: "pending_approval" },
    response: { expenses: [submittedExpense], nextCursor: null },
  },
  "cases.expenses.create": {
    parameters: { caseId: ids.caseId },
    body: {
      category: expense.category,
      vendorContactId: expense.vendor.id,
      description: expense.description,
      incurredOn: expense.incurredOn,
      dueOn: expense.dueOn,
      vendorInvoiceNumber: expense.vendorInvoiceNumber,
      amountCents: expense.amountCents,
    },
    response: { expense },
  },
  "expenses.get": { parameters: ofExpense, response: { expense } },
  "expenses.update": {
    parameters: ofExpense,
    body: { amountCents: 65_000 },
    response: { expense: { ...expense, amountCents: 65_000, revision: 2 } },
  },
  "expenses.delete": { parameters: ofExpense, response: {} },
  "expenses.transition": {
    parameters: ofExpense,
    body: { status: "pending_approval" },
    response: { expense: submittedExpense },
  },
  "cases.costSummary.get": {
    parameters: { caseId: ids.caseId },
    response: {
      costSummary: {
        advancedCents: 60_000,
        unpaidCents: 12_500,
        reimbursedCents: 0,
        writtenOffCents: 0,
        outstandingCents: 60_000,
        categories: [
          {
            category: "filing_fee",
            advancedCents: 0,
            unpaidCents: 12_500,
            reimbursedCents: 0,
            writtenOffCents: 0,
            outstandingCents: 0,
          },
          {
            category: "expert",
            advancedCents: 60_000,
            unpaidCents: 0,
            reimbursedCents: 0,
            writtenOffCents: 0,
            outstandingCents: 60_000,
          },
        ],
      },
    },
  },
} satisfies Record<string, OperationExample>;
