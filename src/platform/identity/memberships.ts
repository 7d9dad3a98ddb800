import { sql, type RawBuilder } from "kysely";
import { listRolesWith, type Permission } from "../../contract/permissions.ts";
import type { Database } from "../database/database.ts";

export interface Membership {
  organizationId: string;
  organizationName: string;
  slug: string;
  timezone: string;
  isHeadquarters: boolean;
  /** Whether it has a headquarters. */
  isOffice: boolean;
  memberId: string;
  firstName: string;
  lastName: string;
  role: string;
  /** Granted in addition to those of the role. */
  permissions: string[];
  isAttorney: boolean;
  /** Whether it is a sandbox: role and permissions are those of the member of its firm. */
  isSandbox: boolean;
  /** Whether it is a sandbox that is being reset. */
  isResetting: boolean;
}

/**
 * Where a person is an active member, by the organizations' names. Read at every request: a deactivation takes effect
 * with the next one.
 */
export async function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  return (await sql<Membership>`SELECT * FROM list_memberships(${userId})`.execute(database.withoutTenant)).rows;
}

/**
 * For the WHERE of a statement over "Member" alone: active, with an account to sign in with, and holding the
 * permission.
 */
export function canExercise(permission: Permission): RawBuilder<boolean> {
  return sql<boolean>`(status = 'active' AND "userId" IS NOT NULL
    AND (role = ANY(${listRolesWith(permission)}::text[]) OR permissions @> ARRAY[${permission}::text]))`;
}
