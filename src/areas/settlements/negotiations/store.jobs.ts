import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import type { NegotiationRow } from "./store.ts";

/** @param at an instant */
export const listDueNegotiationNotices = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_due_negotiation_notices(${at}::timestamptz, ${batch}::integer)`);

/** The case of an entry, without a lock: it never changes. */
export async function findEntryCase({ organizationId, transaction }: Context, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ caseId: string }>`SELECT "caseId" FROM "Negotiation"
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
  return rows[0]?.caseId;
}

/**
 * The open entry with the days that are due: 7, 3 or 1 before it expires, 0 once it has. The caller has locked its
 * case.
 *
 * @param at an instant
 */
export async function findDueEntry(
  { organizationId, transaction }: Context,
  id: string,
  at: string,
): Promise<(NegotiationRow & { days: number }) | undefined> {
  const { rows } = await sql<NegotiationRow & { days: number }>`SELECT * FROM (
      SELECT n.*, CASE WHEN n."expiresAt" <= ${at}::timestamptz THEN 0 WHEN n."expiresAt" <= ${at}::timestamptz + interval '1 day' THEN 1
        WHEN n."expiresAt" <= ${at}::timestamptz + interval '3 days' THEN 3 WHEN n."expiresAt" <= ${at}::timestamptz + interval '7 days' THEN 7 END AS days
      FROM "Negotiation" n WHERE n."organizationId" = ${organizationId} AND n.id = ${id} AND n.status = 'open') d
    WHERE d.days IS NOT NULL AND (d."noticedDays" IS NULL OR d."noticedDays" > d.days)`.execute(transaction);
  return rows[0];
}

/** Records that the entry's days were noticed. It is no change of the entry. */
export async function markNoticed(
  { organizationId, transaction }: Context,
  id: string,
  noticedDays: number,
): Promise<void> {
  await sql`UPDATE "Negotiation" SET "noticedDays" = ${noticedDays}::integer
    WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(transaction);
}
