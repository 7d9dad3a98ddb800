import { sql } from "kysely";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import type { Transaction } from "../../../platform/database/database.ts";
import { setReportOrganizations } from "../../../platform/database/set-local.ts";

/**
 * Runs statements as the role that reads reports: read-only, report tables only, and only the given organizations that
 * the transaction's own may include. Resets the role afterwards; if a statement fails, the end of the transaction
 * resets it.
 *
 * @param organizationIds what cannot be an organization's id is left out
 */
export async function asReader<Result>(
  transaction: Transaction,
  organizationIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await enterReader(transaction, organizationIds);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    // Rejected too, in a failed transaction.
    await leave().catch(() => undefined);
    throw error;
  }
  await leave();
  return result;
}

/**
 * The same in two steps, for rows that are streamed.
 *
 * @returns resets the role
 */
export async function enterReader(
  transaction: Transaction,
  organizationIds: readonly string[],
): Promise<() => Promise<unknown>> {
  const choose = (chosen: readonly string[]) => setReportOrganizations(chosen).execute(transaction);
  await settleInOrder(choose(organizationIds), sql`SET LOCAL ROLE caseport_reader`.execute(transaction));
  return () => settleInOrder(sql`SET LOCAL ROLE NONE`.execute(transaction), choose([]));
}
