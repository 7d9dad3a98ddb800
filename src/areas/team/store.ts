import { sql, type RawBuilder } from "kysely";
import type { Permission } from "../../contract/permissions.ts";
import { createPasswordLink } from "../../platform/identity/people.ts";
import { ensurePerson, invitationMinutes, type InvitedPerson } from "../../platform/identity/invitations.ts";
import { enqueueMail } from "../../platform/mail/mail-queue.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { UnitOfWork } from "../../rpc/unit-of-work.ts";
import type { Invitation, MemberChanges } from "./schema.ts";
import { selectRows, updateRecord } from "../../platform/database/records.ts";

export interface TeamRow extends Row<"Member"> {
  twoFactorEnabled: boolean | null;
  actingFor: number;
}

/** A live key of an attorney: neither revoked nor expired. */
export interface ActingKeyRow {
  id: string;
  name: string;
  keyPrefix: string;
  scopes: string[];
  isPaused: boolean;
  lastUsedAt: string | null;
}

/** The last member of the previous page, by name. */
export interface MemberPlace {
  lastName: string;
  firstName: string;
  id: string;
}

const columns = ({ organizationId }: Context) => sql`m.*, u."twoFactorEnabled",
  (SELECT count(*)::integer FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND k."actingAttorneyId" = m.id
    AND k."revokedAt" IS NULL AND k."expiresAt" > now()) AS "actingFor"`;

/** By name, case-insensitive. */
export async function listMemberRows(
  context: Context,
  filter: { place: MemberPlace | null; limit: number; search: string | undefined; status: string | undefined },
): Promise<TeamRow[]> {
  const { place, limit, search, status } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`m."organizationId" = ${context.organizationId}`];
  if (place !== null) {
    conditions.push(
      sql`(lower(m."lastName"), lower(m."firstName"), m.id) > (lower(${place.lastName}), lower(${place.firstName}), ${place.id}::text)`,
    );
  }
  if (status !== undefined) conditions.push(sql`m.status = ${status}`);
  if (search !== undefined) {
    conditions.push(sql`position(lower(${search}) in lower(concat_ws(' ', m."firstName", m."lastName", m.email))) > 0`);
  }
  const { rows } = await sql<TeamRow>`
    SELECT ${columns(context)} FROM "Member" m LEFT JOIN "User" u ON u.id = m."userId"
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY lower(m."lastName"), lower(m."firstName"), m.id LIMIT ${limit}`.execute(context.transaction);
  return rows;
}

export async function findMemberRow(context: Context, memberId: string): Promise<TeamRow | undefined> {
  const { rows } = await sql<TeamRow>`
    SELECT ${columns(context)} FROM "Member" m LEFT JOIN "User" u ON u.id = m."userId"
    WHERE m."organizationId" = ${context.organizationId} AND m.id = ${memberId}`.execute(context.transaction);
  return rows[0];
}

/** Case-insensitive. */
export async function findMemberByEmail(context: Context, email: string): Promise<Row<"Member"> | undefined> {
  return selectRows(context, "Member").selectAll().where(sql`lower(email)`, "=", email).orderBy("id").limit(1).executeTakeFirst();
}

/** Serializes changes of the team until commit: otherwise two managers could deactivate each other. */
export async function lockTeam(context: Context): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`team ${context.organizationId}`}, 0))`.execute(context.transaction);
}

/** How many others could manage members: active, with an account, by role or permission. */
export async function countOtherManagers(context: Context, memberId: string, managing: Permission): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND id <> ${memberId} AND ${canExercise(managing)}`.execute(context.transaction);
  return rows[0]?.count ?? 0;
}

export interface MemberValues extends MemberChanges {
  firstName?: string;
  lastName?: string;
  status?: string;
  userId?: string;
}

/** Updates a member at this revision; undefined at another one. A status sets or clears the time of deactivation. */
export function updateMemberRow(context: Context, memberId: string, expectedRevision: number, values: MemberValues): Promise<{ id: string } | undefined> {
  const { status } = values;
  const changes = { ...values, ...(status !== undefined && { deactivatedAt: status === "deactivated" ? sql<string>`now()` : null }) };
  return updateRecord(context, "Member", memberId, changes, [expectedRevision]).returning("id").executeTakeFirst();
}

/** Inserts an invited member; undefined if the email address or account is already a member. */
export function insertMember(context: Context, id: string, userId: string, invitation: Invitation): Promise<{ id: string } | undefined> {
  const { organizationId, transaction } = context;
  return transaction
    .insertInto("Member")
    .values({ organizationId, id, userId, status: "invited", acceptedAt: null, ...invitation })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

export async function listActingKeys(context: Context, memberId: string): Promise<ActingKeyRow[]> {
  const { rows } = await sql<ActingKeyRow>`
    SELECT k.id, k.name, k.scopes, k."pausedAt" IS NOT NULL AS "isPaused", k."lastUsedAt",
      coalesce((SELECT s.prefix FROM "IntegrationKeySecret" s WHERE s."organizationId" = ${context.organizationId} AND s."keyId" = k.id
        ORDER BY s."createdAt" DESC, s.id DESC LIMIT 1), '') AS "keyPrefix"
    FROM "IntegrationKey" k
    WHERE k."organizationId" = ${context.organizationId} AND k."actingAttorneyId" = ${memberId}
      AND k."revokedAt" IS NULL AND k."expiresAt" > now()
    ORDER BY lower(k.name), k.id`.execute(context.transaction);
  return rows;
}

export async function readOrganizationName(context: Context): Promise<string> {
  const { name } = await context.transaction
    .selectFrom("Organization")
    .select("name")
    .where("id", "=", context.organizationId)
    .executeTakeFirstOrThrow();
  return name;
}

/** Mails the link with which an invited person sets a password; sent after commit. */
export async function queueInvitationMail(context: Context, mail: InvitationMail, invitedUserId: string): Promise<void> {
  const path = mail.needsPassword ? await createPasswordLink(context.transaction, "", invitedUserId, invitationMinutes) : "/sign-in";
  await enqueueMail(context.transaction, { to: mail.to, subject: mail.subject, text: mail.text, path });
}

export interface InvitationMail {
  to: string;
  subject: string;
  text: string;
  needsPassword: boolean;
}

/** The person's pending invitations, with organization names. */
export interface OpenInvitation {
  organizationId: string;
  organizationName: string;
  memberId: string;
  firstName: string;
  lastName: string;
}

export async function listInvitations(database: UnitOfWork["database"], userId: string): Promise<OpenInvitation[]> {
  const { rows } = await sql<OpenInvitation>`SELECT * FROM list_invitations(${userId})`.execute(database.withoutTenant);
  return rows;
}

/** Whether the person has no other membership and is no platform administrator. */
export async function isOrphan(database: UnitOfWork["database"], userId: string): Promise<boolean> {
  const { rows } = await sql<{ nowhere: boolean }>`
    SELECT NOT EXISTS (SELECT FROM list_memberships(${userId}))
      AND NOT EXISTS (SELECT FROM "PlatformAdministrator" WHERE "userId" = ${userId}) AS nowhere`.execute(database.withoutTenant);
  return rows[0]?.nowhere === true;
}

/** @returns false if it was accepted or withdrawn meanwhile */
export async function activateInvitedMember(context: Context, memberId: string): Promise<boolean> {
  const update = updateRecord(context, "Member", memberId, { status: "active", acceptedAt: sql<string>`now()` }, null);
  return (await update.where("status", "=", "invited").executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** The person with this email address, created without a password if there is none. */
export function ensureInvitedPerson(context: Context, person: { name: string; email: string }): Promise<InvitedPerson> {
  return ensurePerson(context.transaction, person);
}
