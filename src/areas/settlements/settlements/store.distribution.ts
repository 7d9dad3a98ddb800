import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";

/** What the statements in force of a settlement's shares add up to. */
export interface Distribution {
  attorneyFeeCents: number | null;
  referralFeeCents: number | null;
  costsCents: number | null;
  liensCents: number | null;
  otherCents: number | null;
  holdbackCents: number | null;
  netToClientCents: number | null;
  /** Whether each share has an approved statement of which every line is paid, and nothing is held back. */
  isPaidOut: boolean;
}

/** In force of a share is its approved statement, else the issued one, else the latest draft. */
export async function readDistribution(
  { organizationId, transaction }: Context,
  settlementId: string,
): Promise<Distribution> {
  const { rows } = await sql<Distribution>`
    WITH ranked AS (
      SELECT s.*, row_number() OVER (PARTITION BY s."shareId"
        ORDER BY CASE s.status WHEN 'approved' THEN 1 WHEN 'issued' THEN 2 ELSE 3 END, s.version DESC) AS place
      FROM "SettlementStatement" s
      WHERE s."organizationId" = ${organizationId} AND s."settlementId" = ${settlementId} AND s.status IN ('draft', 'issued', 'approved')
    ), forced AS (SELECT * FROM ranked WHERE place = 1)
    SELECT
      CASE WHEN x.complete THEN x."attorneyFeeCents" END AS "attorneyFeeCents",
      CASE WHEN x.complete THEN x."referralFeeCents" END AS "referralFeeCents",
      CASE WHEN x.complete THEN x."costsCents" END AS "costsCents",
      CASE WHEN x.complete THEN x."liensCents" END AS "liensCents",
      CASE WHEN x.complete THEN x."otherCents" END AS "otherCents",
      CASE WHEN x.complete THEN x."holdbackCents" END AS "holdbackCents",
      CASE WHEN x.complete THEN x."netToClientCents" END AS "netToClientCents",
      x.complete AND x."isPaidOut" AS "isPaidOut"
    FROM (
      SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM "SettlementShare" h
          WHERE h."organizationId" = ${organizationId} AND h."settlementId" = ${settlementId}) AS complete,
        sum(f."attorneyFeeCents")::bigint AS "attorneyFeeCents", sum(f."referralFeeCents")::bigint AS "referralFeeCents",
        sum(f."costsCents" + f."invoicesCents")::bigint AS "costsCents", sum(f."liensCents")::bigint AS "liensCents",
        sum(f."otherCents")::bigint AS "otherCents", sum(f."holdbackCents")::bigint AS "holdbackCents",
        sum(f."netCents")::bigint AS "netToClientCents",
        coalesce(bool_and(f.status = 'approved' AND f."holdbackCents" = 0 AND NOT EXISTS (
          SELECT FROM "SettlementStatementLine" l WHERE l."organizationId" = ${organizationId} AND l."statementId" = f.id
            AND l."disbursedCents" < l."authorizedCents")), false) AS "isPaidOut"
      FROM forced f) x`.execute(transaction);
  const [found] = rows;
  if (found === undefined) throw new Error("an aggregate returns one row");
  return found;
}
