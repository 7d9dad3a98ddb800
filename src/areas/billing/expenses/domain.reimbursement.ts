import { limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { lockRowForUpdate, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { describeExpenseInEvent, expenses, relateExpense } from "./domain.ts";
import { ExpensePayment, maxPayments } from "./schema.ts";
import { listClientsOfExpenses, type ExpenseRow } from "./store.ts";

/** What a settlement statement has of an expense, in US cents. */
export interface StatementCost {
  expenseId: string;
  /** Reimbursed to the firm. */
  firmCents: number;
  /** Paid to the vendor out of the settlement: it is paid and reimbursed at once. */
  vendorCents: number;
}

/** The costs of a statement that is in force. */
export interface StatementCosts {
  statementId: string;
  costs: readonly StatementCost[];
}

/** The statements of a share that were, and are, in force. */
export interface CostChange {
  before: StatementCosts | null;
  after: StatementCosts | null;
  /** By expense, a statement in force that has it: while there is one, the expense does not change otherwise. */
  heldBy: ReadonlyMap<string, string>;
}

/**
 * Writes what a statement reimburses and pays of expenses, or takes it back. The caller has locked the case; the
 * expenses are locked in the order of IDs.
 *
 * @throws INVALID_STATE_TRANSITION for an expense with 20 payments
 */
export async function settleExpenses(context: Context, change: CostChange): Promise<void> {
  const ids = [...new Set([change.before, change.after].flatMap((each) => each?.costs ?? []).map(idOf))].toSorted();
  if (ids.length === 0) return;
  const ofCases = await listClientsOfExpenses(context, ids);
  const today = await readToday(context);
  for (const id of ids) {
    const before = await lockRowForUpdate(context, expenses.definition, { id }, "FOR NO KEY UPDATE");
    if (before === undefined) throw notFound("Expense");
    const columns = settleExpense(before, change, today);
    if (columns === null) continue;
    const after = await updateRow(context, expenses.definition, id, columns);
    if (after === undefined) throw notFound("Expense");
    const [from, to] = [expenses.describe(before), expenses.describe(after)];
    recordEvent(context, {
      eventType: to.reimbursedCents > from.reimbursedCents ? "expense.reimbursed" : "expense.updated",
      entityId: id,
      payload: describeExpenseInEvent(to),
      diff: diffInEvents(from, to, describeExpenseInEvent),
      relatedIds: relateExpense(ofCases.get(id) ?? [], after.vendorContactId),
    });
  }
}

const idOf = ({ expenseId }: StatementCost) => expenseId;

/** Names the payment that a statement made. */
const referenceOf = (statementId: string) => `Settlement statement ${statementId}`;

/** Null where nothing changes. */
function settleExpense(
  row: ExpenseRow,
  { before, after, heldBy }: CostChange,
  today: string,
): Written<"Expense"> | null {
  const [from, to] = [findCost(before, row.id), findCost(after, row.id)];
  const statementId = heldBy.get(row.id) ?? null;
  const isSame = from.firmCents === to.firmCents && from.vendorCents === to.vendorCents;
  if (isSame && before?.statementId === after?.statementId && row.statementId === statementId) return null;
  const paidCents = row.paidCents - from.vendorCents + to.vendorCents;
  return {
    payments: JSON.stringify(replacePayment(ExpensePayment.array().parse(row.payments), { before, after }, to, today)),
    paidCents,
    reimbursedCents: row.reimbursedCents - from.firmCents - from.vendorCents + to.firmCents + to.vendorCents,
    status: paidCents === row.amountCents ? "paid" : "approved",
    statementId,
  };
}

const findCost = (of: StatementCosts | null, expenseId: string): StatementCost =>
  of?.costs.find((cost) => cost.expenseId === expenseId) ?? { expenseId, firmCents: 0, vendorCents: 0 };

/** @throws INVALID_STATE_TRANSITION */
function replacePayment(
  payments: readonly ExpensePayment[],
  { before, after }: Pick<CostChange, "before" | "after">,
  { vendorCents }: StatementCost,
  today: string,
): ExpensePayment[] {
  const former = before === null ? undefined : referenceOf(before.statementId);
  const own = payments.find(({ reference }) => reference === former);
  const others = payments.filter((payment) => payment !== own);
  if (after === null || vendorCents === 0) return others;
  if (others.length >= maxPayments) throw limitReached(`An expense of the statement has ${maxPayments} payments`);
  const payment: ExpensePayment = {
    amountCents: vendorCents,
    paidOn: own?.paidOn ?? today,
    method: "settlement_proceeds",
    checkNumber: null,
    reference: referenceOf(after.statementId),
  };
  return [...others, payment];
}
