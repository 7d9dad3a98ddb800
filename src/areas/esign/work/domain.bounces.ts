import type { FailedMail, MailFailureHandler } from "../../../platform/mail/mail-failures.ts";
import type { Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { notifyOfRequest } from "../effects/domain.notices.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { isActiveRecipient } from "../requests/domain.states.ts";
import { esignRequestStatements, type EsignRequestRow } from "../requests/store.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { lockLiveRequestForUpdate, readLocked } from "./domain.locks.ts";
import { findRequestOf, isUnreached, listUnreachedSigners, markBounced } from "./store.bounces.ts";

declare module "../../../platform/mail/mail-failures.ts" {
  interface MailFailureHandlers {
    /** Of emails to recipients of signature requests, by the recipient's ID. */
    readonly esignRecipient: MailFailureHandler;
  }
}

const bouncing: DeclaredAction = {
  name: "esignRequests.recordBounce",
  canRecordEvent: ["esign_request.delivery_failed"],
};

/** Records that emails to recipients were given up. A reminder, or a correction of the address, makes them active again. */
export const createBounceHandler =
  (database: UnitOfWork["database"]): MailFailureHandler =>
  async ({ organizationId, id, to }: FailedMail) => {
    await runAsSystem(database, organizationId, bouncing, (context) =>
      // The address may have been corrected since.
      recordBounce(context, id, ({ email }) => Promise.resolve(isSameAddress(email, to))),
    );
  };

/**
 * Records that texts did not reach recipients: blocked, failed or canceled, or there was no number to send them from.
 * In all organizations, each in its own transaction.
 *
 * @returns how many
 * @throws the first failure, after all others were tried
 */
export const recordUnreachedSigners = (database: UnitOfWork["database"]): Promise<number> =>
  runDueActions(
    database,
    bouncing,
    (batch) => listUnreachedSigners(database, batch),
    (context, id) => recordBounce(context, id, () => isUnreached(context, id)),
  );

const isSameAddress = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/**
 * Lets alone a recipient who signed, because another email or text reached them.
 *
 * @param isStillSo looks again, with the request locked
 * @returns whether the recipient bounced
 */
async function recordBounce(
  context: Context,
  recipientId: string,
  isStillSo: (recipient: EsignRequestRow["recipients"][number]) => Promise<boolean>,
): Promise<boolean> {
  const found = await findRequestOf(context, recipientId);
  const before = found && (await lockLiveRequestForUpdate(context, found.requestId));
  const recipient = before?.recipients.find(({ id }) => id === recipientId);
  if (before === undefined || recipient === undefined || before.status !== "sent") return false;
  if (!isActiveRecipient(recipient.status) || !(await isStillSo(recipient))) return false;
  await markBounced(context, recipientId);
  await updateRow(context, esignRequestStatements, before.id, { needsAttention: true });
  await appendTrail(context, before.id, [{ action: "bounced", recipientId }]);
  recordEsignEvent(context, "esign_request.delivery_failed", before, await readLocked(context, before.id));
  await notifyOfRequest(context, before.id, { kind: "esign.delivery_failed", label: recipient.label });
  return true;
}
