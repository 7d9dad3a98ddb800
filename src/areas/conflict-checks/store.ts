import { sql, type Insertable, type Updateable } from "kysely";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { selectRows, updateRecord } from "../../platform/database/records.ts";
import type { ConflictCheckFilter } from "./schema.ts";

export interface CheckRow extends Row<"ConflictCheck"> {
  resultCount: number;
  undecidedCount: number;
  conflictCount: number;
}

/** A check with the client of its case, deleted or not. */
export interface NamedCheckRow extends CheckRow {
  clientId: string | null;
}

const checkRecord = sql`c.*, n.*`;
const counts = (organizationId: string) => sql`CROSS JOIN LATERAL (
  SELECT count(*)::integer AS "resultCount", count(*) FILTER (WHERE r.decision = 'undecided')::integer AS "undecidedCount",
    count(*) FILTER (WHERE r.decision = 'conflict')::integer AS "conflictCount"
  FROM "ConflictResult" r WHERE r."organizationId" = ${organizationId} AND r."checkId" = c.id) n`;

export async function listCheckRows(
  { transaction, organizationId }: Context,
  page: SortedPage,
  query: Partial<ConflictCheckFilter>,
): Promise<CheckRow[]> {
  const { decision, leadId, caseId, updatedSince } = query;
  const conditions = [
    sql`c."organizationId" = ${organizationId}`,
    page.after,
    ...(decision === undefined ? [] : [sql`c.decision = ${decision}`]),
    ...(leadId === undefined ? [] : [sql`c."leadId" = ${leadId}`]),
    ...(caseId === undefined ? [] : [sql`c."caseId" = ${caseId}`]),
    ...(updatedSince === undefined ? [] : [sql`c."updatedAt" >= ${updatedSince}::timestamptz`]),
  ];
  const { rows } = await sql<CheckRow>`SELECT ${checkRecord} FROM "ConflictCheck" c ${counts(organizationId)}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${page.order} LIMIT ${page.limit}`.execute(transaction);
  return rows;
}

/** Locks a check until commit: decisions and closing run one after the other. */
export async function lockCheckRowForUpdate(context: Context, checkId: string): Promise<NamedCheckRow | undefined> {
  const { transaction, organizationId } = context;
  // Lock first: the next statement then counts everything committed meanwhile.
  await sql`SELECT FROM "ConflictCheck" WHERE "organizationId" = ${organizationId} AND id = ${checkId} FOR UPDATE`.execute(
    transaction,
  );
  return findCheck(context, checkId);
}

export async function findCheck(
  { transaction, organizationId }: Context,
  checkId: string,
): Promise<NamedCheckRow | undefined> {
  const { rows } = await sql<NamedCheckRow>`SELECT ${checkRecord},
      (SELECT k."plaintiffId" FROM "Case" k WHERE k."organizationId" = ${organizationId} AND k.id = c."caseId") AS "clientId"
    FROM "ConflictCheck" c ${counts(organizationId)}
    WHERE c."organizationId" = ${organizationId} AND c.id = ${checkId}`.execute(transaction);
  return rows[0];
}

export type ResultRow = Row<"ConflictResult">;

export function listResults(context: Context, checkId: string): Promise<ResultRow[]> {
  return selectRows(context, "ConflictResult").selectAll().where("checkId", "=", checkId).orderBy("position").execute();
}

export function findResult(context: Context, checkId: string, resultId: string): Promise<ResultRow | undefined> {
  return selectRows(context, "ConflictResult")
    .selectAll()
    .where("checkId", "=", checkId)
    .where("id", "=", resultId)
    .executeTakeFirst();
}

type NewCheck = Omit<Insertable<Tables["ConflictCheck"]>, "organizationId">;
type NewResult = Omit<Insertable<Tables["ConflictResult"]>, "organizationId" | "checkId">;

export async function insertCheck(
  { transaction, organizationId }: Context,
  check: NewCheck,
  results: readonly NewResult[],
): Promise<void> {
  await transaction
    .insertInto("ConflictCheck")
    .values({ ...check, organizationId })
    .execute();
  if (results.length === 0) return;
  await transaction
    .insertInto("ConflictResult")
    .values(results.map((result) => ({ ...result, organizationId, checkId: check.id })))
    .execute();
}

export async function decideResult(
  { transaction, organizationId }: Context,
  resultId: string,
  decided: { decision: string; note: string | null },
): Promise<void> {
  await transaction
    .updateTable("ConflictResult")
    .set(decided)
    .where("organizationId", "=", organizationId)
    .where("id", "=", resultId)
    .execute();
}

/**
 * Applies the changes where the revision is one that the caller expects.
 *
 * @returns whether it was
 */
export async function updateCheck(
  context: Context,
  checkId: string,
  changes: Updateable<Tables["ConflictCheck"]>,
): Promise<boolean> {
  return (await updateRecord(context, "ConflictCheck", checkId, changes).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
