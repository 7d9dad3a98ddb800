import type { Context } from "../../../rpc/context.ts";
import { expenses, relateExpense } from "./domain.ts";
import { listClientsOfExpenses } from "./store.ts";

/** Snapshots expenses that another area is about to change, and records that they were updated. */
export async function trackExpenseChanges(
  context: Context,
  expenseIds: readonly string[],
): Promise<() => Promise<void>> {
  const ofCases = await listClientsOfExpenses(context, expenseIds);
  return expenses.track(context, expenseIds, ({ id, vendorContactId }) =>
    relateExpense(ofCases.get(id) ?? [], vendorContactId),
  );
}
