import { sql } from "kysely";
import type { Permission } from "../../contract/permissions.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Context } from "../../rpc/context.ts";
import type { Recipient } from "./store.ts";
import { selectRecord } from "../../platform/database/records.ts";

/** Of these members, those who are active, can sign in and hold all of the permissions. */
export async function listHolders(
  context: Context,
  memberIds: readonly string[],
  permissions: readonly Permission[],
): Promise<Recipient[]> {
  const held = sql.join([sql<boolean>`true`, ...permissions.map((permission) => canExercise(permission))], sql` AND `);
  const { rows } = await sql<Recipient>`
    SELECT id AS "memberId", email FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND status = 'active' AND id = ANY(${memberIds}::text[]) AND ${held}
    ORDER BY id`.execute(context.transaction);
  return rows;
}

/** A schedule's name and recipients; also of one that was deleted meanwhile. */
export function findScheduleAudience(
  context: Context,
  scheduleId: string,
): Promise<{ name: string; recipientIds: string[] } | undefined> {
  return selectRecord(context, "ReportSchedule", scheduleId).select(["name", "recipientIds"]).executeTakeFirst();
}
