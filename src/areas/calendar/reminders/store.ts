import { sql } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { writeEach } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { EventRow } from "../store.ts";

export type ReminderRow = EventRow["reminders"][number];
export type ReminderSetting = Pick<ReminderRow, "channel" | "minutesBefore" | "daysBefore" | "at">;

/** Replaces the reminders of an event. The new ones are not scheduled yet. */
export async function replaceReminders(
  { organizationId, transaction }: Context,
  eventId: string,
  settings: readonly ReminderSetting[],
  now: string,
): Promise<void> {
  await transaction
    .deleteFrom("CalendarReminder")
    .where("organizationId", "=", organizationId)
    .where("eventId", "=", eventId)
    .execute();
  if (settings.length === 0) return;
  const rows = settings.map(({ channel, minutesBefore, daysBefore, at }, position) => ({
    organizationId,
    id: createId("calendarReminder"),
    eventId,
    position,
    channel,
    minutesBefore,
    daysBefore,
    at,
    remindAt: now,
    status: "skipped",
  }));
  await transaction.insertInto("CalendarReminder").values(rows).execute();
}

export const moveReminders = (
  context: Context,
  moved: readonly Pick<ReminderRow, "id" | "occurrenceOn" | "remindAt" | "status">[],
): Promise<void> =>
  writeEach(context, "CalendarReminder", moved, { by: ["id"], columns: ["remindAt", "occurrenceOn", "status"] });

/** Cancels what of an event's reminders is not sent yet. */
export async function cancelReminders({ organizationId, transaction }: Context, eventId: string): Promise<void> {
  await sql`UPDATE "CalendarReminder" SET status = 'cancelled' WHERE "organizationId" = ${organizationId} AND "eventId" = ${eventId} AND status = 'scheduled'`.execute(
    transaction,
  );
}

export const listDueReminders = (database: Database, batch: number) =>
  listDue(database, sql`list_due_calendar_reminders(${batch}::integer)`);

/**
 * Locks a reminder that is due.
 *
 * @returns undefined where another worker has ended it
 */
export async function lockDueReminderForUpdate(
  { organizationId, transaction }: Context,
  reminderId: string,
  now: string,
): Promise<(ReminderRow & Pick<Row<"CalendarReminder">, "eventId">) | undefined> {
  const { rows } = await sql<ReminderRow & Pick<Row<"CalendarReminder">, "eventId">>`
    SELECT r.* FROM "CalendarReminder" r
    WHERE r."organizationId" = ${organizationId} AND r.id = ${reminderId} AND r.status = 'scheduled' AND r."remindAt" <= ${now}::timestamptz FOR UPDATE`.execute(
    transaction,
  );
  return rows[0];
}

/**
 * What became of a reminder.
 *
 * @param sentAt null where it was not sent
 */
export async function endReminder(
  { organizationId, transaction }: Context,
  reminderId: string,
  to: Pick<ReminderRow, "occurrenceOn" | "remindAt" | "status">,
  sentAt: string | null,
): Promise<void> {
  await sql`UPDATE "CalendarReminder" SET status = ${to.status}, "occurrenceOn" = ${to.occurrenceOn}::date, "remindAt" = ${to.remindAt}::timestamptz, "sentAt" = coalesce(${sentAt}::timestamptz, "sentAt")
    WHERE "organizationId" = ${organizationId} AND id = ${reminderId}`.execute(transaction);
}
