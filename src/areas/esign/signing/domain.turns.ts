import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { sendInvitations } from "./domain.delivery.ts";
import { updateRecipients } from "./store.ts";

/**
 * Gives the signers of the lowest order who still wait their turn, if nobody of an earlier order has yet to sign: they
 * are `sent`, and those of delivery `email` or `text` are sent their links. The caller holds the lock of the request.
 *
 * @param request as it is now
 * @returns whether any were given their turn
 */
export async function activateNextOrder(context: Context, request: EsignRequestRow): Promise<boolean> {
  const unsigned = request.recipients.filter(({ role, status }) => role === "signer" && status !== "signed");
  const order = Math.min(...unsigned.map((recipient) => recipient.order));
  const next = unsigned.filter((recipient) => recipient.order === order && recipient.status === "waiting");
  if (next.length === 0) return false;
  const ids = next.map(({ id }) => id);
  await updateRecipients(context, ids, { status: "sent", sentAt: new Date().toISOString() });
  const notified = await sendInvitations(context, request, ids);
  await appendTrail(
    context,
    request.id,
    notified.map((recipientId) => ({ action: "notified", recipientId })),
  );
  return true;
}
