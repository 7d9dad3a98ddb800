import { sql } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

/** Locks the settlements that a contact pays, in the order of their IDs. */
export async function lockSettlementsOfPayerForUpdate(
  { organizationId, transaction }: Context,
  contactId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Settlement" WHERE "organizationId" = ${organizationId} AND id IN (
      SELECT "settlementId" FROM "SettlementPayer" WHERE "organizationId" = ${organizationId} AND "contactId" = ${contactId})
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Puts a contact in the place of another as the payer of these settlements. */
export async function replacePayer(
  { organizationId, transaction }: Context,
  settlementIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`UPDATE "SettlementPayer" SET "contactId" = ${to}
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("settlementId", settlementIds)} AND "contactId" = ${from}`.execute(
    transaction,
  );
  await sql`UPDATE "Settlement" SET revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", settlementIds)}`.execute(transaction);
}
