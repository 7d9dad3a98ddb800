import type { FailedMail, MailFailureHandler } from "../../../platform/mail/mail-failures.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { notifyOfRequest } from "../effects/domain.notices.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { isActiveRecipient } from "../requests/domain.states.ts";
import { esignRequestStatements } from "../requests/store.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { lockLiveRequestForUpdate, readLocked } from "./domain.locks.ts";
import { findRequestOf, markBounced } from "./store.bounces.ts";

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
    await runAsSystem(database, organizationId, bouncing, (context) => recordBounce(context, id, to));
  };

const isSameAddress = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/**
 * Lets alone a recipient whose address was corrected since, and one who signed, because another email reached them.
 *
 * @returns whether the recipient bounced
 */
async function recordBounce(context: Context, recipientId: string, to: string): Promise<boolean> {
  const found = await findRequestOf(context, recipientId);
  const before = found && (await lockLiveRequestForUpdate(context, found.requestId));
  const recipient = before?.recipients.find(({ id }) => id === recipientId);
  if (before === undefined || recipient === undefined || before.status !== "sent") return false;
  if (!isActiveRecipient(recipient.status) || !isSameAddress(recipient.email, to)) return false;
  await markBounced(context, recipientId);
  await updateRow(context, esignRequestStatements, before.id, { needsAttention: true });
  await appendTrail(context, before.id, [{ action: "bounced", recipientId }]);
  recordEsignEvent(context, "esign_request.delivery_failed", before, await readLocked(context, before.id));
  await notifyOfRequest(context, before.id, { kind: "esign.delivery_failed", label: recipient.label });
  return true;
}
