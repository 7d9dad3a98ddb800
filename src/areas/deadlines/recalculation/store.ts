import { sql } from "kysely";
import { writeEach } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { insertJobs } from "../../../platform/jobs/job-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Actor } from "../../../rpc/principal.ts";

/** A job reviews the deadlines of a holiday calendar whose days changed. */
export const reviewQueue = {
  name: "review-deadlines",
  options: {
    retryLimit: 20,
    retryDelay: 30,
    expireInSeconds: 600,
    retentionSeconds: 7 * 86_400,
    deleteAfterSeconds: 86_400,
  },
} as const;

/** For how far ahead a change of a calendar moves deadlines. */
const daysAhead = 400;

export interface ChangedCalendar {
  organizationId: string;
  calendarId: string;
  /** Of the change: one job for each. */
  revision: number;
  /** Who changed it, and the persons of that act. */
  causedBy: Actor;
  persons: readonly string[];
}

/**
 * Enqueues, in the calendar's transaction, the job for a revision.
 *
 * @throws if the queue is not installed
 */
export async function enqueueReview({ transaction }: Context, changed: ChangedCalendar): Promise<void> {
  const { organizationId, calendarId, revision } = changed;
  const source = sql`(SELECT md5(concat_ws(' ', ${calendarId}::text, ${revision}::text))::uuid AS id, ${organizationId}::text AS "groupId", now() AS due, ${JSON.stringify(changed)}::jsonb AS data)`;
  await sql`${insertJobs(reviewQueue.name, source)} ON CONFLICT DO NOTHING`.execute(transaction);
}

/** The IDs of open deadlines of a calendar from yesterday, in whatever time zone, to 400 days ahead, the earliest first. */
export async function listReviewed(
  { organizationId, transaction }: Pick<Context, "organizationId" | "transaction">,
  calendarId: string,
  at: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "holidayCalendarId" = ${calendarId} AND "isOpen"
      AND "dueOn" BETWEEN ${at}::timestamptz::date - 1 AND ${at}::timestamptz::date + ${daysAhead}::integer ORDER BY "dueOn", id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** Whether an open or missed deadline has the calendar; those are among the latest. */
export async function isCountedIn({ organizationId, transaction }: Context, calendarId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "holidayCalendarId" = ${calendarId} AND "isOpen" ORDER BY "dueOn" DESC LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

export type ZonedDeadline = Pick<Row<"Deadline">, "id" | "dueOn" | "dueTime" | "dueAt" | "verificationStatus">;

/** Open deadlines that follow the organization's time zone and have another one, in order of time. */
export async function listZoned({ organizationId, transaction }: Context, timezone: string): Promise<ZonedDeadline[]> {
  const { rows } = await sql<ZonedDeadline>`
    SELECT id, "dueOn", "dueTime", "dueAt", "verificationStatus" FROM "Deadline"
    WHERE "organizationId" = ${organizationId} AND "isOpen" AND "timeZoneBasis" = 'organization' AND "timeZone" <> ${timezone} ORDER BY "dueAt", id`.execute(
    transaction,
  );
  return rows;
}

/** Locks them by ID, so that what is listed then stays. */
export async function lockZonedForUpdate({ organizationId, transaction }: Context, timezone: string): Promise<void> {
  await sql`SELECT FROM "Deadline" WHERE "organizationId" = ${organizationId} AND "isOpen" AND "timeZoneBasis" = 'organization' AND "timeZone" <> ${timezone} ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
}

export const moveZoned = (
  context: Context,
  moved: readonly Pick<Row<"Deadline">, "id" | "timeZone" | "dueAt">[],
): Promise<void> =>
  writeEach(context, "Deadline", moved, {
    by: ["id"],
    columns: ["timeZone", "dueAt"],
    also: sql`revision = t.revision + 1`,
  });
