import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { approvedExpense, expense, paidExpense, reimbursedExpense, submittedExpense } from "./examples.ts";
import { ExpenseInEvent, type Expense } from "./schema.ts";

const shown = <Shown extends Expense>(record: Shown) => redactMembers(record, ["notes"]);

export const expenseEvents = defineEvents({
  entity: "expense",
  area: "billing",
  scope: "billing:read",
  payload: ExpenseInEvent,
  exampleRelatedIds: () => [...relateToCase(), { entity: "contact", id: expense.vendor.id }],
  types: {
    "expense.created": {
      description: "An expense of a case was recorded. Notes in events of expenses read `[redacted]`.",
      example: { payload: shown(expense) },
    },
    "expense.updated": {
      description:
        "An expense was changed, its last payment was undone, its vendor was merged, or a settlement statement that reimbursed it was withdrawn.",
      example: { payload: shown({ ...expense, amountCents: 65_000, revision: 2 }), before: { amountCents: 60_000 } },
    },
    "expense.submitted": {
      description:
        "An expense was submitted for approval. One below the firm's threshold is approved at once: `expense.approved` follows.",
      example: {
        payload: shown(submittedExpense),
        before: { status: "draft", availableTransitions: expense.availableTransitions, submittedBy: null },
      },
    },
    "expense.approved": {
      description: "An expense was approved.",
      example: {
        payload: shown(approvedExpense),
        before: {
          status: "pending_approval",
          availableTransitions: submittedExpense.availableTransitions,
          approvedBy: null,
        },
      },
    },
    "expense.rejected": {
      description: "An expense was rejected.",
      example: {
        payload: shown({
          ...submittedExpense,
          status: "rejected",
          statusReason: "Billed twice",
          availableTransitions: expense.availableTransitions,
          revision: 3,
        }),
        before: {
          status: "pending_approval",
          statusReason: null,
          availableTransitions: submittedExpense.availableTransitions,
        },
      },
    },
    "expense.paid": {
      description: "A payment of an expense was recorded, in part or in full.",
      example: {
        payload: shown(paidExpense),
        before: {
          status: "approved",
          availableTransitions: approvedExpense.availableTransitions,
          payments: [],
          paidCents: 0,
          outstandingCents: 0,
        },
      },
    },
    "expense.voided": {
      description: "An expense is not to be paid.",
      example: {
        payload: shown({
          ...expense,
          status: "void",
          statusReason: "Never ordered",
          availableTransitions: [],
          revision: 2,
        }),
        before: { status: "draft", statusReason: null, availableTransitions: expense.availableTransitions },
      },
    },
    "expense.written_off": {
      description: "The firm gave up part or all of what was outstanding of an expense.",
      example: {
        payload: shown({
          ...paidExpense,
          statusReason: "Case lost",
          availableTransitions: [],
          writtenOffCents: 60_000,
          outstandingCents: 0,
          revision: 5,
        }),
        before: {
          statusReason: null,
          availableTransitions: paidExpense.availableTransitions,
          writtenOffCents: 0,
          outstandingCents: 60_000,
        },
      },
    },
    "expense.reimbursed": {
      description: "A settlement statement that was issued reimburses an expense, or pays it to its vendor.",
      example: {
        payload: shown(reimbursedExpense),
        before: {
          availableTransitions: paidExpense.availableTransitions,
          reimbursedCents: 0,
          outstandingCents: 60_000,
          statementId: null,
        },
      },
    },
    "expense.deleted": {
      description: "An expense in draft or rejected was deleted.",
      example: { payload: shown({ ...expense, revision: 2, deletedAt: times.now }), before: { deletedAt: null } },
    },
  },
});
