import type { Database } from "../database/database.ts";
import { writeAuditEntries } from "../database/transaction-records.ts";
import type { Logger } from "../observability/logger.ts";
import { listMemberships } from "./memberships.ts";

export interface IdentityAction {
  /** `sign_in.succeeded`, … */
  action: string;
  userId: string;
  requestId: string;
  clientIp: string;
}

/**
 * Notes it in the audit log of every organization in which the person is an active member, and in the log for everybody
 * (a platform administrator is a member nowhere). Neither holds an e-mail address.
 */
export async function auditIdentity(
  database: Database,
  logger: Logger,
  { action, userId, requestId, clientIp }: IdentityAction,
): Promise<void> {
  logger.info({ action, userId, requestId }, "identity");
  for (const membership of await listMemberships(database, userId)) {
    await database.withTenantTransaction(membership.organizationId, async (transaction) =>
      writeAuditEntries(transaction, {
        organizationId: membership.organizationId,
        requestId,
        action,
        clientIp,
        actor: { type: "member", id: membership.memberId, name: `${membership.firstName} ${membership.lastName}` },
        onBehalfOfAttorneyId: null,
        auditEntries: [{ entity: "user", entityId: userId, relatedIds: [], changes: {} }],
      }),
    );
  }
}
