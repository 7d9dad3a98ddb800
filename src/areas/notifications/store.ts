import { sql } from "kysely";
import { listRolesWith, type Permission } from "../../contract/permissions.ts";
import { enqueueMails, type Mail } from "../../platform/mail/mail-queue.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { insertRows, isOneOf, selectRows } from "../../platform/database/records.ts";

export interface Recipient {
  memberId: string;
  email: string;
}

const maxRecipients = 500;

/**
 * Active members who hold a permission and can sign in, and other named active members. Beyond the maximum, named
 * members come first, then holders of the permission by grant, then by role.
 *
 * @param besides member ids, or user ids if only the person is known
 * @param except a member id
 */
export async function listRecipients(
  context: Context,
  permission: Permission,
  besides: readonly string[],
  except: string | null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT id AS "memberId", email FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND status = 'active' AND id IS DISTINCT FROM ${except}::text
      AND (id = ANY(${besides}::text[]) OR "userId" = ANY(${besides}::text[]) OR ${canExercise(permission)})
    ORDER BY (id = ANY(${besides}::text[]) OR coalesce("userId" = ANY(${besides}::text[]), false)) DESC,
      coalesce(array_position(${listRolesWith(permission)}::text[], role), 0), id
    LIMIT ${maxRecipients}::integer`.execute(context.transaction);
  return rows;
}

/**
 * The active attorneys who can verify dates of deadlines.
 *
 * @returns their member ids
 */
export async function listVerifiers({ organizationId, transaction }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM "Member" WHERE "organizationId" = ${organizationId} AND "isAttorney" AND NOT "isBarredOnlyInactive" AND ${canExercise("deadlines:verify")}
    ORDER BY id LIMIT ${maxRecipients}::integer`.execute(transaction);
  return rows.map(({ id }) => id);
}

export interface NewNotification {
  id: string;
  memberId: string;
  kind: string;
  parameters: object;
  keyId: string | null;
}

/** One statement for all recipients. */
export async function insertNotifications(context: Context, notifications: readonly NewNotification[]): Promise<void> {
  await insertRows(
    context,
    "Notification",
    notifications.map(({ parameters, ...notification }) => ({
      ...notification,
      parameters: JSON.stringify(parameters),
    })),
  );
}

/** Enqueues mails; they are sent after the transaction commits. */
export function queueMails(context: Context, mails: readonly Mail[]): Promise<void> {
  return enqueueMails(context.transaction, mails);
}

export function findOrganization(context: Context): Promise<{ name: string; slug: string }> {
  return context.transaction
    .selectFrom("Organization")
    .select(["name", "slug"])
    .where("id", "=", context.organizationId)
    .executeTakeFirstOrThrow();
}

/** Platform administrators are not members: they get mail and have their own queue, no notifications. */
export async function listAdministratorAddresses(context: Context): Promise<string[]> {
  const rows = await context.transaction
    .selectFrom("PlatformAdministrator as a")
    .innerJoin("User as u", "u.id", "a.userId")
    .select("u.email")
    .orderBy("u.email")
    .execute();
  return rows.map(({ email }) => email);
}

export function listNotifications(
  context: Context,
  memberId: string,
  after: string | null,
  limit: number,
): Promise<Row<"Notification">[]> {
  return selectRows(context, "Notification")
    .selectAll()
    .where("memberId", "=", memberId)
    .$if(after !== null, (query) => query.where("id", "<", after))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** A member's notifications of a kind since an instant, the newest first. */
export function listNoticesSince(
  context: Context,
  memberId: string,
  kind: string,
  { since, limit }: { since: string; limit: number },
): Promise<Row<"Notification">[]> {
  return selectRows(context, "Notification")
    .selectAll()
    .where("memberId", "=", memberId)
    .where("kind", "=", kind)
    .where("createdAt", ">=", since)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countUnread(context: Context, memberId: string): Promise<number> {
  const { unread } = await selectRows(context, "Notification")
    .select(sql<number>`count(*)::integer`.as("unread"))
    .where("memberId", "=", memberId)
    .where("readAt", "is", null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** @param ids null for all of the member's own */
export async function markNotificationsRead(
  context: Context,
  memberId: string,
  ids: readonly string[] | null,
): Promise<void> {
  await context.transaction
    .updateTable("Notification")
    .set({ readAt: sql<string>`now()` })
    .where("organizationId", "=", context.organizationId)
    .where("memberId", "=", memberId)
    .where("readAt", "is", null)
    .$if(ids !== null, (query) => query.where("id", "=", sql<string>`ANY(${[...(ids ?? [])]}::text[])`))
    .execute();
}

/** Of these tasks, the titles of those that are assigned to the member, by ID. */
export async function listTaskTitles(
  { organizationId, transaction }: Context,
  memberId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT t.id, t.title FROM "Task" t JOIN "TaskAssignee" x ON x."organizationId" = t."organizationId" AND x."taskId" = t.id
    WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", taskIds)} AND t."deletedAt" IS NULL AND x."memberId" = ${memberId}`.execute(
    transaction,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
