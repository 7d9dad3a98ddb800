import { sql } from "kysely";
import type { Permission } from "../../contract/permissions.ts";
import { sandboxRateLimits } from "../../contract/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
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

export async function insertSandboxMembers(
  { transaction, organizationId }: Context,
  members: readonly CopiedMember[],
): Promise<void> {
  const given = JSON.stringify(members.map((member) => ({ id: createId("member"), ...member })));
  await sql`
    INSERT INTO "Member" ("organizationId", id, "userId", "firstName", "lastName", email, role, permissions, "isAttorney", "canActForKeysByApi")
    SELECT ${organizationId}::text, m.id, m."userId", m."firstName", m."lastName", m.email, m.role, m.permissions, m."isAttorney", m."canActForKeysByApi"
    FROM jsonb_to_recordset(${given}::jsonb) AS m(id text, "userId" text, "firstName" text, "lastName" text, email text, role text, permissions text[],
      "isAttorney" boolean, "canActForKeysByApi" boolean)`.execute(transaction);
}

export type RestoredMember = Pick<Row<"Member">, "id" | "firstName" | "lastName" | "role" | "isAttorney">;

/**
 * Makes made-up members what they were at the beginning, and adds those who are missing.
 *
 * @returns them, in their order
 */
export async function restoreMembers(
  { transaction, organizationId }: Context,
  members: readonly CopiedMember[],
): Promise<RestoredMember[]> {
  const given = JSON.stringify(members.map((member, place) => ({ place, id: createId("member"), ...member })));
  const { rows } = await sql<RestoredMember>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb)
        AS m(place integer, id text, "firstName" text, "lastName" text, email text, role text, "isAttorney" boolean, "canActForKeysByApi" boolean)
    ), restored AS (
      INSERT INTO "Member" ("organizationId", id, "firstName", "lastName", email, role, "isAttorney", "canActForKeysByApi")
      SELECT ${organizationId}::text, id, "firstName", "lastName", email, role, "isAttorney", "canActForKeysByApi" FROM given
      ON CONFLICT ("organizationId", email) DO UPDATE SET "firstName" = excluded."firstName", "lastName" = excluded."lastName", role = excluded.role,
        "isAttorney" = excluded."isAttorney", "canActForKeysByApi" = excluded."canActForKeysByApi", status = 'active',
        "acceptedAt" = coalesce("Member"."acceptedAt", now()), "deactivatedAt" = NULL, "suspendedAt" = NULL
      RETURNING id, email, "firstName", "lastName", role, "isAttorney"
    )
    SELECT r.id, r."firstName", r."lastName", r.role, r."isAttorney" FROM restored r JOIN given g ON g.email = r.email ORDER BY g.place`.execute(
    transaction,
  );
  return rows;
}

/** Sets the state of the context's organization, a sandbox. */
export async function markSandbox(
  { transaction, organizationId }: Context,
  { state, contents }: { state: Sandbox["state"]; contents?: Sandbox["contents"] },
): Promise<void> {
  await transaction
    .updateTable("Organization")
    .set({
      sandboxState: state,
      ...(contents !== undefined && { sandboxContents: contents }),
      revision: sql<number>`revision + 1`,
    })
    .where("id", "=", organizationId)
    .execute();
}

/** @param isReset whether it had records before */
export async function finishSandbox({ transaction, organizationId }: Context, isReset: boolean): Promise<void> {
  await transaction
    .updateTable("Organization")
    .set({
      sandboxState: "ready",
      ...(isReset && { sandboxResetAt: sql<string>`now()` }),
      revision: sql<number>`revision + 1`,
    })
    .where("id", "=", organizationId)
    .execute();
}

/** Deletes the sandbox for its firm: another one can be created, and no key of it works. */
export async function closeSandbox({ transaction, organizationId }: Context, slug: string): Promise<void> {
  await transaction
    .updateTable("Organization")
    .set({ sandboxState: "deleted", slug, revision: sql<number>`revision + 1` })
    .where("id", "=", organizationId)
    .execute();
  await transaction
    .updateTable("IntegrationKey")
    .set({
      revokedAt: sql<string>`now()`,
      revokeReason: "The sandbox was deleted.",
      revision: sql<number>`revision + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("revokedAt", "is", null)
    .execute();
}

/**
 * What a reset keeps: members, keys with their secrets, use and requests, webhooks, the audit log, the request log and
 * the number of the last event. Stored objects stay until the purge, which removes the bytes of those that nothing
 * names.
 */
const keptTables = [
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
  await sql`SELECT set_config('statement_timeout', '2min', true)`.execute(transaction);
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
  await sql`SELECT empty_sandbox(${keptTables}::text[], ${requestId})`.execute(transaction);
  await deleteWaitingJobs(context);
}
