import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import type { Expense, ExpenseCategory, ExpenseFilter } from "./schema.ts";

export type ExpenseRow = Row<"Expense"> & Pick<Expense, "case" | "vendor" | "outstandingCents" | "status">;

/** @param from one row, or one page: the joins run for those rows only */
export function selectExpenses(organizationId: string, from: RawBuilder<unknown>): RawBuilder<ExpenseRow> {
  return sql<ExpenseRow>`
    SELECT t.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case",
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('id', v.id, 'name', v.name) END AS vendor
    FROM ${from} t
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"
    LEFT JOIN "Contact" v ON v."organizationId" = ${organizationId} AND v.id = t."vendorContactId"`;
}

const equalities = ["caseId", "status", "category", "vendorContactId"] as const;

/** A page of live expenses of live cases. */
export function selectExpensePage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<ExpenseFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<ExpenseRow> {
  const { outstanding, dueBefore, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (outstanding !== undefined)
    conditions.push(outstanding ? sql`t."outstandingCents" > 0` : sql`t."outstandingCents" = 0`);
  if (dueBefore !== undefined) conditions.push(sql`t."dueOn" < ${dueBefore}::date`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Expense" t WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<ExpenseRow>`${selectExpenses(organizationId, from)} ORDER BY ${order}`;
}

/** Whether a retrieval request is one of the case. It never moves to another one. */
export async function hasRetrievalRequest(
  { organizationId, transaction }: Context,
  caseId: string,
  requestId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "RetrievalRequest"
    WHERE "organizationId" = ${organizationId} AND id = ${requestId} AND "caseId" = ${caseId}`.execute(transaction);
  return rows.length > 0;
}

/** The client of each of these expenses' cases, by expense. */
export async function listClientsOfExpenses(
  { organizationId, transaction }: Context,
  expenseIds: readonly string[],
): Promise<Map<string, RecordReference[]>> {
  const { rows } = await sql<{ id: string; caseId: string; plaintiffId: string }>`
    SELECT x.id, x."caseId", c."plaintiffId" FROM "Expense" x
    JOIN "Case" c ON c."organizationId" = x."organizationId" AND c.id = x."caseId"
    WHERE x."organizationId" = ${organizationId} AND ${isOneOf("x.id", expenseIds)}`.execute(transaction);
  return new Map(
    rows.map(({ id, caseId, plaintiffId }) => [
      id,
      [
        { entity: "case", id: caseId },
        { entity: "client", id: plaintiffId },
      ],
    ]),
  );
}

/** What the live expenses of a category add up to. */
export interface CostSums {
  category: ExpenseCategory;
  advancedCents: number;
  unpaidCents: number;
  reimbursedCents: number;
  writtenOffCents: number;
  outstandingCents: number;
}

/** One row for each category that the case has expenses of. */
export function selectCostSums(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string,
): RawBuilder<CostSums> {
  return sql<CostSums>`
    SELECT category, sum("paidCents")::bigint AS "advancedCents",
      coalesce(sum("amountCents" - "paidCents") FILTER (WHERE status IN ('pending_approval', 'approved')), 0)::bigint AS "unpaidCents",
      sum("reimbursedCents")::bigint AS "reimbursedCents", sum("writtenOffCents")::bigint AS "writtenOffCents",
      sum("outstandingCents")::bigint AS "outstandingCents"
    FROM "Expense" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "deletedAt" IS NULL
    GROUP BY category ORDER BY category`;
}

export async function listCostSums(context: Context, caseId: string): Promise<CostSums[]> {
  return (await selectCostSums(context, caseId).execute(context.transaction)).rows;
}
