import { AppError, notFound } from "../../contract/error-codes.ts";
import { MemberRecord } from "../../contract/portal/member-record.ts";
import { listPermissions, type Permission } from "../../contract/permissions.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { readPage } from "../../platform/database/lists/cursor.ts";
import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { findStoppingKeys, formatStoppedKeys, reassignKeys } from "./domain.stopping-keys.ts";
import { TeamMember, type MemberChanges, type StoppingKey, type TeamFilter } from "./schema.ts";
import { countOtherManagers, findMemberRow, lockTeam, listMemberRows, updateMemberRow, type MemberValues, type TeamRow } from "./store.ts";

const managing: Permission = "members:manage";

/** API keys and the system have no permissions. */
function permissionsOf({ principal }: Context): ReadonlySet<Permission> {
  return principal.kind === "member" ? principal.permissions : new Set();
}

/** Hides account details from members who cannot manage members. */
function describeMember(context: Context, row: TeamRow): TeamMember {
  const seesAccounts = permissionsOf(context).has(managing);
  return TeamMember.parse({
    ...row,
    effectivePermissions: [...listPermissions(row.role, row.permissions)],
    hasAccount: row.userId !== null,
    // The firm may not see the account of a person who has not accepted or has left.
    twoFactorEnabled: seesAccounts && row.status === "active" ? row.twoFactorEnabled : null,
  });
}

export async function readTeam(context: Context, { search, status, ...query }: TeamFilter): Promise<{ members: TeamMember[]; nextCursor: string | null }> {
  const list = { organizationId: context.organizationId, name: "team" };
  const { rows, nextCursor } = await readPage(list, query, async ({ after, limit }) => {
    const place = after === null ? null : await findMemberRow(context, after);
    return listMemberRows(context, { place: place ?? null, limit, search, status });
  });
  return { members: rows.map((row) => describeMember(context, row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function requireMember(context: Context, memberId: string): Promise<TeamRow> {
  const row = await findMemberRow(context, memberId);
  if (row === undefined) throw notFound("Member");
  return row;
}

function holdsManaging({ status, userId, role, permissions }: Pick<TeamRow, "status" | "userId" | "role" | "permissions">): boolean {
  return status === "active" && userId !== null && listPermissions(role, permissions).has(managing);
}

async function isLastManager(context: Context, member: TeamRow): Promise<boolean> {
  return holdsManaging(member) && (await countOtherManagers(context, member.id, managing)) === 0;
}

/** The keys that would fail if the member were deactivated or no longer an attorney. @throws NOT_FOUND */
export async function previewDeactivation(context: Context, memberId: string): Promise<{ keys: StoppingKey[]; lastManager: boolean }> {
  const member = await requireMember(context, memberId);
  return { keys: await findStoppingKeys(context, memberId), lastManager: await isLastManager(context, member) };
}

const lastManagerMessage = "At least one active member must be able to manage members. Grant another member this permission first";

/** A member can grant only permissions they have. @throws FORBIDDEN */
export function requireGivable(context: Context, before: ReadonlySet<Permission>, after: ReadonlySet<Permission>): void {
  const own = permissionsOf(context);
  const beyond = [...after].filter((permission) => !before.has(permission) && !own.has(permission));
  if (beyond.length > 0) throw new AppError("FORBIDDEN", `You can grant only permissions you have. Missing: ${beyond.join(", ")}`);
}

/**
 * Changes role, attorney flag and permissions. Keys that act for a member who is no longer an attorney fail.
 * @throws NOT_FOUND; STALE_REVISION; FORBIDDEN; INVALID_STATE_TRANSITION if nobody else could manage members
 */
export async function updateMember(context: Context, memberId: string, expectedRevision: number, changes: MemberChanges): Promise<TeamMember> {
  await lockTeam(context);
  const before = await requireMember(context, memberId);
  const role = changes.role ?? before.role;
  const permissions = changes.permissions ?? before.permissions;
  requireGivable(context, listPermissions(before.role, before.permissions), listPermissions(role, permissions));
  if (!holdsManaging({ ...before, role, permissions }) && (await isLastManager(context, before))) {
    throw new AppError("INVALID_STATE_TRANSITION", lastManagerMessage);
  }
  // Who becomes an attorney again is allowed again by a member.
  const values = changes.isAttorney === false ? { ...changes, canActForKeysByApi: false } : changes;
  return changeMember(context, before, expectedRevision, values, "member.updated");
}

interface DeactivatedMember {
  member: TeamMember;
  stoppedKeys: number;
  reassignedKeys: number;
}

/**
 * Deactivates a member of this organization from the next request on, and returns the keys that fail. Also withdraws an invitation.
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for the caller, the last manager and a deactivated member
 */
export async function deactivateMember(context: Context, memberId: string, expectedRevision: number, reassignTo: string | null): Promise<DeactivatedMember> {
  await lockTeam(context);
  const before = await requireMember(context, memberId);
  const { principal } = context;
  if (before.status === "deactivated") throw new AppError("INVALID_STATE_TRANSITION", "The member is already deactivated");
  if (await isLastManager(context, before)) throw new AppError("INVALID_STATE_TRANSITION", lastManagerMessage);
  if (principal.kind === "member" && principal.memberId === memberId) {
    throw new AppError("INVALID_STATE_TRANSITION", "You cannot deactivate yourself. Ask another member who manages members");
  }
  const stopping = isActingAttorney(before) ? await findStoppingKeys(context, memberId) : [];
  if (reassignTo !== null) await reassignKeys(context, stopping, { from: memberId, to: reassignTo });
  const member = await changeMember(context, before, expectedRevision, { status: "deactivated" }, "member.deactivated");
  return { member, stoppedKeys: reassignTo === null ? stopping.length : 0, reassignedKeys: reassignTo === null ? 0 : stopping.length };
}

function isActingAttorney({ status, isAttorney }: Pick<TeamRow, "status" | "isAttorney">): boolean {
  return status === "active" && isAttorney;
}

/** Writes a change with its event and notifies about keys that fail; the last step of every change. @throws STALE_REVISION */
export async function changeMember(
  context: Context,
  before: TeamRow,
  expectedRevision: number,
  values: MemberValues,
  eventType: EventType,
): Promise<TeamMember> {
  if ((await updateMemberRow(context, before.id, expectedRevision, values)) === undefined) throw staleRevision("member");
  const after = await requireMember(context, before.id);
  recordMemberEvent(context, eventType, after, before);
  if (isActingAttorney(before) && !isActingAttorney(after)) await formatStoppedKeys(context, after);
  return describeMember(context, after);
}

/** @param before undefined for a new member */
export function recordMemberEvent(context: Context, eventType: EventType, after: TeamRow, before?: TeamRow): void {
  const payload = MemberRecord.parse(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff: before === undefined ? {} : diffRecords(MemberRecord.parse(before), payload),
    relatedIds: [{ entity: "member", id: after.id }],
  });
}

/** @throws NOT_FOUND */
export async function showMember(context: Context, memberId: string): Promise<TeamMember> {
  return describeMember(context, await requireMember(context, memberId));
}
