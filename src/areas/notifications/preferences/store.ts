import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import { isOneOf, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Recipient } from "../store.ts";
import { defaultPreferences as defaults, type NotificationPreferences, type PreferenceChanges } from "./schema.ts";

/** Undefined for a member who has chosen nothing. */
export function findPreferences(
  context: Context,
  memberId: string,
): Promise<Row<"NotificationPreference"> | undefined> {
  return selectRows(context, "NotificationPreference").selectAll().where("memberId", "=", memberId).executeTakeFirst();
}

/** Preferences that a member never chose have the columns' defaults. */
export async function changePreferences(
  { organizationId, transaction }: Context,
  memberId: string,
  changes: PreferenceChanges,
): Promise<void> {
  await transaction
    .insertInto("NotificationPreference")
    .values({ organizationId, memberId, ...changes })
    .onConflict((conflict) => conflict.columns(["organizationId", "memberId"]).doUpdateSet(changes))
    .execute();
}

/** Of these members, those who chose to get no mail of a kind of notification. */
export async function listWithoutMail(
  context: Context,
  preference: "deadlineWarning" | "deadlineReminder",
  memberIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await selectRows(context, "NotificationPreference")
    .select("memberId")
    .where("memberId", "in", memberIds)
    .where(preference, "<>", "email")
    .execute();
  return rows.map(({ memberId }) => memberId);
}

/** How an active member is notified of changed deadlines. */
export interface ChangeChannels
  extends Recipient, Pick<NotificationPreferences, "deadlineChange" | "deadlineReminder"> {
  /** Whether a docket of their own deadlines is mailed to them. */
  hasDocket: boolean;
}

/** Of these members, those who are active, with how they are notified of changed deadlines. */
export async function listChangeChannels(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<ChangeChannels[]> {
  if (memberIds.length === 0) return [];
  const { rows } = await sql<ChangeChannels>`
    SELECT m.id AS "memberId", m.email, coalesce(p."deadlineChange", ${defaults.deadlineChange}) AS "deadlineChange",
      coalesce(p."deadlineReminder", ${defaults.deadlineReminder}) AS "deadlineReminder", coalesce(p.docket, 'none') <> 'none' AS "hasDocket"
    FROM "Member" m LEFT JOIN "NotificationPreference" p ON p."organizationId" = ${organizationId} AND p."memberId" = m.id
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} AND m.status = 'active' ORDER BY m.id`.execute(
    transaction,
  );
  return rows;
}

export interface Notifiable extends Pick<
  NotificationPreferences,
  "taskAssigned" | "taskReminder" | "calendarEvent" | "calendarReminder"
> {
  memberId: string;
  email: string;
  /** The member's own, or the organization's. */
  timeZone: string;
}

/** Of these members, those who are active and can sign in, with their preferences and time zones. */
export async function listNotifiable(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<Notifiable[]> {
  const { rows } = await sql<Notifiable>`
    SELECT m.id AS "memberId", m.email, coalesce(m.timezone, o.timezone) AS "timeZone", coalesce(p."taskAssigned", ${defaults.taskAssigned}) AS "taskAssigned", coalesce(p."taskReminder", ${defaults.taskReminder}) AS "taskReminder",
      coalesce(p."calendarEvent", ${defaults.calendarEvent}) AS "calendarEvent", coalesce(p."calendarReminder", ${defaults.calendarReminder}) AS "calendarReminder"
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId" LEFT JOIN "NotificationPreference" p ON p."organizationId" = m."organizationId" AND p."memberId" = m.id
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} AND m.status = 'active' AND m."userId" IS NOT NULL ORDER BY m.id`.execute(
    transaction,
  );
  return rows;
}
