import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";

export const listAccountsToVerify = (database: Database, batch: number) =>
  listDue(database, sql`list_trust_accounts_to_verify(${batch}::integer)`);

export const listAccountsToRemind = (database: Database, batch: number) =>
  listDue(database, sql`list_trust_accounts_to_remind(${batch}::integer)`);

/** Ledgers of a locked account whose sums are not those of their postings and approved disbursements. */
export async function countWrongLedgers({ organizationId, transaction }: Context, accountId: string): Promise<number> {
  const { rows } = await sql`
    SELECT FROM "TrustLedger" l
    LEFT JOIN (
      SELECT p."ledgerId", sum(p."amountCents") AS balance, count(*) AS postings,
        sum(p."unclearedCents") FILTER (WHERE d."clearedOn" IS NULL) AS uncleared
      FROM "TrustPosting" p LEFT JOIN "TrustTransaction" d ON d."organizationId" = ${organizationId} AND d.id = p."depositId"
      WHERE p."organizationId" = ${organizationId} GROUP BY p."ledgerId") s ON s."ledgerId" = l.id
    LEFT JOIN (
      SELECT d."ledgerId", sum(d."amountCents") AS reserved FROM "TrustDisbursement" d
      WHERE d."organizationId" = ${organizationId} AND d."accountId" = ${accountId} AND d.status = 'approved' GROUP BY d."ledgerId") r ON r."ledgerId" = l.id
    WHERE l."organizationId" = ${organizationId} AND l."accountId" = ${accountId}
      AND (l."balanceCents", l."postingCount", l."unclearedCents", l."reservedCents")
        IS DISTINCT FROM (coalesce(s.balance, 0), coalesce(s.postings, 0), coalesce(s.uncleared, 0), coalesce(r.reserved, 0))`.execute(
    transaction,
  );
  return rows.length;
}

/** Whether the sums of a locked account are not those of its ledgers and transactions. */
export async function hasWrongSums({ organizationId, transaction }: Context, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM "TrustAccount" a,
      (SELECT coalesce(sum(l."balanceCents"), 0) AS book, coalesce(sum(l."unclearedCents"), 0) AS uncleared FROM "TrustLedger" l
        WHERE l."organizationId" = ${organizationId} AND l."accountId" = ${accountId}) l,
      (SELECT coalesce(sum(t."bankCents"), 0) AS bank, count(*) AS count FROM "TrustTransaction" t
        WHERE t."organizationId" = ${organizationId} AND t."accountId" = ${accountId}) t
    WHERE a."organizationId" = ${organizationId} AND a.id = ${accountId}
      AND (a."bookCents", a."bookCents", a."unclearedCents", a."lastNumber") IS DISTINCT FROM (l.book, t.bank, l.uncleared, t.count)`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Notes that the books of an account were checked. */
export async function markVerified(
  { organizationId, transaction }: Context,
  accountId: string,
  on: string,
): Promise<void> {
  await sql`UPDATE "TrustAccount" SET "verifiedOn" = ${on}::date
    WHERE "organizationId" = ${organizationId} AND id = ${accountId}`.execute(transaction);
}

/** Notes for which month's end members were reminded. */
export async function markReminded(
  { organizationId, transaction }: Context,
  accountId: string,
  monthEndOn: string,
): Promise<void> {
  await sql`UPDATE "TrustAccount" SET "remindedForOn" = ${monthEndOn}::date
    WHERE "organizationId" = ${organizationId} AND id = ${accountId}`.execute(transaction);
}
