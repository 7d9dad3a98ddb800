import { AppError, invalidState } from "../../contract/errors/error-codes.ts";
import { isGrantableByKeys, listPermissions, type Permission, type Role } from "../../contract/permissions.ts";
import type { Context } from "../../rpc/context.ts";
import { countOtherManagers, countOtherOwners, findMember, type MemberRow } from "./store.ts";

export const managing: Permission = "members:manage";

/** Role and additional permissions of a member. */
export interface Standing {
  role: string;
  permissions: readonly string[];
}

type Standable = Standing & Pick<MemberRow, "status" | "userId">;

const forbidden = (message: string) => new AppError("FORBIDDEN", message);

/**
 * Members grant only permissions that they have, and only owners grant or remove the role owner. Keys grant no role
 * with which a person could let others in, and no additional permissions.
 *
 * @param before null for a person who has no access now
 * @throws FORBIDDEN
 */
export async function assertGrantable(context: Context, before: Standing | null, after: Standing): Promise<void> {
  const { principal } = context;
  const had = before === null ? new Set<Permission>() : listPermissions(before.role, before.permissions);
  if (principal.kind === "member") {
    const beyond = [...listPermissions(after.role, after.permissions)].filter(
      (permission) => !had.has(permission) && !principal.permissions.has(permission),
    );
    if (beyond.length > 0) throw forbidden(`You can grant only permissions you have. Missing: ${beyond.join(", ")}`);
    const concernsOwners = before?.role !== after.role && [before?.role, after.role].includes("owner");
    if (concernsOwners && (await findMember(context, principal.memberId))?.role !== "owner")
      throw forbidden("Only an owner can grant or remove the role owner");
    return;
  }
  if (!("keyId" in principal)) return;
  const isBeyondRole = after.permissions.some((permission) => before?.permissions.includes(permission) !== true);
  const isGranted = before?.role !== after.role;
  if (isBeyondRole || (isGranted && !isGrantableByKeys(after.role as Role)))
    throw forbidden("A key cannot grant this role or permission");
}

/**
 * A key changes nobody who manages members, and neither role, bar admissions nor status of its own acting attorney: it
 * cannot bring back the attorney whose deactivation stopped it.
 *
 * @throws FORBIDDEN
 */
export function assertKeyCanChange(
  { principal }: Context,
  member: Standing & { id: string },
  { changesStanding }: { changesStanding: boolean },
): void {
  if (!("keyId" in principal)) return;
  if (listPermissions(member.role, member.permissions).has(managing))
    throw forbidden("A key cannot change a member who manages members");
  if (changesStanding && principal.actingAttorneyId === member.id)
    throw forbidden("A key cannot change role, bar admissions or status of its own acting attorney");
}

/**
 * @throws FORBIDDEN if a key sends what only a member decides: permissions, and whether other keys can choose an
 *   attorney
 */
export function assertSettableByKey(
  { principal }: Context,
  { permissions, canActForKeysByApi }: { permissions?: unknown; canActForKeysByApi?: unknown },
): void {
  if ("keyId" in principal && (permissions !== undefined || canActForKeysByApi !== undefined))
    throw forbidden("Only a member can send permissions and canActForKeysByApi");
}

function canSignIn({ status, userId }: Standable): boolean {
  return status === "active" && userId !== null;
}

function isManager(member: Standable): boolean {
  return canSignIn(member) && listPermissions(member.role, member.permissions).has(managing);
}

function isOwner(member: Standable): boolean {
  return canSignIn(member) && member.role === "owner";
}

/** Whether the member is the only one of those who can sign in. */
export async function findLast(
  context: Context,
  member: MemberRow,
): Promise<{ isLastOwner: boolean; isLastManager: boolean }> {
  return {
    isLastOwner: isOwner(member) && (await countOtherOwners(context, member.id)) === 0,
    isLastManager: isManager(member) && (await countOtherManagers(context, member.id, managing)) === 0,
  };
}

/**
 * The organization keeps an owner and a member who manages members. The caller has locked the team.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export async function assertSuccessors(context: Context, before: MemberRow, after: Standable): Promise<void> {
  const { isLastOwner, isLastManager } = await findLast(context, before);
  if (isLastOwner && !isOwner(after))
    throw invalidState("The organization needs an active owner; make another member owner first");
  if (isLastManager && !isManager(after)) {
    throw invalidState(
      "At least one active member must be able to manage members; give another active member this permission first",
    );
  }
}
