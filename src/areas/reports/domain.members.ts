import { AppError, invalidInput } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { Context } from "../../rpc/context.ts";
import { memberPrincipal, type MemberPrincipal } from "../../rpc/principal.ts";
import type { NamedMember } from "./schema.portal.ts";
import { findMember, listActiveMembers } from "./store.changes.ts";

/** Only members save and schedule reports. */
export function requireMemberPrincipal({ principal }: Context): MemberPrincipal {
  if (principal.kind !== "member") throw new Error("only members save reports and schedules");
  return principal;
}

/** @throws FORBIDDEN */
export function assertPermission(context: Context, permission: Permission): void {
  if (!requireMemberPrincipal(context).permissions.has(permission))
    throw new AppError("FORBIDDEN", messages.permissionMissing);
}

export function listNamableMembers(context: Context): Promise<NamedMember[]> {
  return listActiveMembers(context);
}

/**
 * @param path of the list, for faults
 * @param before members already in the list: they may have been deactivated since
 * @throws VALIDATION_FAILED at each id that is not an active member
 */
export async function assertActiveMembers(
  context: Context,
  path: string,
  ids: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const added = ids.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const known = new Set([...before, ...(await listActiveMembers(context, added)).map(({ id }) => id)]);
  const faults = ids.flatMap((id, place) =>
    known.has(id) ? [] : [{ path: `${path}.${place}`, message: "is not an active member of the organization" }],
  );
  if (faults.length > 0) throw invalidInput(...faults);
}

/**
 * A member as principal with current permissions, for jobs in their name.
 *
 * @returns null for a member who could not sign in
 */
export async function actFor(
  context: Pick<Context, "organizationId" | "transaction">,
  memberId: string,
): Promise<MemberPrincipal | null> {
  const member = await findMember(context, memberId);
  if (member?.status !== "active" || member.userId === null) return null;
  return memberPrincipal({ ...member, organizationId: context.organizationId, memberId }, member.userId);
}
