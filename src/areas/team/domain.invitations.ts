import { AppError } from "../../contract/error-codes.ts";
import { listPermissions } from "../../contract/permissions.ts";
import { isUniqueViolation } from "../../platform/database/database-errors.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { recordMemberEvent, changeMember, requireGivable, requireMember, showMember } from "./domain.ts";
import type { Invitation, TeamMember } from "./schema.ts";
import { ensureInvitedPerson, findMemberByEmail, lockTeam, insertMember, queueInvitationMail, readOrganizationName } from "./store.ts";

function duplicate(message: string): AppError {
  return new AppError("DUPLICATE_ENTRY", `email: ${message}`, {}, { faults: [{ path: "email", message }] });
}

const otherAddress = "belongs to an account that is already a member with another email address";

/**
 * Invites a person, who becomes active by accepting (domain.accept.ts). A second invitation sends the mail again and applies the changes.
 * @throws DUPLICATE_ENTRY at `email` of a member; FORBIDDEN for permissions that the caller lacks
 */
export async function inviteMember(context: Context, invitation: Invitation): Promise<TeamMember> {
  await lockTeam(context);
  const known = await findMemberByEmail(context, invitation.email);
  if (known !== undefined && known.status !== "invited") {
    throw duplicate(known.status === "deactivated" ? "is a deactivated member. Reactivate the member instead" : "is already a member");
  }
  const before = known === undefined ? new Set<never>() : listPermissions(known.role, known.permissions);
  requireGivable(context, before, listPermissions(invitation.role, invitation.permissions));
  const name = `${invitation.firstName} ${invitation.lastName}`;
  const person = await ensureInvitedPerson(context, { name, email: invitation.email });
  const memberId = known === undefined ? await addInvited(context, person.userId, invitation) : await renewInvited(context, known, person.userId, invitation);
  await mailInvitation(context, invitation, person);
  return showMember(context, memberId);
}

/** Invites the owner of a new organization. */
export async function inviteOwner(context: Context, owner: Pick<Invitation, "firstName" | "lastName" | "email">): Promise<void> {
  const invitation = { ...owner, email: owner.email.toLowerCase(), role: "owner" as const, isAttorney: false, permissions: [] };
  const person = await ensureInvitedPerson(context, { name: `${owner.firstName} ${owner.lastName}`, email: invitation.email });
  await addInvited(context, person.userId, invitation);
  await mailInvitation(context, invitation, person);
}

async function addInvited(context: Context, userId: string, invitation: Invitation): Promise<string> {
  const id = createId("member");
  if ((await insertMember(context, id, userId, invitation)) === undefined) throw duplicate(otherAddress);
  recordMemberEvent(context, "member.invited", await requireMember(context, id));
  return id;
}

async function renewInvited(context: Context, known: Pick<Row<"Member">, "id">, userId: string, invitation: Invitation): Promise<string> {
  const { firstName, lastName, role, isAttorney, permissions } = invitation;
  const before = await requireMember(context, known.id);
  try {
    await changeMember(context, before, before.revision, { firstName, lastName, role, isAttorney, permissions, userId }, "member.invited");
  } catch (error) {
    if (isUniqueViolation(error, "Member_organizationId_userId_key")) throw duplicate(otherAddress);
    throw error;
  }
  return known.id;
}

/**
 * Reactivates a deactivated or suspended member; a member who never accepted or never set a password is invited again.
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for an active or invited member
 */
export async function reactivateMember(context: Context, memberId: string, expectedRevision: number): Promise<TeamMember> {
  await lockTeam(context);
  const before = await requireMember(context, memberId);
  if (before.status === "active" || before.status === "invited") {
    throw new AppError("INVALID_STATE_TRANSITION", `The member is ${before.status}; only deactivated and suspended members can be reactivated`);
  }
  requireGivable(context, new Set(), listPermissions(before.role, before.permissions));
  const { firstName, lastName, email } = before;
  const person = before.userId === null ? null : await ensureInvitedPerson(context, { name: `${firstName} ${lastName}`, email: email.toLowerCase() });
  const isInvitedAgain = person !== null && person.userId === before.userId && (before.acceptedAt === null || !person.hasPassword);
  const member = await changeMember(context, before, expectedRevision, { status: isInvitedAgain ? "invited" : "active" }, "member.reactivated");
  if (isInvitedAgain) await mailInvitation(context, { firstName, email }, person);
  return member;
}

async function mailInvitation(
  context: Context,
  { firstName, email }: { firstName: string; email: string },
  { userId, hasPassword }: { userId: string; hasPassword: boolean },
): Promise<void> {
  const organization = await readOrganizationName(context);
  const inviter = context.principal.actorName;
  // A person with an account usually is a member elsewhere and must agree first.
  const [subject, text] = hasPassword
    ? [
        `You are invited to ${organization}`,
        `${inviter} invites you to ${organization} in Caseport. You already have an account. Sign in, then join the organization under “Your organizations”.`,
      ]
    : [
        `You have been added to ${organization}`,
        `${inviter} has added you to ${organization} in Caseport. Set a password to start. The link is valid for 7 days and works once.`,
      ];
  const mail = { to: email, subject, text: `Dear ${firstName},\n\n${text}`, needsPassword: !hasPassword };
  await queueInvitationMail(context, mail, userId);
}
