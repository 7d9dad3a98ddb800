import { readTimezone } from "../../../platform/database/organization-day.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import { purgeInBatches } from "../../../platform/jobs/maintenance.ts";
import type { Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { computeNextReminderAt } from "../domain.days.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { isActiveRecipient } from "../requests/domain.states.ts";
import { esignRequestStatements } from "../requests/store.ts";
import { endEsignRequest } from "../signing/domain.endings.ts";
import { sendReminders } from "../signing/domain.delivery.ts";
import { textEvents } from "../signing/domain.text-hook.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { runForRequest, type EsignWorkTools } from "./domain.attempts.ts";
import { lockLiveRequestForUpdate, readLocked } from "./domain.locks.ts";
import { listDueExpiries, listDueReminders } from "./store.due.ts";

/** What becomes of requests that are out by the clock alone: they expire, and their recipients are reminded. */

const expiring: DeclaredAction = {
  name: "esignRequests.expire",
  canRecordEvent: ["esign_request.expired", "document.unlocked"],
};
const reminding: DeclaredAction = {
  name: "esignRequests.remindByPlan",
  canRecordEvent: ["esign_request.reminded", "esign_request.updated", ...textEvents],
};

type Database = UnitOfWork["database"];
/** The link of a text is encrypted until it has gone. */
type ReminderTools = Pick<EsignWorkTools, "database" | "installationKeys">;
/** For tests. */
type Clock = () => string;
const now: Clock = () => new Date().toISOString();

/**
 * Expires every request whose time is over, in all organizations, each in its own transaction.
 *
 * @returns how many expired here
 * @throws the first failure, after all others were tried
 */
export const expireEsignRequests = (database: Database, clock = now): Promise<number> =>
  runDueActions(
    database,
    expiring,
    (batch) => listDueExpiries(database, batch),
    (context, id) => expire(context, id, clock()),
  );

/**
 * Sends the reminders that are due, as {@link expireEsignRequests}.
 *
 * @returns of how many requests
 */
export const sendEsignReminders = (tools: ReminderTools, clock = now): Promise<number> =>
  runDueWork({
    list: (batch) => listDueReminders(tools.database, batch),
    execute: ({ organizationId, id }) =>
      runForRequest(tools, organizationId, reminding, (context) => remind(context, id, clock())),
  });

/** Deletes links and sessions 30 days after their end. */
export async function purgeSigningAccess(database: Database): Promise<number> {
  const sessions = await purgeInBatches(database, "purge_esign_sessions");
  return sessions + (await purgeInBatches(database, "purge_esign_links"));
}

/** Decides again with the request locked: a signature may have come first. */
async function expire(context: Context, id: string, at: string): Promise<boolean> {
  const before = await lockLiveRequestForUpdate(context, id);
  if (before?.status !== "sent" || before.expiresAt === null || before.expiresAt > at) return false;
  await endEsignRequest(context, before, { status: "expired", endReason: null });
  await appendTrail(context, id, [{ action: "expired" }]);
  recordEsignEvent(context, "esign_request.expired", before, await readLocked(context, id));
  return true;
}

/** Reminds those whose turn it is. A request whose recipients get their links from a client application has none. */
async function remind(context: Context, id: string, at: string): Promise<boolean> {
  const before = await lockLiveRequestForUpdate(context, id);
  const { sentAt, expiresAt, nextReminderAt } = before ?? {};
  if (before?.status !== "sent" || !sentAt || !expiresAt || !nextReminderAt || nextReminderAt > at) return false;
  const active = before.recipients.filter(({ role, status }) => role === "signer" && isActiveRecipient(status));
  const notified = await sendReminders(
    context,
    before,
    active.map((recipient) => recipient.id),
  );
  const isReminded = notified.length > 0;
  const reminderCount = before.reminderCount + (isReminded ? 1 : 0);
  const timezone = await readTimezone(context);
  const plan = { sentAt, expiresAt, reminders: before.reminders, reminderCount };
  await updateRow(context, esignRequestStatements, id, {
    reminderCount,
    nextReminderAt: computeNextReminderAt(plan, timezone, at),
  });
  await appendTrail(
    context,
    id,
    notified.map((recipientId) => ({ action: "reminded", recipientId })),
  );
  const eventType = isReminded ? "esign_request.reminded" : "esign_request.updated";
  recordEsignEvent(context, eventType, before, await readLocked(context, id));
  return true;
}
