import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

export interface Due {
  organizationId: string;
  id: string;
}

/** Open deadlines of all organizations that are over, the longest first. */
export async function listPastDue(database: Database, batch: number): Promise<Due[]> {
  return (await sql<Due>`SELECT * FROM list_deadlines_past_due(${batch}::integer)`.execute(database.withoutTenant)).rows;
}

export async function findLeadAttorney(context: Context, caseId: string): Promise<string | null> {
  return (await selectRecord(context, "Case", caseId).select("attorneyId").executeTakeFirst())?.attorneyId ?? null;
}
