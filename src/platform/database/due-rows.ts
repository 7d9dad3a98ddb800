import { sql, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";

/** What is due in an organization. */
export interface Due {
  organizationId: string;
  id: string;
}

/**
 * What is due in all organizations, the longest due first.
 *
 * @param door the call of a function that reads across organizations
 */
export async function listDue(database: Database, door: RawBuilder<unknown>): Promise<Due[]> {
  return (await sql<Due>`SELECT * FROM ${door}`.execute(database.withoutTenant)).rows;
}
