import { notFound } from "../../contract/errors/error-codes.ts";
import { listPermissions } from "../../contract/permissions.ts";
import { voidKnownDevices } from "../../platform/identity/known-devices.ts";
import { recordAuditEntry } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { powerlessMember } from "../../rpc/principal.ts";
import { countWaitingRequests } from "../administration/domain.ts";
import { listOpenInvitations } from "../team/domain.accept.ts";
import type { AccountPasskey, AccountSession, AccountSummary } from "./schema.ts";
import { deleteOwnSession, isOwnSession, listLiveSessions, listOwnPasskeys } from "./store.ts";

/** The signed-in person, their memberships and permissions; the portal builds its navigation from it. */
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
    invitations: (await listOpenInvitations(person)).map(({ organizationId, organizationName }) => ({
      organizationId,
      organizationName,
    })),
    pendingScopeRequests: session.isPlatformAdministrator ? await countWaitingRequests(person) : 0,
  };
}

export function listSessions(person: PersonContext): Promise<AccountSession[]> {
  return listLiveSessions(person);
}

export function listPasskeys(person: PersonContext): Promise<AccountPasskey[]> {
  return listOwnPasskeys(person);
}

/**
 * Ends one of the person's sessions and records it in the audit log of each of their organizations. Known devices
 * become void: the session may be of a lost one.
 *
 * @throws NOT_FOUND, also for another person's session
 */
export async function endSession(person: PersonContext, sessionId: string): Promise<void> {
  if (!(await isOwnSession(person, sessionId))) throw notFound("Session");
  // Audited first: a session that ends without an audit entry would be worse than an entry for one that must be ended again.
  const { database, requestId, clientIp, session } = person;
  for (const membership of person.memberships) {
    const principal = powerlessMember(membership, session.userId);
    await runSystemAction(
      { database, principal, requestId, clientIp, action: { name: "session.ended", canRecordEvent: [] } },
      (context) => {
        recordAuditEntry(context, { entity: "user", id: session.userId }, []);
        return Promise.resolve();
      },
    );
  }
  await deleteOwnSession(person, sessionId);
  await voidKnownDevices(database, session.userId);
}
