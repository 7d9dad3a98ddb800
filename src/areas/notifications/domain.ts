import type { Permission } from "../../contract/permissions.ts";
import { createId } from "../../platform/database/ids.ts";
import { readPage, type PageQuery } from "../../platform/database/lists/cursor.ts";
import type { Context } from "../../rpc/context.ts";
import { describeMail, describeRequestMail, type RequestedScopes } from "./domain.mails.ts";
import {
  Notification,
  type KeyNotice,
  type NoteNotice,
  type OrganizationNotice,
  type ReportNotice,
  type SentNotice,
  type SignatureNotice,
} from "./schema.ts";
import {
  countUnread,
  findOrganization,
  insertNotifications,
  listAdministratorAddresses,
  listNotifications,
  listRecipients,
  listTaskTitles,
  markNotificationsRead,
  queueMails,
  type Recipient,
} from "./store.ts";

/** Recipients besides those with a permission, and the one to leave out because they acted. */
export interface Audience {
  /** Members by member id, or persons by user id. */
  besides?: readonly string[];
  except?: string | null;
  /** Restricts the recipients to these member ids. */
  only?: (memberId: string) => boolean;
}

/**
 * Notifies members in the portal and by mail, in the transaction of the action. One notification per action, however
 * many scopes or keys it concerns.
 *
 * @param mailed those who also get a mail, all by default
 */
export async function notifyMembers(
  context: Context,
  notice: SentNotice,
  recipients: readonly Recipient[],
  mailed: readonly Recipient[] = recipients,
): Promise<void> {
  if (recipients.length === 0) return;
  const { kind, parameters } = notice;
  const keyId = "keyId" in notice ? notice.keyId : null;
  await insertNotifications(
    context,
    recipients.map(({ memberId }) => ({ id: createId("notification"), memberId, kind, parameters, keyId })),
  );
  const mail = describeMail(notice, await findOrganization(context));
  await queueMails(
    context,
    mailed.map(({ email }) => ({ ...mail, to: email })),
  );
}

export async function notifyManagers(context: Context, notice: KeyNotice, audience: Audience = {}): Promise<void> {
  await notifyMembers(context, notice, await listAudience(context, "integrations:manage", audience));
}

export async function notifyReportManagers(
  context: Context,
  notice: ReportNotice,
  audience: Audience = {},
): Promise<void> {
  await notifyMembers(context, notice, await listAudience(context, "reports:manage", audience));
}

/** Notifies mentioned members; no mail goes to the attorney for whom the author acts. */
export async function notifyOfMention(
  context: Context,
  notice: NoteNotice,
  recipients: readonly Recipient[],
  attorneyId: string | null,
): Promise<void> {
  await notifyMembers(
    context,
    notice,
    recipients,
    recipients.filter(({ memberId }) => memberId !== attorneyId),
  );
}

/** Notifies those of these members who are active; if none is, the members who manage signature requests. */
export async function notifyOfSignatures(
  context: Context,
  notice: SignatureNotice,
  memberIds: readonly string[],
): Promise<void> {
  await notifyResponsible(context, notice, "esign:manage", memberIds);
}

/** Notifies those of these members who are active; if none is, the members who hold a permission. */
export async function notifyResponsible(
  context: Context,
  notice: SentNotice,
  permission: Permission,
  memberIds: readonly string[],
): Promise<void> {
  const audience = await listRecipients(context, permission, memberIds, null);
  const named = audience.filter(({ memberId }) => memberIds.includes(memberId));
  await notifyMembers(context, notice, named.length === 0 ? audience : named);
}

export async function notifyMemberManagers(context: Context, notice: OrganizationNotice): Promise<void> {
  await notifyMembers(context, notice, await listAudience(context, "members:manage", {}));
}

export async function notifyOrganizationManagers(context: Context, notice: OrganizationNotice): Promise<void> {
  await notifyMembers(context, notice, await listAudience(context, "organization:manage", {}));
}

async function listAudience(
  context: Context,
  permission: Permission,
  { besides = [], except = null, only = () => true }: Audience,
): Promise<Recipient[]> {
  const recipients = await listRecipients(context, permission, besides, except);
  return recipients.filter(({ memberId }) => only(memberId));
}

/** Mails the platform administrators that elevated scopes await a decision. */
export async function mailAdministrators(context: Context, requested: RequestedScopes): Promise<void> {
  const mail = describeRequestMail(requested, await findOrganization(context));
  const addresses = await listAdministratorAddresses(context);
  await queueMails(
    context,
    addresses.map((to) => ({ ...mail, to })),
  );
}

/** Only members have notifications. */
export function requireMemberId({ principal }: Context): string {
  if (principal.kind !== "member") throw new Error("only members have notifications");
  return principal.memberId;
}

/** The member's own notifications, newest first, and the number of all unread ones. */
export async function readNotifications(
  context: Context,
  query: PageQuery,
): Promise<{ notifications: Notification[]; nextCursor: string | null; unreadCount: number }> {
  const memberId = requireMemberId(context);
  const list = { organizationId: context.organizationId, name: "notifications" };
  const { rows, nextCursor } = await readPage(list, query, ({ after, limit }) =>
    listNotifications(context, memberId, after, limit),
  );
  const titles = await listTaskTitles(
    context,
    memberId,
    rows.flatMap(({ kind, parameters }) =>
      kind.startsWith("task.") ? [(parameters as { taskId: string }).taskId] : [],
    ),
  );
  return {
    notifications: rows.map((row) => Notification.parse({ ...row, parameters: addTitle(row, titles) })),
    nextCursor,
    unreadCount: await countUnread(context, memberId),
  };
}

/** Of a task, the title as of now, for its assignees. */
function addTitle(
  { kind, parameters }: { kind: string; parameters: unknown },
  titles: ReadonlyMap<string, string>,
): unknown {
  if (!kind.startsWith("task.")) return parameters;
  const about = parameters as { taskId: string };
  return { ...about, title: titles.get(about.taskId) ?? null };
}

export function countUnreadNotifications(context: Context): Promise<number> {
  return countUnread(context, requireMemberId(context));
}

/**
 * Marks the member's own notifications as read; ids of others are ignored.
 *
 * @param ids null for all
 * @returns the number of unread ones
 */
export async function markRead(context: Context, ids: readonly string[] | null): Promise<number> {
  const memberId = requireMemberId(context);
  await markNotificationsRead(context, memberId, ids);
  return countUnread(context, memberId);
}
