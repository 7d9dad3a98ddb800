import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { isOneOf, selectRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/** The delegates of those of these members who are active and absent today. */
export async function listDelegates(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT m."outOfOfficeDelegateId" AS id FROM "Member" m
    CROSS JOIN (SELECT (now() AT TIME ZONE timezone)::date AS today FROM "Organization" WHERE id = ${organizationId}) o
    WHERE m."organizationId" = ${organizationId} AND ${isOneOf("m.id", memberIds)} AND m.status = 'active'
      AND m."outOfOfficeDelegateId" IS NOT NULL
      AND o.today BETWEEN m."outOfOfficeStartOn" AND m."outOfOfficeEndOn"`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function findTeamLead(
  { organizationId, transaction }: Context,
  teamId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    SELECT "memberId" FROM "TeamMember"
    WHERE "organizationId" = ${organizationId} AND "teamId" = ${teamId} AND "teamRole" = 'lead'`.execute(transaction);
  return rows[0]?.memberId;
}

export const listDueReminders = (database: Database, batch: number) =>
  listDue(database, sql`list_due_task_reminders(${batch}::integer)`);

export const listOverdueTasks = (database: Database, batch: number) =>
  listDue(database, sql`list_overdue_tasks(${batch}::integer)`);

/**
 * Locks a reminder that is due FOR UPDATE until commit.
 *
 * @returns the reminder, and how many hours it is late; undefined where another worker has ended it
 */
export async function lockDueReminderForUpdate(
  { organizationId, transaction }: Context,
  reminderId: string,
): Promise<(Row<"TaskReminder"> & { hoursLate: number }) | undefined> {
  const { rows } = await sql<Row<"TaskReminder"> & { hoursLate: number }>`
    SELECT r.*, (extract(epoch FROM now() - r."remindAt") / 3600)::float AS "hoursLate" FROM "TaskReminder" r
    WHERE r."organizationId" = ${organizationId} AND r.id = ${reminderId} AND r.status = 'scheduled'
      AND r."remindAt" <= now() FOR UPDATE`.execute(transaction);
  return rows[0];
}

export async function endReminder(
  { organizationId, transaction }: Context,
  reminderId: string,
  status: "sent" | "missed" | "no_recipient",
): Promise<void> {
  await sql`UPDATE "TaskReminder"
    SET status = ${status}, "sentAt" = ${status === "sent" ? new Date().toISOString() : null}
    WHERE "organizationId" = ${organizationId} AND id = ${reminderId}`.execute(transaction);
}

/**
 * Marks an overdue task whose event of this due day is about to be recorded. The task is locked first.
 *
 * @returns false where it is no longer overdue, or has the event
 */
export async function markOverdue(context: Context, taskId: string, today: string): Promise<boolean> {
  const { organizationId, transaction } = context;
  await selectRecord(context, "Task", taskId).select("id").forNoKeyUpdate().executeTakeFirst();
  const { numAffectedRows = 0n } = await sql`
    UPDATE "Task" SET "overdueNoticedFor" = "dueDay"
    WHERE "organizationId" = ${organizationId} AND id = ${taskId} AND "isOpen" AND "deletedAt" IS NULL
      AND "dueDay" < ${today}::date AND "overdueNoticedFor" IS DISTINCT FROM "dueDay"
      AND coalesce("snoozedUntilOn" <= ${today}::date, true)`.execute(transaction);
  return numAffectedRows > 0n;
}
