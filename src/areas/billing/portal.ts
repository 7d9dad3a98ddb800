import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { decideExpense } from "./expenses/domain.transitions.ts";
import { Expense, ExpenseDecision } from "./expenses/schema.ts";
import { getBillingPolicy, updateBillingPolicy } from "./policy/domain.ts";
import { BillingPolicy, BillingPolicyChanges } from "./policy/schema.ts";

const Shown = z.object({ billingPolicy: BillingPolicy });

export const billingPortal = {
  "expenses.decide": portalOperation({
    summary: "Approve or reject an expense",
    permission: "billing:approve",
    tier: "write",
    confirm: "second_factor",
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    mayEmit: ["expense.approved", "expense.rejected"],
  })
    .input(ExpenseDecision.extend({ expenseId: Id }))
    .output(z.object({ expense: Expense }))
    .mutation(async ({ ctx, input: { expenseId, ...decision } }) => ({
      expense: await decideExpense(ctx, expenseId, decision),
    })),

  "billingPolicy.get": portalOperation({
    summary: "Get the firm's billing policy",
    permission: "billing:manage",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(Shown)
    .query(async ({ ctx }) => ({ billingPolicy: await getBillingPolicy(ctx) })),

  "billingPolicy.update": portalOperation({
    summary: "Change the firm's billing policy",
    permission: "billing:manage",
    tier: "write",
    confirm: "second_factor",
    emits: ["billing_policy.updated"],
  })
    .input(BillingPolicyChanges.refine((changes) => Object.keys(changes).length > 0, "must change at least one field"))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ billingPolicy: await updateBillingPolicy(ctx, input) })),
};
