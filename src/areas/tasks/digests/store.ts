import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";
import { enqueueMail, type Mail } from "../../../platform/mail/mail-queue.ts";
import type { Context } from "../../../rpc/context.ts";

export const listDueDigests = (database: Database, batch: number) =>
  listDue(database, sql`list_due_task_digests(${batch}::integer)`);

/**
 * Notes that a member has the digest of the day.
 *
 * @returns whether they wanted it and did not have it
 */
export async function markDigested(
  { organizationId, transaction }: Context,
  memberId: string,
  today: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE "NotificationPreference" SET "digestedOn" = ${today}::date
    WHERE "organizationId" = ${organizationId} AND "memberId" = ${memberId} AND "taskDigest" = 'daily'
      AND "digestedOn" IS DISTINCT FROM ${today}::date`.execute(transaction);
  return numAffectedRows > 0n;
}

export interface Digest {
  email: string;
  organizationName: string;
  slug: string;
  dueToday: number;
  overdue: number;
  assignedYesterday: number;
}

/** What a member has to do today. Undefined for a member who is not active or cannot sign in. */
export async function findDigest(
  { organizationId, transaction }: Context,
  memberId: string,
  today: string,
): Promise<Digest | undefined> {
  const { rows } = await sql<Digest>`
    SELECT m.email, o.name AS "organizationName", o.slug,
      (count(*) FILTER (WHERE x."openDueDay" = ${today}::date))::integer AS "dueToday",
      (count(*) FILTER (WHERE x."openDueDay" < ${today}::date))::integer AS overdue,
      (count(*) FILTER (WHERE (x."assignedAt" AT TIME ZONE o.timezone)::date = ${today}::date - 1))::integer
        AS "assignedYesterday"
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    LEFT JOIN "TaskAssignee" x ON x."organizationId" = m."organizationId" AND x."memberId" = m.id
      AND x."openDueDay" IS NOT NULL
    WHERE m."organizationId" = ${organizationId} AND m.id = ${memberId} AND m.status = 'active'
      AND m."userId" IS NOT NULL
    GROUP BY m.email, o.id`.execute(transaction);
  return rows[0];
}

/** Sent after commit. */
export function queueDigest({ transaction }: Context, mail: Mail): Promise<void> {
  return enqueueMail(transaction, mail);
}
