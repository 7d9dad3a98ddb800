import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { insertRows, type NewRow } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export type UnsentNotice = Row<"UnsentDeadlineNotice">;

/** Notices that a job sends once the transaction has committed. */
export const insertUnsent = (context: Context, rows: readonly NewRow<"UnsentDeadlineNotice">[]): Promise<void> =>
  insertRows(context, "UnsentDeadlineNotice", rows);

/**
 * Organizations with notices to send, the longest waiting first.
 *
 * @param at an instant
 */
export const listDueNotices = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_due_deadline_notices(${at}::timestamptz, ${batch}::integer)`);

/**
 * Takes the oldest notices of the organization out of the table, in order: of two workers at once, one gets each.
 *
 * @param most so many at a time
 */
export async function takeUnsent({ organizationId, transaction }: Context, most: number): Promise<UnsentNotice[]> {
  const { rows } = await sql<UnsentNotice>`
    DELETE FROM "UnsentDeadlineNotice" u WHERE u."organizationId" = ${organizationId}
      AND u.id IN (SELECT n.id FROM "UnsentDeadlineNotice" n WHERE n."organizationId" = ${organizationId}
        ORDER BY n.id LIMIT ${most}::integer)
    RETURNING u.*`.execute(transaction);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
