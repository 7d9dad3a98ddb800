import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";

/** Tables of records of which a case has a limited number. */
export type LimitedTable = "Damage" | "Expense" | "Lien" | "Negotiation" | "Settlement";
const isPermanent: ReadonlySet<LimitedTable> = new Set<LimitedTable>(["Lien", "Negotiation", "Settlement"]);

/** Counts the live records of a case under an advisory lock until commit, so that one transaction at a time adds one. */
export async function lockAndCountRecords(context: Context, table: LimitedTable, caseId: string): Promise<number> {
  const { organizationId, transaction } = context;
  const name = `${table} of ${organizationId} ${caseId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
  // Liens and settlements end in a status, and entries of a negotiation are corrected by others: none is deleted.
  const live = isPermanent.has(table) ? sql`` : sql` AND "deletedAt" IS NULL`;
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(table)}
    WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}${live}`.execute(transaction);
  return rows[0]?.count ?? 0;
}
