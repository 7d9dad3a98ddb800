import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Answered } from "./domain.rules.ts";
import type { NegotiationFilter, NegotiationStatus } from "./schema.ts";

export type NegotiationRow = Row<"Negotiation">;

const isOver = sql`t."expiresAt" <= now()`;
/** An open entry whose time is over reads as expired. */
const presentStatus = sql<NegotiationStatus>`CASE WHEN t.status = 'open' AND ${isOver} THEN 'expired' ELSE t.status END`;

/** `open` and `expired` are one status in the column. */
function isOfStatus(status: NegotiationStatus): RawBuilder<unknown> {
  if (status === "open") return sql`t.status = 'open' AND (${isOver}) IS NOT TRUE`;
  return status === "expired" ? sql`t.status = 'open' AND ${isOver}` : sql`t.status = ${status}`;
}

export const selectNegotiations = (_organizationId: string, from: RawBuilder<unknown>): RawBuilder<NegotiationRow> =>
  sql<NegotiationRow>`SELECT t.*, ${presentStatus} AS status FROM ${from} t`;

/** A page of entries of live cases. */
export function selectNegotiationPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<NegotiationFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<NegotiationRow> {
  const { caseId, type, status, expiresBefore, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (caseId !== undefined) conditions.push(sql`t."caseId" = ${caseId}`);
  if (type !== undefined) conditions.push(sql`t.type = ${type}`);
  if (status !== undefined) conditions.push(isOfStatus(status));
  if (expiresBefore !== undefined) conditions.push(sql`t."expiresAt" < ${expiresBefore}::timestamptz`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Negotiation" t WHERE t."organizationId" = ${organizationId} AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
    conditions.map((condition) => sql` AND ${condition}`),
    sql``,
  )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<NegotiationRow>`${selectNegotiations(organizationId, from)} ORDER BY ${order}`;
}

/** An entry of the case as it stands now, without a lock. Its status changes under the lock of the case alone. */
export async function findAnswered(
  { organizationId, transaction }: Context,
  caseId: string,
  id: string,
): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    SELECT t.id, t.type, t.direction, ${presentStatus} AS status, coalesce((
      SELECT d.decision = 'accepted' FROM "Negotiation" d
      WHERE d."organizationId" = ${organizationId} AND d."caseId" = ${caseId} AND d."inReplyToId" = t.id
        AND d.type = 'client_decision'
        AND NOT EXISTS (SELECT FROM "Negotiation" c WHERE c."organizationId" = ${organizationId} AND c."correctsId" = d.id)
      ORDER BY d.id DESC LIMIT 1), false) AS "isAcceptedByClient"
    FROM "Negotiation" t WHERE t."organizationId" = ${organizationId} AND t."caseId" = ${caseId} AND t.id = ${id}`.execute(
    transaction,
  );
  return rows[0];
}

/** Writes what became of an entry. The caller has locked its case. */
export async function writeStatus(
  { organizationId, transaction }: Context,
  id: string,
  status: NegotiationStatus,
): Promise<void> {
  await transaction
    .updateTable("Negotiation")
    .set({ status, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Whether a policy, or a party, is a live one of the case; locks it FOR KEY SHARE until commit. */
export async function lockSideForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  { table, id }: { table: "InsurancePolicy" | "CaseParty"; id: string },
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND id = ${id}
    AND "caseId" = ${caseId} AND "deletedAt" IS NULL FOR KEY SHARE`.execute(transaction);
  return rows.length > 0;
}
