import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Due } from "./store.jobs.ts";

/** Open deadlines of all organizations with a warning that is due, or a notice that time does not run, the longest first. @param at an instant */
export async function listToWarn(database: Database, at: string, batch: number): Promise<Due[]> {
  return (await sql<Due>`SELECT * FROM list_deadlines_to_warn(${at}::timestamptz, ${batch}::integer)`.execute(database.withoutTenant)).rows;
}

export interface DueWarning {
  /** From that day in the deadline's time zone to the date that counts; negative once it is past. */
  daysLeft: number;
  /** The fewest of its warning days that are reached; null while time verifiably does not run, so that a notice is due instead of a warning. */
  days: number | null;
}

/** What is due for a locked deadline; undefined where nothing is, also because another worker has sent it. */
export async function findDueWarning({ organizationId, transaction }: Context, deadlineId: string, at: string): Promise<DueWarning | undefined> {
  const local = sql`(${at}::timestamptz AT TIME ZONE d."timeZone")`;
  const daysLeft = sql`(d."effectiveOn" - ${local}::date)`;
  const isResting = sql`(d."isTolled" AND d."verificationStatus" = 'verified')`;
  const { rows } = await sql<DueWarning>`
    SELECT ${daysLeft} AS "daysLeft", CASE WHEN NOT ${isResting} THEN (SELECT min(x) FROM unnest(d."warningDays") x WHERE x >= ${daysLeft}) END AS days
    FROM "Deadline" d
    WHERE d."organizationId" = ${organizationId} AND d.id = ${deadlineId} AND d.status = 'open' AND d."warnAt" <= ${at}::timestamptz AND ${local}::time >= time '08:00'
      AND (d."dueAt" > ${at}::timestamptz OR ${isResting})`.execute(transaction);
  return rows[0];
}

/** Notes that a warning was sent, once for the date and the days; a trigger then plans the next one. The deadline is locked. */
export async function markWarned(context: Context, { id: deadlineId, effectiveOn }: { id: string; effectiveOn: string }, days: number, sentAt: string): Promise<void> {
  const { organizationId, transaction } = context;
  await transaction.insertInto("SentDeadlineWarning").values({ organizationId, deadlineId, effectiveOn, days, sentAt }).execute();
  await planAnew(context, deadlineId, { warnAt: null });
}

/** Notes that members were notified that time does not run; a trigger then plans the next notice. The deadline is locked. */
export async function markTollingNoticed(context: Context, deadlineId: string, tollingNoticedAt: string): Promise<void> {
  await planAnew(context, deadlineId, { tollingNoticedAt });
}

/** Without another revision: nothing that callers see changes. */
async function planAnew({ organizationId, transaction }: Context, deadlineId: string, columns: { warnAt: null } | { tollingNoticedAt: string }): Promise<void> {
  await transaction.updateTable("Deadline").set(columns).where("organizationId", "=", organizationId).where("id", "=", deadlineId).execute();
}
