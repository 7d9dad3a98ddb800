import { sql } from "kysely";
import type { Permission } from "../../contract/permissions.ts";
import { sandboxRateLimits } from "../../contract/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Sandbox } from "./schema.ts";

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
}

/**
 * Inserts the context's organization as a sandbox.
 *
 * @returns false if the slug belongs to another organization
 */
export async function insertSandbox(
  { transaction, organizationId }: Context,
  { liveOrganizationId, ...values }: NewSandboxRow,
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
      sandboxState: "ready",
      sandboxContents: "empty",
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
