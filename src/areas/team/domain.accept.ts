import { notFound } from "../../contract/errors/error-codes.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { powerlessMember } from "../../rpc/principal.ts";
import { recordMemberEvent, getMemberRow } from "./domain.ts";
import { activateInvitedMember, isOrphan, listInvitations, type OpenInvitation } from "./store.ts";

const action: DeclaredAction = { name: "team.acceptInvitation", canRecordEvent: ["member.updated"] };

type Origin = Pick<UnitOfWork, "database" | "requestId" | "clientIp">;

export function listOpenInvitations({ database, session }: PersonContext): Promise<OpenInvitation[]> {
  return listInvitations(database, session.userId);
}

/**
 * Activates the person's membership.
 *
 * @throws NOT_FOUND, also for a withdrawn invitation
 */
export async function acceptInvitation(person: PersonContext, organizationId: string): Promise<void> {
  const invited = (await listOpenInvitations(person)).find(
    (invitation) => invitation.organizationId === organizationId,
  );
  if (invited === undefined || !(await accept(person, person.session.userId, invited))) throw notFound("Invitation");
}

/**
 * Signing in accepts the invitation of a new person without another step, but only if the account has no other
 * membership: otherwise a firm would learn that the person signs in, though they never agreed to be its member.
 */
export async function acceptOnlyInvitation(
  database: UnitOfWork["database"],
  userId: string,
  origin: Omit<Origin, "database">,
): Promise<void> {
  const [only, ...others] = await listInvitations(database, userId);
  if (only === undefined || others.length > 0 || !(await isOrphan(database, userId))) return;
  await accept({ database, ...origin }, userId, only);
}

/** @returns false if it was accepted or withdrawn meanwhile */
function accept({ database, requestId, clientIp }: Origin, userId: string, invited: OpenInvitation): Promise<boolean> {
  const { memberId } = invited;
  const principal = powerlessMember(invited, userId);
  return runSystemAction({ database, principal, requestId, clientIp, action }, async (context) => {
    if (!(await activateInvitedMember(context, memberId))) return false;
    const member = await getMemberRow(context, memberId);
    recordMemberEvent(context, "member.updated", member, { ...member, status: "invited" });
    return true;
  });
}
