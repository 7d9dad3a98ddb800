import { sql } from "kysely";
import type { Insertable, Updateable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/** A schedule with its owner's name, and with its report where that is the organization's own. */
export interface ListedRow extends Row<"ReportSchedule"> {
  ownerName: string;
  ownReport: Pick<Row<"Report">, "visibility" | "ownerMemberId" | "sharedWith" | "apiVisible"> | null;
}

/**
 * The schedules that are not deleted, by when they run next, paused ones last; how many there may be, creating them bounds.
 * @param filter of a report alone, or one alone
 */
export async function listScheduleRows({ organizationId, transaction }: Context, filter: { reportId?: string; scheduleId?: string }): Promise<ListedRow[]> {
  const { reportId = null, scheduleId = null } = filter;
  const { rows } = await sql<ListedRow>`
    SELECT s.*, concat(m."firstName", ' ', m."lastName") AS "ownerName",
      CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('visibility', r.visibility, 'ownerMemberId', r."ownerMemberId",
        'sharedWith', r."sharedWith", 'apiVisible', r."apiVisible") END AS "ownReport"
    FROM "ReportSchedule" s
    JOIN "Member" m ON m."organizationId" = s."organizationId" AND m.id = s."ownerMemberId"
    LEFT JOIN "Report" r ON r."organizationId" = s."organizationId" AND r.id = s."reportId"
    WHERE s."organizationId" = ${organizationId} AND s."deletedAt" IS NULL
      AND (${reportId}::text IS NULL OR s."reportId" = ${reportId}) AND (${scheduleId}::text IS NULL OR s.id = ${scheduleId})
    ORDER BY s."pausedAt" IS NOT NULL, s."nextRunAt", s.id`.execute(transaction);
  return rows;
}

/** Holds schedules to the end of the transaction. What they are, the next statement reads. */
export async function lockSchedules({ organizationId, transaction }: Context, filter: { reportId: string } | { scheduleId: string }): Promise<void> {
  const [column, id] = "reportId" in filter ? (["reportId", filter.reportId] as const) : (["id", filter.scheduleId] as const);
  await transaction.selectFrom("ReportSchedule").select("id").where("organizationId", "=", organizationId).where(column, "=", id).orderBy("id").forNoKeyUpdate().execute();
}

/** Lets one schedule a report of the organization at a time, to the end of the transaction. @returns how many schedules it has that are not deleted */
export async function countSchedules({ organizationId, transaction }: Context): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`schedules of ${organizationId}`}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom("ReportSchedule")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("organizationId", "=", organizationId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type Columns = "name" | "format" | "frequency" | "weekday" | "dayOfMonth" | "hour" | "recipientIds" | "nextRunAt";
type NewSchedule = Pick<Insertable<Tables["ReportSchedule"]>, Columns | "id" | "reportId" | "ownerMemberId"> & { parameters: object };

export async function insertSchedule({ organizationId, transaction }: Context, { parameters, ...columns }: NewSchedule): Promise<void> {
  await transaction.insertInto("ReportSchedule").values({ organizationId, ...columns, parameters: JSON.stringify(parameters) }).execute();
}

type ScheduleValues = Pick<Updateable<Tables["ReportSchedule"]>, Columns> & { parameters?: object | undefined; pauseReason?: string | null; deletedAt?: "now" };

/** Changes a schedule that the caller holds. A reason pauses it from now on, null lets it go on. */
export async function changeSchedule({ organizationId, transaction }: Context, scheduleId: string, values: ScheduleValues): Promise<void> {
  const { parameters, deletedAt, ...columns } = values;
  await transaction
    .updateTable("ReportSchedule")
    .set({
      ...columns,
      ...(parameters !== undefined && { parameters: JSON.stringify(parameters) }),
      ...(columns.pauseReason !== undefined && { pausedAt: columns.pauseReason === null ? null : sql<string>`now()` }),
      ...(deletedAt !== undefined && { deletedAt: sql<string>`now()` }),
      revision: sql<number>`revision + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", scheduleId)
    .execute();
}

/** By which clock the firm lives, and what time the database has; milliseconds since 1970. What is due, the database's clock says. */
export async function readOrganizationClock({ organizationId, transaction }: Context): Promise<{ timezone: string; now: number }> {
  const { timezone, now } = await transaction
    .selectFrom("Organization")
    .select(["timezone", sql<string>`now()`.as("now")])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return { timezone, now: Date.parse(now) };
}

/** A schedule of any organization whose time has come. */
export interface DueSchedule {
  organizationId: string;
  scheduleId: string;
}

export async function listDueSchedules(database: Database, batch: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`SELECT * FROM list_due_report_schedules(${batch}::integer)`.execute(database.withoutTenant);
  return rows;
}

/** Takes a schedule whose time has come: whoever comes second waits for the first, and finds it moved on. @returns whether it is due */
export async function takeDueSchedule({ organizationId, transaction }: Context, scheduleId: string): Promise<boolean> {
  const taken = await transaction
    .selectFrom("ReportSchedule")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", scheduleId)
    .where("deletedAt", "is", null)
    .where("pausedAt", "is", null)
    .where("nextRunAt", "<=", sql<string>`now()`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return taken !== undefined;
}

/** Records that a schedule ran. Nobody changed it: its revision stays. */
export async function recordRunAccess({ organizationId, transaction }: Context, scheduleId: string, { nextRunAt, exportId }: { nextRunAt: string; exportId: string }): Promise<void> {
  await transaction
    .updateTable("ReportSchedule")
    .set({ nextRunAt, lastRunAt: sql<string>`now()`, lastExportId: exportId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", scheduleId)
    .execute();
}
