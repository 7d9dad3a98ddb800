import { sql, type Insertable, type Updateable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { organizationToday } from "../../../platform/database/organization-day.ts";
import { selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CalendarFilter, HolidayRule } from "./schema.ts";

export type CalendarRow = Row<"HolidayCalendar"> & { verifiedBy: unknown; businessCalendarId: string | null };

/** With the attorney who verified it, and the organization's choice of its business calendar. */
const calendars = (organizationId: string) => sql`(
  SELECT c.*, o."holidayCalendarId" AS "businessCalendarId",
    CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('id', m.id, 'firstName', m."firstName",
      'lastName', m."lastName") END AS "verifiedBy"
  FROM "HolidayCalendar" c JOIN "Organization" o ON o.id = ${organizationId}
  LEFT JOIN "Member" m ON m."organizationId" = ${organizationId} AND m.id = c."verifiedByMemberId"
  WHERE c."organizationId" = ${organizationId} AND c."deletedAt" IS NULL) c`;

/** A firm's calendars are few: they are read whole and sorted. */
export function selectCalendars(
  { organizationId }: Context,
  page: SortedPage,
  { updatedSince, kind, jurisdiction, verificationStatus }: CalendarFilter,
) {
  const conditions = [
    ...(updatedSince === undefined ? [] : [sql`c."updatedAt" >= ${updatedSince}::timestamptz`]),
    ...(kind === undefined ? [] : [sql`c.kind = ${kind}`]),
    ...(jurisdiction === undefined ? [] : [sql`c.jurisdiction = ${jurisdiction}`]),
    ...(verificationStatus === undefined
      ? []
      : [sql`(c."verifiedAt" IS NOT NULL) = ${verificationStatus === "verified"}`]),
    page.after,
  ];
  return sql<CalendarRow>`
    SELECT c.* FROM ${calendars(organizationId)}
    WHERE c."organizationId" = ${organizationId} AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}

export async function findCalendar(
  { organizationId, transaction }: Context,
  calendarId: string,
): Promise<CalendarRow | undefined> {
  const { rows } = await sql<CalendarRow>`
    SELECT c.* FROM ${calendars(organizationId)}
    WHERE c."organizationId" = ${organizationId} AND c.id = ${calendarId}`.execute(transaction);
  return rows[0];
}

export type CourtChoice = Pick<Row<"HolidayCalendar">, "id" | "counties" | "isDefault">;

/** The firm's court calendars of a jurisdiction, the oldest first: at most 60. */
export const listCourtCalendars = (context: Context, jurisdiction: string): Promise<CourtChoice[]> =>
  selectRows(context, "HolidayCalendar")
    .select(["id", "counties", "isDefault"])
    .where("kind", "=", "court")
    .where("jurisdiction", "=", jurisdiction)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .execute();

/** Locks a live calendar FOR SHARE until commit, against deletion. */
export async function lockCalendarRowForShare(context: Context, calendarId: string): Promise<boolean> {
  return (
    (await selectRecord(context, "HolidayCalendar", calendarId)
      .select("id")
      .where("deletedAt", "is", null)
      .forShare()
      .executeTakeFirst()) !== undefined
  );
}

/** Locks a live calendar FOR NO KEY UPDATE until commit. */
export async function lockCalendarRowForUpdate(context: Context, calendarId: string): Promise<boolean> {
  return (
    (await selectRecord(context, "HolidayCalendar", calendarId)
      .select("id")
      .where("deletedAt", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst()) !== undefined
  );
}

export async function countCalendars({ organizationId, transaction }: Context): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM "HolidayCalendar"
    WHERE "organizationId" = ${organizationId} AND "deletedAt" IS NULL`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** What a calendar that is not a row is made of: the organization's choice, and since when it exists. */
export async function findChosen({
  organizationId,
  transaction,
}: Context): Promise<Pick<Row<"Organization">, "holidayCalendarId" | "createdAt">> {
  return transaction
    .selectFrom("Organization")
    .select(["holidayCalendarId", "createdAt"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}

const rejections = {
  HolidayCalendar_live_name: "name: used by another holiday calendar",
  HolidayCalendar_default: "isDefault: another court calendar of the jurisdiction is the default",
};

interface Days {
  rules?: readonly HolidayRule[] | undefined;
  exceptions?: readonly object[] | undefined;
}

/** Lists as PostgreSQL stores them. */
function toColumns<Given extends Days>({ rules, exceptions, ...columns }: Given) {
  return {
    ...columns,
    ...(rules !== undefined && { rules: JSON.stringify(rules) }),
    ...(exceptions !== undefined && { exceptions: JSON.stringify(exceptions) }),
  };
}

type NewRow = Days &
  Pick<
    Insertable<Tables["HolidayCalendar"]>,
    "id" | "name" | "kind" | "jurisdiction" | "templateKey" | "workWeek" | "counties" | "isDefault"
  >;

/** @throws DUPLICATE_ENTRY */
export async function insertCalendar(
  { organizationId, transaction }: Context,
  { rules = [], ...values }: NewRow,
): Promise<void> {
  const row = { organizationId, ...toColumns(values), rules: JSON.stringify(rules) };
  await rejectDuplicates(rejections, transaction.insertInto("HolidayCalendar").values(row).execute());
}

type Columns = Pick<
  Updateable<Tables["HolidayCalendar"]>,
  | "name"
  | "jurisdiction"
  | "workWeek"
  | "counties"
  | "isDefault"
  | "verifiedThroughOn"
  | "verifiedByMemberId"
  | "verifiedAt"
  | "verificationNote"
>;

type CalendarUpdate = Parameters<typeof updateRecord<"HolidayCalendar">>[3];

function updateLiveCalendar(
  context: Context,
  calendarId: string,
  columns: CalendarUpdate,
): Promise<Row<"HolidayCalendar"> | undefined> {
  const update = updateRecord(context, "HolidayCalendar", calendarId, columns).where("deletedAt", "is", null);
  return rejectDuplicates(rejections, update.returningAll().executeTakeFirst());
}

/**
 * Updates a live calendar.
 *
 * @returns undefined when If-Match names another revision
 * @throws DUPLICATE_ENTRY
 */
export function updateCalendarRow(
  context: Context,
  calendarId: string,
  columns: Columns & Days,
): Promise<Row<"HolidayCalendar"> | undefined> {
  return updateLiveCalendar(context, calendarId, toColumns(columns));
}

/** As {@link updateCalendarRow}, verified now. */
export function verifyCalendarRow(
  context: Context,
  calendarId: string,
  columns: Pick<Columns, "verifiedThroughOn" | "verifiedByMemberId" | "verificationNote">,
): Promise<Row<"HolidayCalendar"> | undefined> {
  return updateLiveCalendar(context, calendarId, { ...columns, verifiedAt: sql<string>`now()` });
}

/** As {@link updateCalendarRow}, deleted now. */
export function softDeleteCalendarRow(
  context: Context,
  calendarId: string,
): Promise<Row<"HolidayCalendar"> | undefined> {
  return updateLiveCalendar(context, calendarId, { deletedAt: sql<string>`now()` });
}

/** Today in the organization's time zone, and five years later. */
export async function findVerifiableSpan({
  organizationId,
  transaction,
}: Context): Promise<{ first: string; last: string }> {
  const { rows } = await sql<{ first: string; last: string }>`
    SELECT t.today AS first, (t.today + interval '5 years')::date AS last
    FROM (SELECT ${organizationToday(organizationId)} AS today) t`.execute(transaction);
  const [span] = rows;
  if (span === undefined) throw new Error("the organization has no calendar");
  return span;
}

/** Calendars of all organizations whose verification ends within 60 days, without a notification of that. */
export const listEndingVerifications = (database: Database, batch: number) =>
  listDue(database, sql`list_ending_verifications(${batch}::integer)`);

/** Marks that members were notified; undefined if they were already, or if the calendar changed meanwhile. */
export async function markWarned(
  { organizationId, transaction }: Context,
  calendarId: string,
): Promise<Pick<Row<"HolidayCalendar">, "name" | "verifiedThroughOn"> | undefined> {
  const { rows } = await sql<Pick<Row<"HolidayCalendar">, "name" | "verifiedThroughOn">>`
    UPDATE "HolidayCalendar" c SET "warnedThroughOn" = c."verifiedThroughOn"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${calendarId} AND c."deletedAt" IS NULL
      AND c."verifiedThroughOn" IS DISTINCT FROM c."warnedThroughOn"
    RETURNING c.name, c."verifiedThroughOn"`.execute(transaction);
  return rows[0];
}
