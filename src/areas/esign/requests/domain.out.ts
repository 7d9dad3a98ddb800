import { invalidState, rejectTransition } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { endEsignRequest } from "../signing/domain.endings.ts";
import { findTextObstacle, sendReminders, textBlocked } from "../signing/domain.delivery.ts";
import type { TextObstacle } from "../signing/domain.text-hook.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { isActiveRecipient, movesOfOperations } from "./domain.states.ts";
import { lockEsignRequestForUpdate } from "./domain.ts";
import type { EsignRequest } from "./schema.ts";
import { listNotifiedSince, reopenRecipients } from "./store.recipients.ts";
import { esignRequestStatements, type EsignRequestRow } from "./store.ts";

const noun = "A signature request";

/** Between two notices to a recipient, by hand. */
const quietMinutes = 15;

/**
 * Ends a request that is out.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION unless it is being prepared or sent; STALE_REVISION
 */
export async function voidEsignRequest(context: Context, id: string, reason: string): Promise<EsignRequest> {
  const before = await lockEsignRequestForUpdate(context, id);
  if (before.status === "sealing")
    throw invalidState("All recipients have signed; the files are being sealed", {
      detail: before.status,
    });
  if (!movesOfOperations[before.status].includes("voided"))
    throw rejectTransition(noun, before.status, "voided", movesOfOperations[before.status]);
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  await appendTrail(context, id, [{ action: "voided" }]);
  const after = await endEsignRequest(context, before, { status: "voided", endReason: reason });
  return recordEsignEvent(context, "esign_request.voided", before, after);
}

/** @throws INVALID_STATE_TRANSITION */
export function requireSent({ status }: Pick<EsignRequestRow, "status">): void {
  if (status === "sent") return;
  throw invalidState(`Only a request that is sent allows this; this one is ${status}`, {
    detail: status,
  });
}

/**
 * Reminds the recipients whose turn it is, and gives those who bounced or are locked another try. Who cannot get the
 * text that they need stays as they are.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION unless it is sent, and where all were notified within 15 minutes or none
 *   can get texts; STALE_REVISION
 */
export async function remindEsignRequest(context: Context, id: string): Promise<EsignRequest> {
  const before = await lockEsignRequestForUpdate(context, id);
  requireSent(before);
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  const recent = await listNotifiedSince(context, id, new Date(Date.now() - quietMinutes * 60_000).toISOString());
  const stopped = before.recipients.filter(({ status }) => status === "bounced" || status === "locked");
  const waiting = before.recipients.filter((each) => isActiveRecipient(each.status) && !recent.has(each.id));
  const unreachable = new Map<string, TextObstacle>();
  for (const recipient of [...stopped, ...waiting]) {
    const obstacle = await findTextObstacle(context, before, recipient);
    if (obstacle !== null) unreachable.set(recipient.id, obstacle);
  }
  const [obstacle] = unreachable.values();
  const reachable = stopped.filter(({ id: recipientId }) => !unreachable.has(recipientId));
  const ids = [...reachable, ...waiting.filter(({ id: recipientId }) => !unreachable.has(recipientId))].map(
    (recipient) => recipient.id,
  );
  if (ids.length === 0 && obstacle !== undefined) throw textBlocked(obstacle);
  if (ids.length === 0)
    throw invalidState(`The recipients whose turn it is were notified within the last ${quietMinutes} minutes`);
  await reopenRecipients(
    context,
    reachable.map((recipient) => recipient.id),
  );
  await sendReminders(context, before, ids);
  await appendTrail(
    context,
    id,
    ids.map((recipientId) => ({ action: "reminded", recipientId })),
  );
  const after = await updateRow(context, esignRequestStatements, id, {
    needsAttention: reachable.length < stopped.length,
  });
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  return recordEsignEvent(context, "esign_request.reminded", before, after);
}
