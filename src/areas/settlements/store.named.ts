import { sql } from "kysely";
import { isOneOf } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Locks a live party of the case that the firm represents FOR KEY SHARE until commit, against deletion. */
export async function lockClaimantForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  partyId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "CaseParty" WHERE "organizationId" = ${organizationId} AND id = ${partyId}
    AND "caseId" = ${caseId} AND "isClient" AND "deletedAt" IS NULL FOR KEY SHARE`.execute(transaction);
  return rows.length > 0;
}

/**
 * Locks live medical bills of the case FOR KEY SHARE until commit, in the order of IDs.
 *
 * @returns how many there are
 */
export async function lockBillsForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  billIds: readonly string[],
): Promise<number> {
  const { rows } =
    await sql`SELECT FROM "MedicalBill" WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", billIds)}
    AND "caseId" = ${caseId} AND "deletedAt" IS NULL ORDER BY id FOR KEY SHARE`.execute(transaction);
  return rows.length;
}
