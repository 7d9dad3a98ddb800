import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** @param at an instant */
export const listOverdueSettlements = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_overdue_settlements(${at}::timestamptz, ${batch}::integer)`);

/** The day in the firm's time zone at an instant. */
export async function readDayAt({ organizationId, transaction }: Context, at: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT (${at}::timestamptz AT TIME ZONE timezone)::date AS today
    FROM "Organization" WHERE id = ${organizationId}`.execute(transaction);
  return rows[0]?.today ?? "";
}
