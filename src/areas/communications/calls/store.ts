import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CallFilter } from "./schema.ts";

export type CallRow = Row<"Call"> & { documentIds: string[]; clientId: string | null };

/** @param from one row, or one page: the joins run for those rows only */
export function selectCalls(organizationId: string, from: RawBuilder<unknown>): RawBuilder<CallRow> {
  return sql<CallRow>`
    SELECT t.*, c."plaintiffId" AS "clientId", d."documentIds"
    FROM ${from} t
    LEFT JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(d."documentId" ORDER BY d.position), '{}') AS "documentIds" FROM "CallDocument" d
      WHERE d."organizationId" = ${organizationId} AND d."callId" = t.id) d`;
}

const equalities = ["caseId", "leadId", "memberId", "direction", "status"] as const;

/** A page of calls, without those of deleted cases. */
export function selectCallPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<CallFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<CallRow> {
  const { startedFrom, startedTo, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (startedFrom !== undefined) conditions.push(sql`t."startedAt" >= ${startedFrom}::timestamptz`);
  if (startedTo !== undefined) conditions.push(sql`t."startedAt" < ${startedTo}::timestamptz`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Call" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<CallRow>`${selectCalls(organizationId, from)} ORDER BY ${order}`;
}

/** Replaces the documents of a locked call. */
export async function replaceCallDocuments(
  { organizationId, transaction }: Context,
  callId: string,
  documentIds: readonly string[],
): Promise<void> {
  await sql`DELETE FROM "CallDocument" WHERE "organizationId" = ${organizationId} AND "callId" = ${callId}`.execute(
    transaction,
  );
  if (documentIds.length === 0) return;
  const rows = documentIds.map((documentId, index) => ({
    organizationId,
    callId,
    documentId,
    position: index + 1,
  }));
  await transaction.insertInto("CallDocument").values(rows).execute();
}
