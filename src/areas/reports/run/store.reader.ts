import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";

/**
 * Runs statements in the role that reads reports: it only reads, only what reports are made of, and only the organizations that are
 * named here and lie in the reach of the transaction's own. Afterwards the transaction is the application's again. Where a statement
 * fails the whole transaction has, and its end takes the role with it.
 * @param organizationIds none of them may hold a comma: ids of organizations never do
 */
export async function asReader<Result>(transaction: Transaction, organizationIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const leave = await enterReader(transaction, organizationIds);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    // Of a transaction that has failed this is rejected too.
    await leave().catch(() => undefined);
    throw error;
  }
  await leave();
  return result;
}

/** The same in two halves, for rows that are taken bit by bit. @returns gives the transaction back to the application */
export async function enterReader(transaction: Transaction, organizationIds: readonly string[]): Promise<() => Promise<unknown>> {
  const named = organizationIds.filter((id) => !id.includes(",")).join(",");
  await sql`SELECT set_config('caseport.report_organizations', ${named}, true), set_config('role', 'caseport_reader', true)`.execute(transaction);
  return () => sql`SELECT set_config('role', 'none', true), set_config('caseport.report_organizations', '', true)`.execute(transaction);
}
