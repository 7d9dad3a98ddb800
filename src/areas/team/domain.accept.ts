import { notFound } from "../../contract/error-codes.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import type { DeclaredAction, UnitOfWork } from "../../rpc/unit-of-work.ts";
import { powerlessMember } from "../../rpc/principal.ts";
import { recordMemberEvent, requireMember } from "./domain.ts";
import { activateInvitedMember, isOrphan, listInvitations } from "./store.ts";
import type { OpenInvitation } from "./store.ts";

const action: DeclaredAction = { name: "team.acceptInvitation", canRecordEvent: ["member.updated"] };

type Origin = Pick<UnitOfWork, "database" | "requestId" | "clientIp">;

/** Where the person is invited and has not accepted. */
export function listOpenInvitations({ database, session }: PersonContext): Promise<OpenInvitation[]> {
  return listInvitations(database, session.userId);
}

/** Activates a membership that the person accepts. @throws NOT_FOUND, also for an invitation that was withdrawn */
export async function acceptInvitation(person: PersonContext, organizationId: string): Promise<void> {
  const invited = (await listOpenInvitations(person)).find((invitation) => invitation.organizationId === organizationId);
  if (invited === undefined || !(await accept(person, person.session.userId, invited))) throw notFound("Invitation");
}

/**
 * Whoever signs in has accepted the one invitation there is; so a new person need not be asked. Not where anybody else has to do
 * with the account: a firm would learn of every sign-in of a person who never wanted to be its member.
 */
export async function acceptOnlyInvitation(database: UnitOfWork["database"], userId: string, origin: Omit<Origin, "database">): Promise<void> {
  const [only, ...others] = await listInvitations(database, userId);
  if (only === undefined || others.length > 0 || !(await isOrphan(database, userId))) return;
  await accept({ database, ...origin }, userId, only);
}

/** In one transaction with the event. @returns false where somebody was faster, or the invitation was withdrawn */
function accept({ database, requestId, clientIp }: Origin, userId: string, invited: OpenInvitation): Promise<boolean> {
  const { memberId } = invited;
  const principal = powerlessMember(invited, userId);
  return runSystemAction({ database, principal, requestId, clientIp, action }, async (context) => {
    if (!(await activateInvitedMember(context, memberId))) return false;
    const member = await requireMember(context, memberId);
    recordMemberEvent(context, "member.updated", member, { ...member, status: "invited" });
    return true;
  });
}
