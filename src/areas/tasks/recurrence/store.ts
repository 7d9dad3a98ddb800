import { sql, type Insertable, type Updateable } from "kysely";
import { insertRows, isOneOf, selectRecord } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Clock } from "../store.ts";

export async function insertSeries(
  { organizationId, transaction }: Context,
  row: Omit<Insertable<Tables["TaskSeries"]>, "organizationId">,
): Promise<void> {
  await transaction
    .insertInto("TaskSeries")
    .values({ organizationId, ...row })
    .execute();
}

/** Locks a series FOR UPDATE until commit. */
export function lockSeriesForUpdate(context: Context, seriesId: string): Promise<Row<"TaskSeries"> | undefined> {
  return selectRecord(context, "TaskSeries", seriesId).selectAll().forUpdate().executeTakeFirst();
}

export async function updateSeries(
  { organizationId, transaction }: Context,
  seriesId: string,
  columns: Updateable<Tables["TaskSeries"]>,
): Promise<void> {
  await transaction
    .updateTable("TaskSeries")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", seriesId)
    .execute();
}

export type ReminderRow = Omit<Row<"TaskReminder">, "organizationId">;
export type NewReminder = Omit<ReminderRow, "taskId" | "sentAt">;

/** Replaces the reminders of a task that were not sent. */
export async function replaceReminders(
  { organizationId, transaction }: Context,
  taskId: string,
  reminders: readonly NewReminder[],
): Promise<void> {
  await transaction
    .deleteFrom("TaskReminder")
    .where("organizationId", "=", organizationId)
    .where("taskId", "=", taskId)
    .where("status", "<>", "sent")
    .execute();
  await insertReminders({ organizationId, transaction }, taskId, reminders);
}

/** Inserts reminders of a task, or none. */
export async function insertReminders(
  tenant: Pick<Context, "organizationId" | "transaction">,
  taskId: string,
  reminders: readonly NewReminder[],
): Promise<void> {
  await insertRows(
    tenant,
    "TaskReminder",
    reminders.map((reminder) => ({ taskId, ...reminder })),
  );
}

/** Updates time and status of reminders. A reminder that was sent meanwhile stays. */
export async function moveReminders(
  { organizationId, transaction }: Context,
  moved: readonly { id: string; remindAt: string; status: string }[],
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    UPDATE "TaskReminder" r SET "remindAt" = m."remindAt", status = m.status
    FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS m(id text, "remindAt" timestamptz, status text)
    WHERE r."organizationId" = ${organizationId} AND r.id = m.id AND r.status <> 'sent'`.execute(transaction);
}

/** Cancels the unsent reminders of a task that ended, or schedules those of a reopened one that are still ahead. */
export async function switchReminders(
  { organizationId, transaction }: Context,
  taskId: string,
  to: "cancelled" | "scheduled",
  now: string,
): Promise<void> {
  const from = to === "cancelled" ? "scheduled" : "cancelled";
  await sql`UPDATE "TaskReminder" SET status = ${to}
    WHERE "organizationId" = ${organizationId} AND "taskId" = ${taskId} AND status = ${from}
    AND (${to} = 'cancelled' OR "remindAt" > ${now}::timestamptz)`.execute(transaction);
}

/**
 * The open tasks that follow local time, by ID.
 *
 * @param most null for all
 */
export async function listLocalTasks({ organizationId, transaction }: Context, most: number | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM "Task" t WHERE t."organizationId" = ${organizationId} AND t."isOpen" AND t."deletedAt" IS NULL
      AND (t."dueAt" IS NOT NULL
      OR EXISTS (SELECT FROM "TaskReminder" r
        WHERE r."organizationId" = ${organizationId} AND r."taskId" = t.id AND r.status = 'scheduled'))
    ORDER BY t.id LIMIT ${most}::integer`.execute(transaction);
  return rows.map(({ id }) => id);
}

type ScheduledReminder = Pick<ReminderRow, "id" | "daysBefore" | "at" | "minutesBefore" | "remindAt"> &
  Pick<Row<"Task">, "dueOn" | "dueAt" | "snoozedUntilOn"> &
  Pick<Clock, "timezone" | "workdayStartsAt">;

/** The reminders to be sent of these tasks, or of all, with what their time follows from, in order of time. */
export async function listScheduledReminders(
  { organizationId, transaction }: Context,
  taskIds: readonly string[] | null,
): Promise<ScheduledReminder[]> {
  const { rows } = await sql<ScheduledReminder>`
    SELECT r.id, r."daysBefore", r.at, r."minutesBefore", r."remindAt", t."dueOn", t."dueAt", t."snoozedUntilOn",
      o.timezone, o."workdayStartsAt"
    FROM "TaskReminder" r JOIN "Task" t ON t."organizationId" = ${organizationId} AND t.id = r."taskId"
    JOIN "Organization" o ON o.id = ${organizationId}
    WHERE r."organizationId" = ${organizationId} AND r.status = 'scheduled' AND t."isOpen"
      AND t."deletedAt" IS NULL ${taskIds === null ? sql`` : sql`AND ${isOneOf("t.id", taskIds)}`}
        ORDER BY r."remindAt", r.id`.execute(transaction);
  return rows;
}

/** Recomputes the due days of tasks that are due at an instant. Their revision stays: a task shows the instant. */
export async function refreshDueDays(
  { organizationId, transaction }: Context,
  { timezone }: Clock,
  taskIds: readonly string[],
): Promise<void> {
  await sql`UPDATE "Task" SET "dueDay" = ("dueAt" AT TIME ZONE ${timezone})::date
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", taskIds)} AND "dueAt" IS NOT NULL AND "isOpen"
      AND "deletedAt" IS NULL`.execute(transaction);
}
