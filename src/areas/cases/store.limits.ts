import { sql } from "kysely";
import { selectRows } from "../../platform/database/records.ts";
import type { Context } from "../../rpc/context.ts";

/** Tables of records of which a case has a limited number. */
export type LimitedTable = "Damage" | "Expense";

/** Counts the live records of a case under an advisory lock until commit, so that one transaction at a time adds one. */
export async function lockAndCountRecords(context: Context, table: LimitedTable, caseId: string): Promise<number> {
  const { organizationId, transaction } = context;
  const name = `${table} of ${organizationId} ${caseId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
  const { live } = await selectRows(context, table)
    .select(sql<number>`count(*)::integer`.as("live"))
    .where("caseId", "=", caseId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return live;
}
