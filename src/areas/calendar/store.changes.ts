import { sql, type Insertable, type Updateable } from "kysely";
import type { ExpectedRevisions } from "../../contract/revision.ts";
import { rejectDuplicates } from "../../platform/database/duplicate-entry.ts";
import { createId } from "../../platform/database/ids.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import { isOneOf, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { replaceReminders, type ReminderSetting } from "./reminders/store.ts";
import type { AttendeeRow } from "./store.ts";

const taken = { CalendarEvent_organizationId_externalId_key: "externalId: used by another event" };

export type NewEventRow = Omit<Insertable<Tables["CalendarEvent"]>, "organizationId">;

/** The lists of an event. */
export interface EventLists {
  attendees: readonly NewAttendee[];
  /** IDs */
  documentIds: readonly string[];
  tags: readonly string[];
  reminders: readonly ReminderSetting[];
}

/** An event that is inserted: its columns and its lists. */
export interface NewEventRecord {
  row: Omit<NewEventRow, "createdBy" | "onBehalfOfAttorneyId">;
  lists: EventLists;
}

/**
 * Inserts an event with its lists.
 *
 * @throws DUPLICATE_ENTRY
 */
export async function insertEvent(
  context: Context,
  { row, lists }: NewEventRecord,
  author: Pick<NewEventRow, "createdBy" | "onBehalfOfAttorneyId">,
): Promise<void> {
  const { organizationId, transaction } = context;
  await rejectDuplicates(
    taken,
    transaction
      .insertInto("CalendarEvent")
      .values({ organizationId, ...row, ...author })
      .execute(),
    row,
  );
  const { attendees, documentIds, tags, reminders } = lists;
  await replaceLists(context, row.id, {
    attendees,
    organizerMemberId: row.organizerMemberId ?? null,
    documentIds,
    tags,
    reminders: reminders.length === 0 ? undefined : reminders,
  });
}

/** Lists that a change replaces; what is undefined stays. */
export type ListChanges = { [Name in keyof EventLists]?: EventLists[Name] | undefined } & {
  /** Who organizes the event after the change; read with `attendees`. */
  organizerMemberId?: string | null;
};

/** Replaces lists of an event, of a series those of all occurrences without their own. */
export async function replaceLists(
  context: Context,
  eventId: string,
  { attendees, organizerMemberId = null, documentIds, tags, reminders }: ListChanges,
): Promise<void> {
  if (attendees !== undefined)
    await replaceAttendees(context, { eventId, occurrenceOn: null }, attendees, organizerMemberId);
  if (documentIds !== undefined) await replaceTagRows(context, "CalendarDocument", eventId, documentIds);
  if (tags !== undefined) await replaceTagRows(context, "CalendarTag", eventId, tags);
  if (reminders !== undefined) await replaceReminders(context, eventId, reminders, new Date().toISOString());
}

export type EventColumns = Updateable<Tables["CalendarEvent"]>;

/**
 * Updates an event if its revision is one that the caller expects.
 *
 * @returns whether it was
 * @throws DUPLICATE_ENTRY
 */
export async function updateEventRow(
  context: Context,
  eventId: string,
  columns: EventColumns,
  expected: ExpectedRevisions = context.expectedRevisions,
): Promise<boolean> {
  const update = updateRecord({ ...context, expectedRevisions: expected }, "CalendarEvent", eventId, columns).where(
    "deletedAt",
    "is",
    null,
  );
  return (await rejectDuplicates(taken, update.executeTakeFirstOrThrow(), columns)).numUpdatedRows > 0n;
}

/** @returns undefined when If-Match names another revision */
export function softDeleteEvent(
  context: Context,
  eventId: string,
  columns: Pick<EventColumns, "deletedAt" | "statusReason">,
): Promise<Pick<Row<"CalendarEvent">, "deletedAt" | "updatedAt" | "revision"> | undefined> {
  return updateRecord(context, "CalendarEvent", eventId, columns)
    .where("deletedAt", "is", null)
    .returning(["deletedAt", "updatedAt", "revision"])
    .executeTakeFirst();
}

export type NewAttendee = Pick<AttendeeRow, "memberId" | "contactId" | "clientId" | "isOptional"> &
  Partial<Pick<AttendeeRow, "response" | "respondedAt" | "responseComment">>;

/**
 * Replaces the attendees of an event, or of one occurrence.
 *
 * @param organizerMemberId of an event: it has a row of its own unless among them, so that one index finds the events
 *   of a member
 */
export async function replaceAttendees(
  { organizationId, transaction }: Context,
  { eventId, occurrenceOn }: { eventId: string; occurrenceOn: string | null },
  attendees: readonly NewAttendee[],
  organizerMemberId: string | null = null,
): Promise<void> {
  await sql`DELETE FROM "CalendarAttendee" WHERE "organizationId" = ${organizationId} AND "eventId" = ${eventId} AND "occurrenceOn" IS NOT DISTINCT FROM ${occurrenceOn}::date`.execute(
    transaction,
  );
  const insert = (rows: readonly NewAttendee[], { isOrganizer }: { isOrganizer: boolean }) =>
    transaction
      .insertInto("CalendarAttendee")
      .values(
        rows.map((row, position) => ({
          organizationId,
          id: createId("calendarAttendee"),
          eventId,
          occurrenceOn,
          position,
          isOrganizer,
          ...row,
        })),
      )
      .execute();
  if (attendees.length > 0) await insert(attendees, { isOrganizer: false });
  if (organizerMemberId === null || attendees.some(({ memberId }) => memberId === organizerMemberId)) return;
  await insert([{ memberId: organizerMemberId, contactId: null, clientId: null, isOptional: false }], {
    isOrganizer: true,
  });
}

export type ExceptionColumns = Omit<
  Insertable<Tables["CalendarException"]>,
  "organizationId" | "eventId" | "occurrenceOn"
>;

/** Writes what differs in an occurrence; what it had and is not given stays. */
export async function upsertException(
  { organizationId, transaction }: Context,
  eventId: string,
  occurrenceOn: string,
  columns: ExceptionColumns,
): Promise<void> {
  const values = { ...columns, updatedAt: new Date().toISOString() };
  await transaction
    .insertInto("CalendarException")
    .values({ organizationId, eventId, occurrenceOn, ...values })
    .onConflict((conflict) => conflict.columns(["organizationId", "eventId", "occurrenceOn"]).doUpdateSet(values))
    .execute();
}

/** Removes exceptions with the attendees of their occurrences. */
export async function deleteExceptions(
  { organizationId, transaction }: Context,
  eventId: string,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  for (const table of ["CalendarAttendee", "CalendarException"] as const) {
    await sql`DELETE FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId} AND "eventId" = ${eventId} AND "occurrenceOn" = ANY (${[...days]}::date[])`.execute(
      transaction,
    );
  }
}

/** Gives the exceptions from a day on, with the attendees of their occurrences, to the series that goes on from there. */
export async function moveExceptions(
  { organizationId, transaction }: Context,
  fromEventId: string,
  toEventId: string,
  fromOn: string,
): Promise<void> {
  for (const table of ["CalendarException", "CalendarAttendee"] as const) {
    await sql`UPDATE ${sql.table(table)} SET "eventId" = ${toEventId} WHERE "organizationId" = ${organizationId} AND "eventId" = ${fromEventId} AND "occurrenceOn" >= ${fromOn}::date`.execute(
      transaction,
    );
  }
}

/**
 * Locks a live task of the case or lead FOR SHARE.
 *
 * @returns whether there is one
 */
export async function lockTaskForShare(
  context: Context,
  taskId: string,
  { caseId, leadId }: { caseId: string | null; leadId: string | null },
): Promise<boolean> {
  const row = await selectRows(context, "Task")
    .select("id")
    .where("id", "=", taskId)
    .where("deletedAt", "is", null)
    .where(caseId === null ? "leadId" : "caseId", "=", caseId ?? leadId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks a deadline of the case FOR SHARE.
 *
 * @returns whether there is one
 */
export async function lockDeadlineForShare(context: Context, deadlineId: string, caseId: string): Promise<boolean> {
  return (
    (await selectRows(context, "Deadline")
      .select("id")
      .where("id", "=", deadlineId)
      .where("caseId", "=", caseId)
      .forShare()
      .executeTakeFirst()) !== undefined
  );
}

type Person = "contactId" | "clientId";

/** Locks the events that a contact or client attends, deleted ones included. */
export async function lockAttendedEventsForUpdate(
  { organizationId, transaction }: Context,
  person: Person,
  id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId}
      AND e.id IN (SELECT a."eventId" FROM "CalendarAttendee" a WHERE a."organizationId" = ${organizationId} AND ${sql.ref(`a.${person}`)} = ${id})
    ORDER BY e.id LIMIT ${limit}::integer FOR NO KEY UPDATE OF e`.execute(transaction);
  return rows.map((row) => row.id);
}

/** Puts one person in another's place on locked events, each by one revision; who would attend twice attends once. */
export async function replaceAttendee(
  { organizationId, transaction }: Context,
  eventIds: readonly string[],
  person: Person,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const column = sql.ref(person);
  await sql`DELETE FROM "CalendarAttendee" a WHERE a."organizationId" = ${organizationId} AND ${isOneOf("a.eventId", eventIds)} AND a.${column} = ${from}
    AND EXISTS (SELECT FROM "CalendarAttendee" b WHERE b."organizationId" = ${organizationId} AND b."eventId" = a."eventId" AND b."occurrenceOn" IS NOT DISTINCT FROM a."occurrenceOn" AND b.${column} = ${to})`.execute(
    transaction,
  );
  await sql`UPDATE "CalendarAttendee" SET ${column} = ${to} WHERE "organizationId" = ${organizationId} AND ${isOneOf("eventId", eventIds)} AND ${column} = ${from}`.execute(
    transaction,
  );
  await sql`UPDATE "CalendarEvent" SET revision = revision + 1 WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", eventIds)}`.execute(
    transaction,
  );
}

/**
 * Lets one transaction at a time book these members with `reject`, to its end. In the order of their IDs, against
 * deadlocks.
 */
export async function lockMemberCalendarsForUpdate(
  { organizationId, transaction }: Context,
  memberIds: readonly string[],
): Promise<void> {
  for (const memberId of memberIds)
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`calendar ${organizationId} ${memberId}`}, 0))`.execute(
      transaction,
    );
}
