import { sql } from "kysely";
import type { DocketScope } from "../../../contract/closed-sets/docket-scope.ts";
import { canExercise } from "../../../platform/identity/memberships.ts";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";

/**
 * Members of all organizations whose docket of today was not sent, at or after 07:00 of their day.
 *
 * @param at an instant
 */
export const listDueDockets = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_due_dockets(${at}::timestamptz, ${batch}::integer)`);

export interface Subscriber {
  email: string;
  organizationName: string;
  slug: string;
  timeZone: string;
  today: string;
  /** What they chose, as far as they may see it. */
  scope: DocketScope;
  officeId: string | null;
  days: number;
  isWantedEmpty: boolean;
  /** Whether changes of deadlines are mailed with it. */
  hasChanges: boolean;
  sentAt: string | null;
}

/**
 * Notes that a member has the docket of their day.
 *
 * @param at an instant
 * @returns who it is for; undefined where another worker has it, it is not wanted any more, or they are not active
 */
export async function takeDocket(
  { organizationId, transaction }: Context,
  memberId: string,
  at: string,
): Promise<Subscriber | undefined> {
  const today = sql`(${at}::timestamptz AT TIME ZONE coalesce(m.timezone, o.timezone))::date`;
  const mayWiden = sql`(${canExercise("deadlines:view")} AND ${canExercise("calendar:view")})`;
  const { rows } = await sql<Subscriber>`
    WITH wide AS (SELECT ${mayWiden} AS allowed FROM "Member" WHERE "organizationId" = ${organizationId} AND id = ${memberId})
    UPDATE "NotificationPreference" p SET "docketedOn" = ${today}
    FROM "Member" m, "Organization" o, wide w
    WHERE p."organizationId" = ${organizationId} AND p."memberId" = ${memberId} AND p.docket <> 'none'
      AND m."organizationId" = ${organizationId} AND m.id = p."memberId" AND m.status = 'active' AND m."userId" IS NOT NULL
      AND o.id = ${organizationId} AND (p."docketedOn" IS NULL OR p."docketedOn" < ${today})
      AND (${at}::timestamptz AT TIME ZONE coalesce(m.timezone, o.timezone))::time >= time '07:00'
    RETURNING m.email, o.name AS "organizationName", o.slug, coalesce(m.timezone, o.timezone) AS "timeZone", ${today}::text AS today,
      CASE WHEN w.allowed AND (p.docket <> 'office' OR m."officeId" IS NOT NULL) THEN p.docket ELSE 'own' END AS scope,
      m."officeId", p."docketDays" AS days, p."docketWhenEmpty" AS "isWantedEmpty", p."deadlineChange" = 'daily' AS "hasChanges",
      p."docketSentAt" AS "sentAt"`.execute(transaction);
  return rows[0];
}

/** Notes when a docket was mailed, so that the next one has the changes since. */
export async function markSent({ organizationId, transaction }: Context, memberId: string, at: string): Promise<void> {
  await transaction
    .updateTable("NotificationPreference")
    .set({ docketSentAt: at })
    .where("organizationId", "=", organizationId)
    .where("memberId", "=", memberId)
    .execute();
}
