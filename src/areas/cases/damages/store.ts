import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { DamageCategory } from "./schema.ts";

/** Locks a live party of the case FOR KEY SHARE until commit, against deletion. */
export async function lockClaimantForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  partyId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "CaseParty" WHERE "organizationId" = ${organizationId} AND id = ${partyId}
    AND "caseId" = ${caseId} AND "deletedAt" IS NULL FOR KEY SHARE`.execute(transaction);
  return rows.length > 0;
}

/** Locks a live document of the case FOR SHARE until commit, against deletion. */
export async function lockDocumentOfCaseForShare(
  { organizationId, transaction }: Context,
  caseId: string,
  documentId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "Document" WHERE "organizationId" = ${organizationId} AND id = ${documentId}
    AND "caseId" = ${caseId} AND "deletedAt" IS NULL FOR SHARE`.execute(transaction);
  return rows.length > 0;
}

/** What the live damages of a case add up to, by category; the category is null for its medical bills. */
export interface DamageSum {
  category: DamageCategory | null;
  amountCents: number;
}

/** @param withMedical whether the row of medical bills is there */
export function selectDamageSums(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string,
  withMedical: boolean,
): RawBuilder<DamageSum> {
  const live = sql`"organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "deletedAt" IS NULL`;
  const medical = sql`UNION ALL SELECT NULL::text, coalesce(sum("totalBilledCents"), 0)::bigint FROM "MedicalFacility" WHERE ${live}`;
  return sql<DamageSum>`
    SELECT category, sum("amountCents")::bigint AS "amountCents" FROM "Damage" WHERE ${live} GROUP BY category
    ${withMedical ? medical : sql``} ORDER BY category`;
}

/**
 * The damages of a case by category, in US cents.
 *
 * @param withMedical whether the caller may read medical bills, which count too
 */
export async function listDamageSums(context: Context, caseId: string, withMedical: boolean): Promise<DamageSum[]> {
  return (await selectDamageSums(context, caseId, withMedical).execute(context.transaction)).rows;
}
