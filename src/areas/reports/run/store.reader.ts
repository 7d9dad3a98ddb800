import { sql } from "kysely";
import type { Transaction } from "../../../platform/database/database.ts";

/**
 * Runs statements as the role that reads reports: read-only, report tables only, and only the given organizations that the transaction's
 * own may include. Resets the role afterwards; if a statement fails, the end of the transaction resets it.
 * @param organizationIds must not contain a comma; ids of organizations never do
 */
export async function asReader<Result>(transaction: Transaction, organizationIds: readonly string[], work: () => Promise<Result>): Promise<Result> {
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

/** The same in two steps, for rows that are streamed. @returns resets the role */
export async function enterReader(transaction: Transaction, organizationIds: readonly string[]): Promise<() => Promise<unknown>> {
  const named = organizationIds.filter((id) => !id.includes(",")).join(",");
  await sql`SELECT set_config('caseport.report_organizations', ${named}, true), set_config('role', 'caseport_reader', true)`.execute(transaction);
  return () => sql`SELECT set_config('role', 'none', true), set_config('caseport.report_organizations', '', true)`.execute(transaction);
}
