import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** The columns, or the values, of what a statement is of. */
interface Subject {
  caseId: RawBuilder<unknown>;
  settlementId: RawBuilder<unknown>;
  claimantPartyId: RawBuilder<unknown>;
}

const digest = (...parts: RawBuilder<unknown>[]): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(concat_ws('|', ${sql.join(
    parts.map((part) => sql`coalesce((${part})::text, '-')`),
  )}), 'UTF8')), 'hex')`;

/** What a statement rests on: fee agreement, payers, shares, and the claimant's liens as far as they are amounts. */
function digestBasis(organizationId: string, { caseId, settlementId, claimantPartyId }: Subject): RawBuilder<string> {
  return digest(
    sql`SELECT f.version FROM "FeeAgreement" f WHERE f."organizationId" = ${organizationId} AND f."caseId" = ${caseId}`,
    sql`SELECT string_agg(concat_ws(':', p.id, p."grossCents", p."isFeeBearing", p."paidDirectCents"), ',' ORDER BY p.id)
      FROM "SettlementPayer" p WHERE p."organizationId" = ${organizationId} AND p."settlementId" = ${settlementId}`,
    sql`SELECT string_agg(concat_ws(':', h.id, h."grossCents", h."courtApproval", coalesce(h."approvedFeeCents", -1)), ',' ORDER BY h.id)
      FROM "SettlementShare" h WHERE h."organizationId" = ${organizationId} AND h."settlementId" = ${settlementId}`,
    sql`SELECT string_agg(concat_ws(':', l.id,
        CASE WHEN l.status IN ('waived', 'withdrawn') THEN 'ended' WHEN l.status IN ('final', 'paid', 'released') THEN 'final' ELSE 'open' END,
        coalesce(l."assertedCents" - l."unrelatedCents", -1), coalesce(l."finalCents", -1)), ',' ORDER BY l.id)
      FROM "Lien" l WHERE l."organizationId" = ${organizationId} AND l."caseId" = ${caseId}
        AND l."claimantPartyId" IS NOT DISTINCT FROM ${claimantPartyId}`,
  );
}

/** What a draft rests on besides: costs and invoices, which issuing itself changes. */
function digestCosts(organizationId: string, { caseId }: Subject): RawBuilder<string> {
  return digest(
    sql`SELECT string_agg(concat_ws(':', x.id, x."amountCents", x."paidCents", x."outstandingCents"), ',' ORDER BY x.id)
      FROM "Expense" x WHERE x."organizationId" = ${organizationId} AND x."caseId" = ${caseId} AND x."deletedAt" IS NULL
        AND x."isRecoverable" AND x.status IN ('approved', 'paid')`,
    sql`SELECT string_agg(concat_ws(':', i.id, i."totalCents", i."paidCents"), ',' ORDER BY i.id)
      FROM "Invoice" i WHERE i."organizationId" = ${organizationId} AND i."caseId" = ${caseId} AND i."deletedAt" IS NULL
        AND i."payFromSettlement" AND i.direction = 'receivable' AND i.status IN ('to_be_paid', 'partial', 'paid')`,
  );
}

const columnsOf = (alias: string): Subject => ({
  caseId: sql.ref(`${alias}.caseId`),
  settlementId: sql.ref(`${alias}.settlementId`),
  claimantPartyId: sql.ref(`${alias}.claimantPartyId`),
});

/**
 * Whether what a statement rests on has changed since it was calculated. Nothing writes it: it is compared at each
 * read, so that no change can be missed.
 *
 * @param alias of SettlementStatement in the surrounding query
 */
export function isStaleStatement(organizationId: string, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const subject = columnsOf(alias);
  return sql<boolean>`CASE WHEN ${column("status")} IN ('draft', 'issued', 'approved')
    THEN ${column("basis")} <> ${digestBasis(organizationId, subject)}
      OR (${column("status")} = 'draft' AND ${column("costBasis")} <> ${digestCosts(organizationId, subject)})
    ELSE false END`;
}

/** What a statement that is calculated now rests on. The caller has locked the case for update. */
export async function readBasis(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  { caseId, settlementId, claimantPartyId }: { caseId: string; settlementId: string; claimantPartyId: string | null },
): Promise<{ basis: string; costBasis: string }> {
  const subject = {
    caseId: sql`${caseId}`,
    settlementId: sql`${settlementId}`,
    claimantPartyId: sql`${claimantPartyId}::text`,
  };
  const { rows } = await sql<{ basis: string; costBasis: string }>`
    SELECT ${digestBasis(organizationId, subject)} AS basis, ${digestCosts(organizationId, subject)} AS "costBasis"`.execute(
    transaction,
  );
  return rows[0] ?? { basis: "", costBasis: "" };
}
