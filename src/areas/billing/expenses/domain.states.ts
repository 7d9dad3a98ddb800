import { invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { ExpenseStatus } from "./schema.ts";
import type { ExpenseRow } from "./store.ts";

/** A part payment leaves an approved expense approved; undoing the last payment makes a paid one approved again. */
export const expenseTransitions = {
  draft: ["pending_approval", "void"],
  pending_approval: ["approved", "rejected"],
  approved: ["paid", "void"],
  rejected: ["pending_approval", "void"],
  paid: ["approved"],
  void: [],
} as const satisfies Record<ExpenseStatus, readonly ExpenseStatus[]>;

export const expenseStates: StateMachine<ExpenseStatus> = {
  noun: "An expense",
  operation: "expenses.transition",
  transitions: expenseTransitions,
};

type Money = Pick<ExpenseRow, "status" | "paidCents" | "reimbursedCents" | "writtenOffCents" | "statementId">;

/** Whether nothing follows from the payments yet: nothing is reimbursed or written off, and no statement names it. */
export const isUnsettled = ({ reimbursedCents, writtenOffCents, statementId }: Money): boolean =>
  reimbursedCents === 0 && writtenOffCents === 0 && statementId === null;

/** What is paid is not void, what is settled stays paid, and nothing changes of what a settlement statement has. */
export function listTransitions(expense: Money): readonly ExpenseStatus[] {
  if (expense.statementId !== null) return [];
  const moves: readonly ExpenseStatus[] = expenseTransitions[expense.status];
  return moves.filter(
    (to) => (to !== "void" || expense.paidCents === 0) && (expense.status !== "paid" || isUnsettled(expense)),
  );
}

/** @throws INVALID_STATE_TRANSITION */
export function assertInNoStatement({ statementId }: Pick<ExpenseRow, "statementId">): void {
  if (statementId !== null)
    throw invalidState(
      "A settlement statement that is issued or approved has the expense; void or decline the statement first",
    );
}

/** @throws INVALID_STATE_TRANSITION naming the transitions that there are */
export function assertExpenseTransition(expense: ExpenseRow, to: ExpenseStatus): void {
  requireTransition(expenseStates, expense.status, to, listTransitions(expense));
}
