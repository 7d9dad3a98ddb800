import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Lien, LienFilter } from "./schema.ts";

export type LienRow = Row<"Lien"> & Pick<Lien, "case" | "lienholder" | "handler" | "status"> & { plaintiffId: string };

/** @param from one row, or one page: the joins run for those rows only */
export function selectLiens(organizationId: string, from: RawBuilder<unknown>): RawBuilder<LienRow> {
  return sql<LienRow>`
    SELECT t.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case", c."plaintiffId",
      jsonb_build_object('id', l.id, 'name', l.name) AS lienholder,
      CASE WHEN h.id IS NOT NULL THEN jsonb_build_object('id', h.id, 'name', h.name) END AS handler
    FROM ${from} t
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"
    JOIN "Contact" l ON l."organizationId" = ${organizationId} AND l.id = t."lienholderContactId"
    LEFT JOIN "Contact" h ON h."organizationId" = ${organizationId} AND h.id = t."handlerContactId"`;
}

const equalities = ["caseId", "type", "status"] as const;
/** Written out, so that PostgreSQL uses the index of the open ones. */
const isOpen = sql`t.status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final')`;

/** A page of liens of live cases. */
export function selectLienPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<LienFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<LienRow> {
  const { open, finalDemandExpiresBefore, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (open !== undefined) conditions.push(open ? isOpen : sql`NOT (${isOpen})`);
  if (finalDemandExpiresBefore !== undefined)
    conditions.push(sql`t."finalDemandExpiresOn" < ${finalDemandExpiresBefore}::date`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Lien" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<LienRow>`${selectLiens(organizationId, from)} ORDER BY ${order}`;
}

/** Whether a lien is in a statement that is issued or approved. The caller has locked its case. */
export async function isLienHeld({ organizationId, transaction }: Context, lienId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "SettlementStatementLine" l
    JOIN "SettlementStatement" s ON s."organizationId" = ${organizationId} AND s.id = l."statementId"
    WHERE l."organizationId" = ${organizationId} AND l."sourceId" = ${lienId} AND l."sourceEntity" = 'lien'
      AND s.status IN ('issued', 'approved') LIMIT 1`.execute(transaction);
  return rows.length > 0;
}
