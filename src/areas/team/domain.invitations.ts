import { AppError, invalidState } from "../../contract/errors/error-codes.ts";
import { requireExpected } from "../../contract/revision.ts";
import { isUniqueViolation } from "../../platform/database/database-errors.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { assertKeyCanChange, assertSettableByKey, assertGrantable } from "./domain.caps.ts";
import { mailInvitation } from "./domain.mails.ts";
import { changeMember, recordMemberEvent, getMemberRow, lockOfficeForShare, getMember } from "./domain.ts";
import type { Invitation, Member } from "./schema.ts";
import {
  ensureInvitedPerson,
  findMemberByEmail,
  insertMember,
  listMemberDomains,
  lockMembershipForUpdate,
  readSecondsSinceInvitation,
  replaceAdmissions,
} from "./store.ts";

function duplicate(message: string): AppError {
  return new AppError("DUPLICATE_ENTRY", `email: ${message}`, { faults: [{ path: "email", message }] });
}

const memberAlready: Readonly<Record<string, string>> = {
  invited: "was invited already; send the invitation again",
  deactivated: "is a deactivated member. Reactivate the member instead",
};

/**
 * Invites a person, who becomes active by accepting (domain.accept.ts).
 *
 * @throws DUPLICATE_ENTRY at `email` of a member; FORBIDDEN for what the caller cannot grant, and to keys for addresses
 *   outside the organization's domains
 */
export async function inviteMember(context: Context, invitation: Invitation): Promise<Member> {
  await lockMembershipForUpdate(context);
  assertSettableByKey(context, invitation);
  await assertGrantable(context, null, { role: invitation.role, permissions: invitation.permissions ?? [] });
  if ("keyId" in context.principal) await assertMemberDomain(context, invitation.email);
  const known = await findMemberByEmail(context, invitation.email);
  if (known !== undefined) throw duplicate(memberAlready[known.status] ?? "is already a member");
  await lockOfficeForShare(context, invitation.officeId);
  return getMember(context, await invite(context, invitation));
}

/** Invites the owner of a new organization. */
export async function inviteOwner(
  context: Context,
  owner: Pick<Invitation, "firstName" | "lastName" | "email">,
): Promise<void> {
  await invite(context, { ...owner, email: owner.email.toLowerCase(), role: "owner" });
}

async function invite(context: Context, { barAdmissions = [], ...invitation }: Invitation): Promise<string> {
  const { firstName, lastName, email } = invitation;
  const person = await ensureInvitedPerson(context, { name: `${firstName} ${lastName}`, email });
  const id = createId("member");
  await rejectTakenAccount(insertMember(context, { ...invitation, id, userId: person.userId }));
  await replaceAdmissions(context, id, barAdmissions);
  recordMemberEvent(context, "member.invited", await getMemberRow(context, id));
  await mailInvitation(context, invitation, person);
  return id;
}

/** @throws DUPLICATE_ENTRY at `email` if the account is another member's */
async function rejectTakenAccount<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, "Member_organizationId_userId_key"))
      throw duplicate("belongs to an account that is already a member with another email address");
    throw error;
  }
}

/** @throws FORBIDDEN unless the address has one of the domains that the organization lets keys invite */
async function assertMemberDomain(context: Context, email: string): Promise<void> {
  const domains = await listMemberDomains(context);
  if (domains.length === 0) throw new AppError("FORBIDDEN", "A member must set memberEmailDomains first");
  if (!domains.includes(email.slice(email.lastIndexOf("@") + 1)))
    throw new AppError("FORBIDDEN", "The address is outside the organization's memberEmailDomains");
}

/** Minutes between two invitations of a member. */
const resendMinutes = 10;

/**
 * Sends the invitation again, or the first one to an active member without an account, who stays active: keys that act
 * for them keep working. The email address may have another account by now, so the member is linked to it anew.
 * This raises the revision and records `member.invited` again, because the invited person gets a new link.
 *
 * @throws NOT_FOUND; STALE_REVISION; FORBIDDEN; INVALID_STATE_TRANSITION of others; RATE_LIMITED; DUPLICATE_ENTRY
 */
export async function resendInvitation(context: Context, memberId: string, expectedRevision?: number): Promise<Member> {
  await lockMembershipForUpdate(context);
  const before = await getMemberRow(context, memberId);
  assertKeyCanChange(context, before, { changesStanding: false });
  // If-Match and `expectedRevision`, before the limit: a caller with an older revision has not seen the invitation that
  // was sent since.
  requireExpected(context.expectedRevisions, "member", before.revision);
  if (expectedRevision !== undefined) requireExpected([expectedRevision], "member", before.revision);
  const { status } = before;
  if (status !== "invited" && !(status === "active" && before.userId === null))
    throw invalidState(
      `The member is ${status}; invitations are sent to invited members, and to active ones without an account`,
    );
  await assertResendInterval(context, memberId);
  const { firstName, lastName, email } = before;
  const person = await ensureInvitedPerson(context, { name: `${firstName} ${lastName}`, email: email.toLowerCase() });
  const member = await rejectTakenAccount(
    changeMember(context, before, { values: { status, userId: person.userId } }, "member.invited"),
  );
  await mailInvitation(context, before, person, status === "active");
  return member;
}

/** @throws RATE_LIMITED if the member was invited in the last minutes */
async function assertResendInterval(context: Context, memberId: string): Promise<void> {
  const secondsSince = await readSecondsSinceInvitation(context, memberId);
  // No invitation was sent yet.
  if (secondsSince === null) return;
  const retryAfterSeconds = resendMinutes * 60 - secondsSince;
  if (retryAfterSeconds > 0)
    throw new AppError("RATE_LIMITED", `The invitation was sent less than ${resendMinutes} minutes ago`, {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
}
