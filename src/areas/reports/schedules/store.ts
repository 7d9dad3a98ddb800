import { sql, type Insertable, type Updateable } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { selectRecord, selectRows, updateRecord } from "../../../platform/database/records.ts";

/**
 * With the owner's name, and the report if the organization owns it; its `sharedWith` includes the members of its
 * teams.
 */
export interface ListedRow extends Row<"ReportSchedule"> {
  ownerName: string;
  ownReport: Pick<Row<"Report">, "visibility" | "ownerMemberId" | "sharedWith" | "apiVisible"> | null;
}

/**
 * Schedules that are not deleted, by next run, paused ones last; creation limits their number.
 *
 * @param filter one report's, or one schedule
 */
export async function listScheduleRows(
  { organizationId, transaction }: Context,
  filter: { reportId?: string; scheduleId?: string },
): Promise<ListedRow[]> {
  const { reportId = null, scheduleId = null } = filter;
  const { rows } = await sql<ListedRow>`
    SELECT s.*, concat(m."firstName", ' ', m."lastName") AS "ownerName",
      CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('visibility', r.visibility, 'ownerMemberId', r."ownerMemberId",
        'sharedWith', r."sharedWith" || ARRAY(
          SELECT x."memberId" FROM "TeamMember" x JOIN "Team" t ON t."organizationId" = x."organizationId" AND t.id = x."teamId"
          WHERE x."organizationId" = ${organizationId} AND x."teamId" = ANY(r."sharedWithTeamIds") AND t."deletedAt" IS NULL), 'apiVisible', r."apiVisible") END AS "ownReport"
    FROM "ReportSchedule" s
    JOIN "Member" m ON m."organizationId" = s."organizationId" AND m.id = s."ownerMemberId"
    LEFT JOIN "Report" r ON r."organizationId" = s."organizationId" AND r.id = s."reportId"
    WHERE s."organizationId" = ${organizationId} AND s."deletedAt" IS NULL
      AND (${reportId}::text IS NULL OR s."reportId" = ${reportId}) AND (${scheduleId}::text IS NULL OR s.id = ${scheduleId})
    ORDER BY s."pausedAt" IS NOT NULL, s."nextRunAt", s.id`.execute(transaction);
  return rows;
}

/** Locks schedules until commit, all of them by default; read them in the next statement. */
export async function lockSchedulesForUpdate(
  { organizationId, transaction }: Context,
  { reportId, scheduleId }: { reportId?: string; scheduleId?: string },
): Promise<void> {
  await transaction
    .selectFrom("ReportSchedule")
    .select("id")
    .where("organizationId", "=", organizationId)
    .$if(reportId !== undefined, (query) => query.where("reportId", "=", reportId ?? ""))
    .$if(scheduleId !== undefined, (query) => query.where("id", "=", scheduleId ?? ""))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * Serializes the scheduling of reports in the organization until commit.
 *
 * @returns the number of schedules
 */
export async function lockScheduleCountForUpdate({ organizationId, transaction }: Context): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`schedules of ${organizationId}`}, 0))`.execute(
    transaction,
  );
  const { count } = await selectRows({ organizationId, transaction }, "ReportSchedule")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type Columns = "name" | "format" | "frequency" | "weekday" | "dayOfMonth" | "hour" | "recipientIds" | "nextRunAt";
type NewSchedule = Pick<Insertable<Tables["ReportSchedule"]>, Columns | "id" | "reportId" | "ownerMemberId"> & {
  parameters: object;
};

export async function insertSchedule(
  { organizationId, transaction }: Context,
  { parameters, ...columns }: NewSchedule,
): Promise<void> {
  await transaction
    .insertInto("ReportSchedule")
    .values({ organizationId, ...columns, parameters: JSON.stringify(parameters) })
    .execute();
}

type ScheduleValues = Pick<Updateable<Tables["ReportSchedule"]>, Columns> & {
  parameters?: object | undefined;
  pauseReason?: string | null;
  deletedAt?: "now";
};

/** Updates a locked schedule. A reason pauses it, null resumes it. */
export async function changeSchedule(context: Context, scheduleId: string, values: ScheduleValues): Promise<void> {
  const { parameters, deletedAt, ...columns } = values;
  const changes = {
    ...columns,
    ...(parameters !== undefined && { parameters: JSON.stringify(parameters) }),
    ...(columns.pauseReason !== undefined && { pausedAt: columns.pauseReason === null ? null : sql<string>`now()` }),
    ...(deletedAt !== undefined && { deletedAt: sql<string>`now()` }),
  };
  await updateRecord(withoutIfMatch(context), "ReportSchedule", scheduleId, changes).execute();
}

/**
 * The organization's time zone, which cannot change until commit, and the database's clock in milliseconds since 1970,
 * which decides what is due.
 */
export async function lockOrganizationClockForShare({
  organizationId,
  transaction,
}: Context): Promise<{ timezone: string; now: number }> {
  const { timezone, now } = await transaction
    .selectFrom("Organization")
    .select(["timezone", sql<string>`now()`.as("now")])
    .where("id", "=", organizationId)
    .forShare()
    .executeTakeFirstOrThrow();
  return { timezone, now: Date.parse(now) };
}

export interface DueSchedule {
  organizationId: string;
  scheduleId: string;
}

export async function listDueSchedules(database: Database, batch: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`SELECT * FROM list_due_report_schedules(${batch}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

/**
 * Locks a due schedule; a concurrent worker waits and finds it no longer due.
 *
 * @returns whether it is due
 */
export async function lockDueScheduleForUpdate(context: Context, scheduleId: string): Promise<boolean> {
  const taken = await selectRecord(context, "ReportSchedule", scheduleId)
    .select("id")
    .where("deletedAt", "is", null)
    .where("pausedAt", "is", null)
    .where("nextRunAt", "<=", sql<string>`now()`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return taken !== undefined;
}

/** Moves next runs that are not due yet, without a new revision. */
export async function moveNextRuns(
  { organizationId, transaction }: Context,
  runs: readonly { id: string; nextRunAt: string }[],
): Promise<void> {
  await sql`
    UPDATE "ReportSchedule" s SET "nextRunAt" = r."nextRunAt"
    FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS r(id text, "nextRunAt" timestamptz)
    WHERE s."organizationId" = ${organizationId} AND s.id = r.id AND s."nextRunAt" > now()`.execute(transaction);
}

/** Records a run without a new revision. */
export async function recordRunAccess(
  { organizationId, transaction }: Context,
  scheduleId: string,
  { nextRunAt, exportId }: { nextRunAt: string; exportId: string },
): Promise<void> {
  await transaction
    .updateTable("ReportSchedule")
    .set({ nextRunAt, lastRunAt: sql<string>`now()`, lastExportId: exportId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", scheduleId)
    .execute();
}
