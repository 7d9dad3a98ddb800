import { sql, type RawBuilder } from "kysely";
import { listRolesWith } from "../../../contract/permissions.ts";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import type { DeadlinePolicy } from "../policy/schema.ts";
import { setUnseen } from "../store.changes.ts";

/** Open deadlines of all organizations that are over, the longest first. */
export const listPastDue = (database: Database, batch: number) =>
  listDue(database, sql`list_deadlines_past_due(${batch}::integer)`);

/**
 * Open deadlines of all organizations with a warning that is due, or a notice that time does not run, the longest
 * first.
 *
 * @param at an instant
 */
export const listToWarn = (database: Database, at: string, batch: number) =>
  listDue(database, sql`list_due_deadline_warnings(${at}::timestamptz, ${batch}::integer)`);

/** Open deadlines of all organizations whose court day before has to be found, the earliest first. */
export const listWithoutCourtDay = (database: Database, batch: number) =>
  listDue(database, sql`list_deadlines_without_court_day(${batch}::integer)`);

/**
 * Members of all organizations who can verify dates, where something waits for them, and who were not reminded this
 * week.
 *
 * @param at an instant
 */
export const listDueReminders = (database: Database, at: string, batch: number) =>
  listDue(
    database,
    sql`list_due_deadline_reminders(${at}::timestamptz, ${listRolesWith("deadlines:verify")}::text[], ${batch}::integer)`,
  );

export interface DueWarning {
  /** From that day in the deadline's time zone to the date that counts; negative once it is past. */
  daysLeft: number;
  /** The same to the last open day until then. */
  actInDays: number;
  /**
   * The fewest of its warning days that are reached, before the last open day; null while time verifiably does not run,
   * so that a notice is due instead of a warning.
   */
  days: number | null;
}

/** What is due for a locked deadline; undefined where nothing is, also because another worker has sent it. */
export async function findDueWarning(
  { organizationId, transaction }: Context,
  deadlineId: string,
  at: string,
): Promise<DueWarning | undefined> {
  const local = sql`(${at}::timestamptz AT TIME ZONE d."timeZone")`;
  const actInDays = sql`(d."actByOn" - ${local}::date)`;
  // As the trigger that plans the warning.
  const isOfCourt = sql`(d."deadlineClass" IN ('limitation', 'court', 'notice') AND d."courtDayBeforeOn" IS NOT NULL)`;
  const days = sql`(d."warningDays" || CASE WHEN ${isOfCourt} THEN ARRAY[d."actByOn" - d."courtDayBeforeOn"] ELSE '{}'::integer[] END)`;
  const isResting = sql`(d."isTolled" AND d."verificationStatus" = 'verified')`;
  const { rows } = await sql<DueWarning>`
    SELECT d."effectiveOn" - ${local}::date AS "daysLeft", ${actInDays} AS "actInDays",
      CASE WHEN NOT ${isResting} THEN (SELECT min(x) FROM unnest(${days}) x WHERE x >= ${actInDays}) END AS days
    FROM "Deadline" d
    WHERE d."organizationId" = ${organizationId} AND d.id = ${deadlineId} AND d.status = 'open' AND d."warnAt" <= ${at}::timestamptz AND ${local}::time >= time '08:00'
      AND (d."dueAt" > ${at}::timestamptz OR ${isResting})`.execute(transaction);
  return rows[0];
}

/**
 * Notes that a warning was sent, once for the date and the days; a trigger then plans the next one. The deadline is
 * locked.
 */
export async function markWarned(
  context: Context,
  { id: deadlineId, effectiveOn }: { id: string; effectiveOn: string },
  days: number,
  sentAt: string,
): Promise<void> {
  const { organizationId, transaction } = context;
  await transaction
    .insertInto("SentDeadlineWarning")
    .values({ organizationId, deadlineId, effectiveOn, days, sentAt })
    .execute();
  await setUnseen(context, deadlineId, { warnAt: null });
}

export interface Waiting {
  /** The Monday of the week, in the organization's time zone. */
  week: string;
  /** Dates that the member can verify. */
  dateCount: number;
  /** Requests and later dates that the member can decide on. */
  pendingCount: number;
  /** The earliest date of both that counts. */
  earliestOn: string | null;
}

/**
 * What waits for a member as the second person, for as long as the policy says, or close to its date: of acts that are
 * not the member's own.
 */
export function selectWaiting(
  { organizationId }: Pick<Context, "organizationId">,
  memberId: string,
  {
    requireVerificationOf,
    unverifiedReminderDays,
  }: Pick<DeadlinePolicy, "requireVerificationOf" | "unverifiedReminderDays">,
  at: string,
): RawBuilder<Waiting> {
  const isLong = (since: RawBuilder<unknown>) =>
    sql`(d."effectiveOn" <= (${at}::timestamptz AT TIME ZONE o.timezone)::date + 90 OR ${since} <= ${at}::timestamptz - make_interval(days => ${unverifiedReminderDays}::integer))`;
  const waits = (
    what: RawBuilder<unknown>,
  ) => sql`FROM "Deadline" d WHERE d."organizationId" = ${organizationId} AND d."isOpen" AND ${what}
        AND (SELECT true FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = d."caseId" AND c."deletedAt" IS NULL AND c."matterStatus" <> 'archived') IS NOT NULL`;
  const isTransition = sql`(d."pendingTransition" IS NOT NULL AND NOT jsonb_exists(d."pendingTransition" -> 'persons', ${memberId}) AND ${isLong(sql`(d."pendingTransition" ->> 'requestedAt')::timestamptz`)})`;
  const isLater = sql`(d.recalculation IS NOT NULL AND NOT jsonb_exists(d.recalculation -> 'persons', ${memberId}) AND ${isLong(sql`(d.recalculation ->> 'at')::timestamptz`)})`;
  // Two reads, each by its partial index: together they would read every open deadline.
  return sql<Waiting>`
    SELECT date_trunc('week', ${at}::timestamptz AT TIME ZONE o.timezone)::date AS week, v.count AS "dateCount", p.count AS "pendingCount", least(v.first, p.first) AS "earliestOn"
    FROM "Organization" o
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, min(d."effectiveOn") AS first ${waits(sql`d."verificationStatus" <> 'verified'`)}
        AND d."deadlineClass" = ANY(${requireVerificationOf}::text[]) AND NOT ${memberId} = ANY(d."setByPersons") AND ${isLong(sql`d."unverifiedSince"`)}) v
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE ${isTransition}) + count(*) FILTER (WHERE ${isLater}))::integer AS count, min(d."effectiveOn") FILTER (WHERE ${isTransition} OR ${isLater}) AS first
      ${waits(sql`d."hasPending"`)}) p
    WHERE o.id = ${organizationId}`;
}

export async function countWaiting(
  context: Context,
  memberId: string,
  policy: DeadlinePolicy,
  at: string,
): Promise<Waiting> {
  const {
    rows: [waiting],
  } = await selectWaiting(context, memberId, policy, at).execute(context.transaction);
  if (waiting === undefined) throw new Error("an organization without a row");
  return waiting;
}

/**
 * Notes that a member is reminded in this week.
 *
 * @returns false where they were already, or turned reminders off
 */
export async function markReminded(
  { organizationId, transaction }: Context,
  memberId: string,
  week: string,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO "NotificationPreference" AS p ("organizationId", "memberId", "remindedOfDeadlinesFor") VALUES (${organizationId}, ${memberId}, ${week}::date)
    ON CONFLICT ("organizationId", "memberId") DO UPDATE SET "remindedOfDeadlinesFor" = excluded."remindedOfDeadlinesFor"
      WHERE p."remindedOfDeadlinesFor" IS DISTINCT FROM excluded."remindedOfDeadlinesFor" AND p."deadlineReminder" <> 'none'
    RETURNING p."memberId"`.execute(transaction);
  return rows.length > 0;
}
