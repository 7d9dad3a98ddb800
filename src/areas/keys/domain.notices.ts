import { runDueWork } from "../../platform/jobs/due-work.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { recordEvent, type Context } from "../../rpc/context.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { getKey } from "../service-accounts/domain.ts";
import { listDueNotices, claimNotice, type DueNotice } from "./store.ts";

const action: DeclaredAction = { name: "notices.sendExpiryReminder", canRecordEvent: ["integration_key.expiring"] };

/**
 * Sends all due expiry notices of all organizations.
 *
 * @returns how many this process sent
 * @throws the first failure, after all others were sent
 */
export function sendExpiryNotices(database: UnitOfWork["database"]): Promise<number> {
  return runDueWork({
    list: (batch) => listDueNotices(database, batch),
    execute: (notice) => sendExpiryNotice(database, notice),
  });
}

/**
 * Notifies 30, 14, 7 and 1 days before a key expires: event, notifications and mails in one transaction, each notice
 * once. If several are due at once, only the nearest is sent. A notice before the middle of a key's life is not:
 * whoever made a key for 30 days knows on its first day when it ends (0249).
 *
 * @returns whether a notice was due and sent here
 */
function sendExpiryNotice(database: UnitOfWork["database"], { organizationId, keyId }: DueNotice): Promise<boolean> {
  const principal = systemPrincipal(organizationId);
  const actor = { database, principal, requestId: createRequestId(), clientIp: null, action };
  return runSystemAction(actor, (context) => sendExpiryReminder(context, keyId));
}

async function sendExpiryReminder(context: Context, keyId: string): Promise<boolean> {
  const key = await claimNotice(context, keyId);
  if (key === undefined) return false;
  const { name: keyName, expiresAt, daysLeft, lapsingScopes, actingAttorneyId } = key;
  recordEvent(context, {
    eventType: "integration_key.expiring",
    entityId: keyId,
    payload: await getKey(context, keyId),
    diff: {},
    relatedIds: [{ entity: "integration_key", id: keyId }],
  });
  const besides = actingAttorneyId === null ? [] : [actingAttorneyId];
  await notifyManagers(
    context,
    { kind: "integration_key.expiring", parameters: { keyName, expiresAt, daysLeft, lapsingScopes }, keyId },
    { besides },
  );
  return true;
}
