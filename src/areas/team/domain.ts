import { notFound } from "../../contract/errors/error-codes.ts";
import { MemberRecord } from "../../contract/portal/member-record.ts";
import { listPermissions } from "../../contract/permissions.ts";
import { staleRevision } from "../../contract/revision.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { commonSorts, listRecords, type Sort } from "../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type Context } from "../../rpc/context.ts";
import { managing, assertKeyCanChange, assertSettableByKey, assertGrantable, assertSuccessors } from "./domain.caps.ts";
import { formatStoppedKeys } from "./domain.stopping-keys.ts";
import { Member, type MemberChanges, type MemberFilter } from "./schema.ts";
import {
  countActiveMembers,
  findMember,
  lockOfficeRowForShare,
  lockMembershipForUpdate,
  replaceAdmissions,
  selectMemberPage,
  updateMemberRow,
  type MemberRow,
  type MemberValues,
} from "./store.ts";

/** What a row says of the absence; null without one. */
function describeAbsence({
  outOfOfficeStartOn: startOn,
  outOfOfficeEndOn: endOn,
  delegate,
  outOfOfficeNote: note,
}: MemberRow): MemberRecord["outOfOffice"] {
  return startOn === null || endOn === null ? null : { startOn, endOn, delegate, note };
}

/** Hides account details from those who cannot manage members, and permissions from keys. */
function describeMember({ principal }: Context, row: MemberRow): Member {
  const isManaging = principal.kind === "member" && principal.permissions.has(managing);
  return Member.parse({
    ...row,
    attorneyId: row.isAttorney ? row.id : null,
    outOfOffice: describeAbsence(row),
    permissions: principal.kind === "member" ? row.permissions : null,
    effectivePermissions: [...listPermissions(row.role, row.permissions)],
    hasAccount: row.userId !== null,
    // The firm may not see the account of a person who has not accepted or has left.
    twoFactorEnabled: isManaging && row.status === "active" ? row.twoFactorEnabled : null,
    actingForKeyCount: isManaging || principal.scopes.has("org:manage") ? row.actingForKeyCount : null,
    statusReason: principal.scopes.has("members:write") ? row.standingReason : null,
  });
}

export const peopleSorts = {
  ...commonSorts,
  name: { column: "nameKey", type: "text", descending: false },
} as const satisfies Record<string, Sort>;

export async function listMembers(
  context: Context,
  query: MemberFilter,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const list = { name: "members", alias: "m", sorts: peopleSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectMemberPage(context, query, page),
  );
  return { members: rows.map((row) => describeMember(context, row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getMemberRow(context: Context, memberId: string): Promise<MemberRow> {
  const row = await findMember(context, memberId);
  if (row === undefined) throw notFound("Member");
  return row;
}

/**
 * Checks, without a lock, that all of these members are active.
 *
 * @throws NOT_FOUND
 */
export async function assertMembersActive(context: Context, memberIds: readonly string[]): Promise<void> {
  const distinct = [...new Set(memberIds)];
  if (distinct.length > 0 && (await countActiveMembers(context, distinct)) < distinct.length) throw notFound("Member");
}

/** @throws NOT_FOUND */
export async function getMember(context: Context, memberId: string): Promise<Member> {
  return describeMember(context, await getMemberRow(context, memberId));
}

/**
 * Changes a member. Keys that act for a member who can no longer act for keys fail.
 *
 * @throws NOT_FOUND, also of an unknown office; STALE_REVISION; FORBIDDEN; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION if
 *   there would be no owner, or nobody to manage members
 */
export async function updateMember(
  context: Context,
  memberId: string,
  changes: MemberChanges,
  expectedRevision?: number,
): Promise<Member> {
  await lockMembershipForUpdate(context);
  const before = await getMemberRow(context, memberId);
  assertSettableByKey(context, changes);
  const { barAdmissions, ...values } = changes;
  const after = { role: values.role ?? before.role, permissions: values.permissions ?? before.permissions };
  const ofStanding = [values.role, values.isAttorney, values.canActForKeysByApi, barAdmissions];
  assertKeyCanChange(context, before, { changesStanding: ofStanding.some((change) => change !== undefined) });
  await assertSuccessors(context, before, { ...before, ...after });
  await assertGrantable(context, before, after);
  await lockOfficeForShare(context, values.officeId);
  // Who becomes an attorney again is allowed again by a member.
  const update = { ...values, ...(values.isAttorney === false && { canActForKeysByApi: false }) };
  return changeMember(context, before, { values: update, barAdmissions, expectedRevision });
}

/** @throws NOT_FOUND for an office that does not exist or was deleted */
export async function lockOfficeForShare(context: Context, officeId: string | null | undefined): Promise<void> {
  if (typeof officeId === "string" && !(await lockOfficeRowForShare(context, officeId))) throw notFound("Office");
}

interface MemberUpdate {
  values: MemberValues;
  barAdmissions?: MemberChanges["barAdmissions"];
  /** Checked in addition to If-Match. */
  expectedRevision?: number | undefined;
}

/**
 * Writes a change with its event and notifies about keys that fail; the last step of every change.
 *
 * @throws STALE_REVISION; DUPLICATE_ENTRY
 */
export async function changeMember(
  context: Context,
  before: MemberRow,
  { values, barAdmissions, expectedRevision = before.revision }: MemberUpdate,
  eventType: EventType = "member.updated",
): Promise<Member> {
  if (expectedRevision !== before.revision) throw staleRevision("member");
  if ((await updateMemberRow(context, before.id, values, context.expectedRevisions)) === undefined)
    throw staleRevision("member");
  if (barAdmissions !== undefined) await replaceAdmissions(context, before.id, barAdmissions);
  const after = await getMemberRow(context, before.id);
  recordMemberEvent(context, eventType, after, before);
  if (before.canActForKeys && !after.canActForKeys) await formatStoppedKeys(context, after);
  return describeMember(context, after);
}

/** @param before undefined for a new member */
export function recordMemberEvent(context: Context, eventType: EventType, after: MemberRow, before?: MemberRow): void {
  const describe = (row: MemberRow) => MemberRecord.parse({ ...row, outOfOffice: describeAbsence(row) });
  const payload = describe(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload,
    diff: before === undefined ? {} : diffRecords(describe(before), payload),
    relatedIds: [
      { entity: "member", id: after.id },
      ...(after.delegate === null ? [] : [{ entity: "member", id: after.delegate.id }]),
    ],
  });
}
