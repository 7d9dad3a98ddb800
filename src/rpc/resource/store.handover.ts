import { sql } from "kysely";
import { isOneOf, type TableWith } from "../../platform/database/records.ts";
import type { Context } from "../context.ts";

/** Records of a lead, which its case gets, too, when the lead is converted. */
type HandedOverTable = TableWith<"id" | "leadId" | "caseId" | "deletedAt" | "revision">;

/** Locks the lead's records that have no case yet FOR NO KEY UPDATE until commit, in the order of their IDs. */
export async function lockRowsOfLeadForUpdate(
  context: Context,
  table: HandedOverTable,
  leadId: string,
  limit: number,
): Promise<string[]> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "leadId" = ${leadId}
      AND "caseId" IS NULL AND "deletedAt" IS NULL
    ORDER BY id LIMIT ${limit}::integer FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Assigns locked records to a case, each by one revision. */
export async function assignRowsToCase(
  { organizationId, transaction }: Context,
  table: HandedOverTable,
  ids: readonly string[],
  caseId: string,
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET "caseId" = ${caseId}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", ids)}`.execute(transaction);
}
