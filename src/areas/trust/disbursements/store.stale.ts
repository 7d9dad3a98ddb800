import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** Accounts with checks to report, in all organizations. */
export const listStaleAccounts = (database: Database, batch: number) =>
  listDue(database, sql`list_stale_trust_checks(${batch}::integer)`);

/**
 * Notes of an account's outstanding checks that they are reported after so many days.
 *
 * @param today the firm's
 * @returns how many were not reported for so many days before
 */
export async function markStale(
  { organizationId, transaction }: Context,
  accountId: string,
  { days, today }: { days: number; today: string },
): Promise<number> {
  const { rows } = await sql`
    UPDATE "TrustDisbursement" SET "staleAfterDays" = ${days}::integer
    WHERE "organizationId" = ${organizationId} AND "accountId" = ${accountId} AND status = 'issued' AND method = 'check'
      AND "issuedOn" < ${today}::date - ${days}::integer AND ("staleAfterDays" IS NULL OR "staleAfterDays" < ${days}::integer)
    RETURNING id`.execute(transaction);
  return rows.length;
}

/** The name of an account. */
export async function findAccountName(
  { organizationId, transaction }: Context,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM "TrustAccount"
    WHERE "organizationId" = ${organizationId} AND id = ${accountId}`.execute(transaction);
  return rows[0]?.name;
}
