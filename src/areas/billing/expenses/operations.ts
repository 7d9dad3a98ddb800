import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { expenses, getCostSummary, listExpenses } from "./domain.ts";
import { createExpense, transitionExpense } from "./domain.transitions.ts";
import { CostSummary, Expense, ExpenseChanges, ExpenseFilter, ExpenseTransition, NewExpense } from "./schema.ts";

const reading = { area: "Billing", scope: "billing:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Billing",
  scope: "billing:write",
  readBy: "billing:read",
  etag: "expense.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ expenseId: Id });
const Shown = z.object({ expense: Expense });

export const expenseProcedures = {
  "expenses.list": operation({
    ...reading,
    route: "GET /expenses",
    summary: "List expenses",
    description:
      "Returns the costs of the organization's cases, newest first by default. Deleted expenses are not returned.",
  })
    .input(ExpenseFilter)
    .output(z.object({ expenses: z.array(Expense), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listExpenses(ctx, input)),

  "cases.expenses.create": operation({
    ...writing,
    route: "POST /cases/{caseId}/expenses",
    summary: "Create an expense of a case",
    description:
      "Creates a draft; with `submit: true` it is submitted for approval, too. The documents and the retrieval request must be of the case. Fails with 409 while the case is archived, at 200 expenses, and if another expense that is not void is of the retrieval request.",
    emits: ["expense.created"],
    mayEmit: ["expense.submitted", "expense.approved"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/expenses/{expense.id}" },
  })
    .input(NewExpense.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({ expense: await createExpense(ctx, caseId, given) })),

  "expenses.get": operation({
    ...reading,
    route: "GET /expenses/{expenseId}",
    summary: "Get an expense",
    description:
      "Use the ETag only for `If-Match`: a vendor's name can change without a new revision of the expense, so the response is never 304.",
    etag: "expense.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ expense: await expenses.get(ctx, { id: input.expenseId }) })),

  "expenses.update": operation({
    ...writing,
    route: "PATCH /expenses/{expenseId}",
    summary: "Update an expense",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. `amountCents`, `category` and `vendorContactId` change only while the expense is `draft` or `rejected`. Fails with 409 while the case is archived.",
    emits: ["expense.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(ExpenseChanges.extend(Chosen.shape).refine(...changesSomething("expenseId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { expenseId, ...changes } }) => ({
      expense: await expenses.update(ctx, { id: expenseId }, changes),
    })),

  "expenses.delete": operation({
    area: "Billing",
    scope: "billing:write",
    readBy: "billing:read",
    route: "DELETE /expenses/{expenseId}",
    summary: "Delete an expense",
    description: "Deletes an expense that is `draft` or `rejected`; others fail with 409. Its number is not reused.",
    emits: ["expense.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => expenses.delete(ctx, { id: input.expenseId }))),

  "expenses.transition": operation({
    ...writing,
    route: "POST /expenses/{expenseId}/transitions",
    echoes: ["expense.status", "expense.availableTransitions"],
    summary: "Transition, pay or write off an expense",
    description:
      "Transitions: draft, rejected → pending_approval, void; pending_approval → approved, rejected; approved → paid, void; paid → approved. " +
      "An expense below the firm's threshold is approved when it is submitted. Another person approves or rejects: not one who prepared or submitted it, also through another key; where the firm's policy says `members`, in the portal alone. " +
      "`paid` takes a `payment`; a part payment leaves the expense approved, and one of more than the rest fails with 409. `approved` with `undoPayment` removes the last payment. `writeOff`, without `status`, gives up what is outstanding. What is paid cannot be void. Payments go on while the case is archived.",
    mayEmit: [
      "expense.submitted",
      "expense.approved",
      "expense.rejected",
      "expense.paid",
      "expense.updated",
      "expense.voided",
      "expense.written_off",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(ExpenseTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { expenseId, ...transition } }) => ({
      expense: await transitionExpense(ctx, expenseId, transition),
    })),

  "cases.costSummary.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/cost-summary",
    summary: "Get the cost summary of a case",
    description:
      "Adds up what the firm advanced for a case, what is not paid, and what is not reimbursed, by category.",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ costSummary: CostSummary }))
    .query(async ({ ctx, input }) => ({ costSummary: await getCostSummary(ctx, input.caseId) })),
};
