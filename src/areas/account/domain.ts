import { notFound } from "../../contract/error-codes.ts";
import { listPermissions } from "../../contract/permissions.ts";
import { recordAuditEntry } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { powerlessMember } from "../../rpc/principal.ts";
import { countWaitingRequests } from "../administration/domain.ts";
import { listOpenInvitations } from "../team/domain.accept.ts";
import type { AccountSession, AccountSummary } from "./schema.ts";
import { deleteOwnSession, isOwnSession, listLiveSessions } from "./store.ts";

/** Get the signed-in person and their permissions: from it the portal makes its navigation. */
export async function describeAccount(person: PersonContext): Promise<AccountSummary> {
  const { session, memberships } = person;
  return {
    user: { id: session.userId, name: session.name, email: session.email },
    isPlatformAdministrator: session.isPlatformAdministrator,
    twoFactorEnabled: session.twoFactorEnabled,
    secondFactorAt: session.secondFactorAt,
    session: { id: session.sessionId, expiresAt: session.expiresAt },
    memberships: memberships.map(({ role, permissions, ...membership }) => ({
      ...membership,
      role,
      permissions: [...listPermissions(role, permissions)],
    })),
    invitations: (await listOpenInvitations(person)).map(({ organizationId, organizationName }) => ({ organizationId, organizationName })),
    pendingScopeRequests: session.isPlatformAdministrator ? await countWaitingRequests(person) : 0,
  };
}

/** List the person's sessions. */
export function listSessions(person: PersonContext): Promise<AccountSession[]> {
  return listLiveSessions(person);
}

/**
 * Ends one of the person's own sessions, and notes it in the audit log of every organization in which the person is a member.
 * @throws NOT_FOUND, also for a session of somebody else
 */
export async function endSession(person: PersonContext, sessionId: string): Promise<void> {
  if (!(await isOwnSession(person, sessionId))) throw notFound("Session");
  // Noted first: an end that nobody noted would be worse than a note of one that has to be asked for again.
  const { database, requestId, clientIp, session } = person;
  for (const membership of person.memberships) {
    const principal = powerlessMember(membership, session.userId);
    await runSystemAction({ database, principal, requestId, clientIp, action: { name: "session.ended", canRecordEvent: [] } }, (context) => {
      recordAuditEntry(context, { entity: "user", id: session.userId }, []);
      return Promise.resolve();
    });
  }
  await deleteOwnSession(person, sessionId);
}
