import { invalidState } from "../../contract/errors/error-codes.ts";
import type { MemberStatus } from "../../contract/portal/member-record.ts";
import { requireTransition, type StateMachine } from "../../contract/state-machine.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { findLast, assertKeyCanChange, assertGrantable, assertSuccessors } from "./domain.caps.ts";
import { mailInvitation } from "./domain.mails.ts";
import { findStoppingKeys, reassignKeys } from "./domain.stopping-keys.ts";
import { changeMember, recordMemberEvent, getMemberRow } from "./domain.ts";
import type { DeactivationPreview, Member, MemberTransition } from "./schema.ts";
import {
  countDependents,
  endDelegations,
  ensureInvitedPerson,
  lockMembershipForUpdate,
  type MemberRow,
} from "./store.ts";

export const memberStates: StateMachine<MemberStatus> = {
  noun: "A member",
  operation: "members.transition",
  transitions: {
    invited: ["deactivated"],
    active: ["suspended", "deactivated"],
    suspended: ["active", "deactivated"],
    deactivated: ["active"],
  },
};

/** What a transition did to the keys that act for the member. */
export interface MovedMember {
  member: Member;
  stoppedKeys: number;
  reassignedKeys: number;
}

/**
 * Suspends, deactivates or reactivates a member of this organization from the next request on. Deactivating also
 * withdraws an invitation.
 *
 * @throws NOT_FOUND; STALE_REVISION; FORBIDDEN; INVALID_STATE_TRANSITION for another status, the caller, the last owner
 *   and the last manager
 */
export async function moveMember(
  context: Context,
  { memberId, toStatus, expectedRevision, ...wanted }: Omit<MemberTransition, "reassignTasksTo">,
): Promise<MovedMember> {
  await lockMembershipForUpdate(context);
  const before = await getMemberRow(context, memberId);
  assertKeyCanChange(context, before, { changesStanding: true });
  requireTransition(memberStates, before.status, toStatus);
  if (toStatus === "active")
    return { member: await reactivate(context, before, expectedRevision), stoppedKeys: 0, reassignedKeys: 0 };
  await assertSuccessors(context, before, { ...before, status: toStatus });
  const { principal } = context;
  if (principal.kind === "member" && principal.memberId === memberId) {
    throw invalidState("You cannot suspend or deactivate yourself; ask another member who manages members");
  }
  const stopping = before.canActForKeys ? await findStoppingKeys(context, memberId) : [];
  const { reassignKeysTo, reason = null } = wanted;
  if (reassignKeysTo !== undefined) await reassignKeys(context, stopping, { from: memberId, to: reassignKeysTo });
  const left = toStatus === "deactivated" ? await leave(context, before) : {};
  const event = toStatus === "deactivated" ? "member.deactivated" : "member.suspended";
  const member = await changeMember(
    context,
    before,
    { values: { status: toStatus, standingReason: reason, ...left }, expectedRevision },
    event,
  );
  return reassignKeysTo === undefined
    ? { member, stoppedKeys: stopping.length, reassignedKeys: 0 }
    : { member, stoppedKeys: 0, reassignedKeys: stopping.length };
}

/**
 * Ends what a member who leaves was chosen for: they represent nobody.
 *
 * @returns the columns of their own absence
 */
async function leave(context: Context, { id }: MemberRow) {
  for (const { before, after } of await endDelegations(context, id))
    recordMemberEvent(context, "member.updated", after, before);
  return { outOfOfficeStartOn: null, outOfOfficeEndOn: null, outOfOfficeDelegateId: null, outOfOfficeNote: null };
}

/** A member who never accepted or never set a password is invited again. */
async function reactivate(context: Context, before: MemberRow, expectedRevision: number | undefined): Promise<Member> {
  await assertGrantable(context, null, before);
  const { firstName, lastName, email } = before;
  const person =
    before.userId === null
      ? null
      : await ensureInvitedPerson(context, { name: `${firstName} ${lastName}`, email: email.toLowerCase() });
  const isInvitedAgain =
    before.status === "deactivated" &&
    person !== null &&
    person.userId === before.userId &&
    (before.acceptedAt === null || !person.hasPassword);
  const member = await changeMember(
    context,
    before,
    { values: { status: isInvitedAgain ? "invited" : "active", standingReason: null }, expectedRevision },
    "member.reactivated",
  );
  if (isInvitedAgain) await mailInvitation(context, { firstName, email }, person);
  return member;
}

/**
 * What depends on a member. Recorded in the audit log: it reads under an elevated scope.
 *
 * @throws NOT_FOUND
 */
export async function previewDeactivation(context: Context, memberId: string): Promise<DeactivationPreview> {
  const member = await getMemberRow(context, memberId);
  const keys = await findStoppingKeys(context, memberId);
  const dependents = await countDependents(context, memberId);
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  return {
    keyCount: keys.length,
    keys: context.principal.scopes.has("org:manage") ? keys : null,
    ...dependents,
    ...(await findLast(context, member)),
  };
}
