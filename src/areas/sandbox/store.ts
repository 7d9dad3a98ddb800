import { sql } from "kysely";
import type { Permission } from "../../contract/permissions.ts";
import { sandboxRateLimits } from "../../contract/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
import { insertRows } from "../../platform/database/records.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Sandbox } from "./schema.ts";
import { deleteWaitingJobs } from "./store.queue.ts";

export type SandboxRow = Omit<Sandbox, "rateLimits"> &
  Pick<Row<"Organization">, "rateLimitRead" | "rateLimitWrite" | "rateLimitSensitive">;

/**
 * The sandbox of the transaction's organization, or the organization itself where it is one. By a SECURITY DEFINER
 * function, because row-level security hides one from the other.
 */
export async function findSandboxRow({ transaction }: Pick<Context, "transaction">): Promise<SandboxRow | undefined> {
  const { rows } = await sql<SandboxRow>`SELECT * FROM find_sandbox()`.execute(transaction);
  return rows[0];
}

export interface NewSandboxRow {
  name: string;
  timezone: string;
  liveOrganizationId: string;
  memberEmailDomains: string[];
  contents: Sandbox["contents"];
  state: Sandbox["state"];
}

/**
 * Inserts the context's organization as a sandbox.
 *
 * @returns false if the slug belongs to another organization
 */
export async function insertSandbox(
  { transaction, organizationId }: Context,
  { liveOrganizationId, contents, state, ...values }: NewSandboxRow,
  slug: string,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto("Organization")
    .values({
      id: organizationId,
      ...values,
      slug,
      legalName: values.name,
      sandboxOfOrganizationId: liveOrganizationId,
      sandboxState: state,
      sandboxContents: contents,
      rateLimitRead: sandboxRateLimits.read,
      rateLimitWrite: sandboxRateLimits.write,
      rateLimitSensitive: sandboxRateLimits.sensitive,
    })
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export type CopiedMember = Pick<
  Row<"Member">,
  "userId" | "firstName" | "lastName" | "email" | "role" | "permissions" | "isAttorney" | "canActForKeysByApi"
>;

/** The active members who have an account and the permission. */
export async function listMembersWith(context: Context, permission: Permission): Promise<CopiedMember[]> {
  const { rows } = await sql<CopiedMember>`
    SELECT "userId", "firstName", "lastName", email, role, permissions, "isAttorney", "canActForKeysByApi" FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND ${canExercise(permission)}
    ORDER BY id`.execute(context.transaction);
  return rows;
}

/** Inserts members; those who are there already stay as they are. */
export function insertSandboxMembers(context: Context, members: readonly CopiedMember[]): Promise<void> {
  return insertRows(
    context,
    "Member",
    members.map((member) => ({ id: createId("member"), ...member })),
    "skip",
  );
}

/** Inserts members, and makes those active again who were deactivated or suspended in the sandbox itself. */
export async function readmitMembers(context: Context, members: readonly CopiedMember[]): Promise<void> {
  await insertSandboxMembers(context, members);
  await context.transaction
    .updateTable("Member")
    .set({ status: "active", deactivatedAt: null, suspendedAt: null })
    .where("organizationId", "=", context.organizationId)
    .where(
      "userId",
      "=",
      sql<string>`ANY(${members.flatMap(({ userId }) => (userId === null ? [] : [userId]))}::text[])`,
    )
    .where("status", "<>", "active")
    .execute();
}

export type RestoredMember = Pick<Row<"Member">, "id" | "firstName" | "lastName" | "role" | "isAttorney">;

/**
 * Makes made-up members what they were at the beginning, and adds those who are missing.
 *
 * @returns them, in their order
 */
export async function restoreMembers(context: Context, members: readonly CopiedMember[]): Promise<RestoredMember[]> {
  await insertSandboxMembers(context, members);
  const { rows } = await sql<RestoredMember & { email: string }>`
    UPDATE "Member" m SET "firstName" = g."firstName", "lastName" = g."lastName", role = g.role, "isAttorney" = g."isAttorney",
      "canActForKeysByApi" = g."canActForKeysByApi", status = 'active', "deactivatedAt" = NULL, "suspendedAt" = NULL
    FROM jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
      AS g(email text, "firstName" text, "lastName" text, role text, "isAttorney" boolean, "canActForKeysByApi" boolean)
    WHERE m."organizationId" = ${context.organizationId} AND m.email = g.email
    RETURNING m.id, m.email, m."firstName", m."lastName", m.role, m."isAttorney"`.execute(context.transaction);
  return members.flatMap(({ email }) => rows.filter((row) => row.email === email));
}

interface SandboxChange {
  state: Sandbox["state"];
  contents?: Sandbox["contents"];
  /** Whether a reset has ended. */
  isReset?: boolean;
}

/** Sets the state of the context's organization, a sandbox. */
export async function markSandbox(
  { transaction, organizationId }: Context,
  { state, contents, isReset = false }: SandboxChange,
): Promise<void> {
  await transaction
    .updateTable("Organization")
    .set({
      sandboxState: state,
      ...(contents !== undefined && { sandboxContents: contents }),
      ...(isReset && { sandboxResetAt: sql<string>`now()` }),
      revision: sql<number>`revision + 1`,
    })
    .where("id", "=", organizationId)
    .execute();
}

/** Deletes the sandbox for its firm: another one can be created, and no key of it works. */
export async function closeSandbox(context: Context, slug: string): Promise<void> {
  const { transaction, organizationId } = context;
  await transaction
    .updateTable("Organization")
    .set({ sandboxState: "deleted", slug, revision: sql<number>`revision + 1` })
    .where("id", "=", organizationId)
    .execute();
  await endCredentials(context);
}

/** Revokes every key and legacy credential, and withdraws the scopes that are requested: nobody is to decide them. */
export async function endCredentials({ transaction, organizationId }: Context): Promise<void> {
  const revocation = { revokedAt: sql<string>`now()`, revokeReason: "The sandbox was deleted." };
  await transaction
    .updateTable("IntegrationKey")
    .set({ ...revocation, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .execute();
  await transaction
    .updateTable("LegacyCredential")
    .set(revocation)
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .execute();
  await transaction
    .updateTable("ScopeRequest")
    .set({ status: "withdrawn", decidedAt: sql<string>`now()` })
    .where("organizationId", "=", organizationId)
    .where("status", "=", "pending")
    .execute();
}

/**
 * What a reset keeps: members, keys with their secrets, assistants, use and requests, webhooks, the audit log, the
 * request log and the number of the last event. Stored objects stay until the purge, which removes the bytes of those
 * that nothing names.
 */
const keptTables = [
  "AssistantConnection",
  "AssistantToken",
  "AuditEntry",
  "EventCounter",
  "IntegrationKey",
  "IntegrationKeySecret",
  "KeyOperationDay",
  "KeyScopeUse",
  "KeyUsageDay",
  "KeyUsageHour",
  "KeyUse",
  "LegacyCredential",
  "Member",
  "RequestLog",
  "RequestLogGap",
  "ScopeRequest",
  "StoredObject",
  "WebhookSecret",
  "WebhookSubscription",
];

/**
 * Deletes the records of the context's organization, a sandbox that is being reset or was deleted.
 *
 * @param requestId of the request whose stored response stays
 */
export async function emptySandbox(context: Context, requestId: string): Promise<void> {
  const { transaction, organizationId } = context;
  await sql`SET LOCAL statement_timeout = '2min'`.execute(transaction);
  // What is kept refers to nothing that goes.
  await transaction
    .updateTable("Organization")
    .set({ holidayCalendarId: null })
    .where("id", "=", organizationId)
    .where("holidayCalendarId", "is not", null)
    .execute();
  await transaction
    .updateTable("Member")
    .set({ officeId: null })
    .where("organizationId", "=", organizationId)
    .where("officeId", "is not", null)
    .execute();
  await transaction
    .updateTable("IntegrationKey")
    .set({ vendorContactId: null })
    .where("organizationId", "=", organizationId)
    .where("vendorContactId", "is not", null)
    .execute();
  // What a worker writes row by row would otherwise come between the deletions: each batch makes their statement fail.
  await sql`SELECT FROM "Import" WHERE "organizationId" = ${organizationId} FOR UPDATE`.execute(transaction);
  await sql`SELECT FROM "BulkJob" WHERE "organizationId" = ${organizationId} FOR UPDATE`.execute(transaction);
  await sql`SELECT empty_sandbox(${keptTables}::text[], ${requestId})`.execute(transaction);
  await deleteWaitingJobs(context);
}
