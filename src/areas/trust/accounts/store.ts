import { sql } from "kysely";
import { selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type TrustAccountRow = Row<"TrustAccount">;

/** An account without a lock. */
export function findAccount(
  { organizationId, transaction }: Context,
  id: string,
): Promise<TrustAccountRow | undefined> {
  return selectRows({ organizationId, transaction }, "TrustAccount")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Locks an account FOR NO KEY UPDATE until commit, then reads it. It is the last lock of a movement, after its ledgers. */
export async function lockTrustAccountForUpdate(
  { organizationId, transaction }: Context,
  accountId: string,
): Promise<TrustAccountRow | undefined> {
  const { rows } = await sql<TrustAccountRow>`SELECT * FROM "TrustAccount"
    WHERE "organizationId" = ${organizationId} AND id = ${accountId} FOR NO KEY UPDATE`.execute(transaction);
  return rows[0];
}

/** What the ledgers of an account hold. */
export async function sumLedgers({ organizationId, transaction }: Context, accountId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum("balanceCents"), 0)::bigint AS cents FROM "TrustLedger"
    WHERE "organizationId" = ${organizationId} AND "accountId" = ${accountId}`.execute(transaction);
  return rows[0]?.cents ?? 0;
}

/** The role of a member. */
export async function findRole(
  { organizationId, transaction }: Context,
  memberId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    SELECT role FROM "Member" WHERE "organizationId" = ${organizationId} AND id = ${memberId}`.execute(transaction);
  return rows[0]?.role;
}
