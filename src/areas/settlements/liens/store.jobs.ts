import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/** @param at an instant */
export const listDueLienNotices = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_due_lien_notices(${at}::timestamptz, ${batch}::integer)`);

interface DueLien {
  /** The date that is near. */
  on: string;
  /** 14, 7 or 1: the fewest that were reached. */
  days: number;
  daysLeft: number;
}

/**
 * What is due of an open lien that the caller has locked; undefined where nothing is.
 *
 * @param at an instant
 */
export async function findDueLien(
  { organizationId, transaction }: Context,
  lienId: string,
  at: string,
): Promise<DueLien | undefined> {
  const today = sql`(SELECT (${at}::timestamptz AT TIME ZONE timezone)::date FROM "Organization" WHERE id = ${organizationId})`;
  const { rows } = await sql<DueLien>`
    SELECT d."on", d.days, d."on" - d.today AS "daysLeft" FROM (
      SELECT n.*, CASE WHEN n."on" <= n.today + 1 THEN 1 WHEN n."on" <= n.today + 7 THEN 7 WHEN n."on" <= n.today + 14 THEN 14 END AS days
      FROM (
        SELECT l."noticedDays", l."noticedFor", ${today} AS today,
          least(CASE WHEN l."payByOn" >= ${today} THEN l."payByOn" END,
            CASE WHEN l."finalDemandExpiresOn" >= ${today} THEN l."finalDemandExpiresOn" END) AS "on"
        FROM "Lien" l WHERE l."organizationId" = ${organizationId} AND l.id = ${lienId}
          AND l.status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final')
      ) n
    ) d WHERE d.days IS NOT NULL AND (d."noticedFor" IS DISTINCT FROM d."on" OR d."noticedDays" > d.days)`.execute(
    transaction,
  );
  return rows[0];
}

/** Records that a date of a lien was noticed. It is no change of the lien. */
export async function markLienNoticed(
  { organizationId, transaction }: Context,
  lienId: string,
  { noticedFor, noticedDays }: { noticedFor: string; noticedDays: number },
): Promise<void> {
  await sql`UPDATE "Lien" SET "noticedFor" = ${noticedFor}::date, "noticedDays" = ${noticedDays}::integer
    WHERE "organizationId" = ${organizationId} AND id = ${lienId}`.execute(transaction);
}
