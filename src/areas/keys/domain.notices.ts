import { runDueWork } from "../../platform/jobs/due-work.ts";
import { createRequestId } from "../../platform/database/ids.ts";
import { recordEvent } from "../../rpc/context.ts";
import type { Context } from "../../rpc/context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import type { DeclaredAction, UnitOfWork } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { readServiceAccount } from "../service-accounts/domain.ts";
import type { DueNotice } from "./store.ts";
import { listDueNotices, takeNotice } from "./store.ts";

const action: DeclaredAction = { name: "notices.sendExpiryReminder", canRecordEvent: ["integration_key.expiring"] };

/**
 * Gives every notice that is due now, in all organizations.
 * @returns how many were given here
 * @throws the first failure, after all others were given
 */
export function giveExpiryNotices(database: UnitOfWork["database"]): Promise<number> {
  return runDueWork({ list: (batch) => listDueNotices(database, batch), execute: (notice) => giveExpiryNotice(database, notice) });
}

/**
 * Tells of a key's end 30, 14, 7 and 1 days before: event, notifications and mails in one transaction, each notice once. A key
 * that comes to several at once (it was made for five days) is told of by the nearest alone.
 * @returns whether a notice was due, and given here
 */
function giveExpiryNotice(database: UnitOfWork["database"], { organizationId, keyId }: DueNotice): Promise<boolean> {
  const principal = systemPrincipal(organizationId);
  const actor = { database, principal, requestId: createRequestId(), clientIp: null, action };
  return runSystemAction(actor, (context) => sendExpiryReminder(context, keyId));
}

async function sendExpiryReminder(context: Context, keyId: string): Promise<boolean> {
  const key = await takeNotice(context, keyId);
  if (key === undefined) return false;
  const { name: keyName, expiresAt, daysLeft, actingAttorneyId } = key;
  recordEvent(context, {
    eventType: "integration_key.expiring",
    entityId: keyId,
    payload: await readServiceAccount(context, keyId),
    diff: {},
    relatedIds: [{ entity: "integration_key", id: keyId }],
  });
  const besides = actingAttorneyId === null ? [] : [actingAttorneyId];
  await notifyManagers(context, { kind: "integration_key.expiring", parameters: { keyName, expiresAt, daysLeft }, keyId }, { besides });
  return true;
}
