import type { Context } from "../../rpc/context.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { rejectState, requireKeyForUpdate, writeKey } from "./domain.changes.ts";
import { recordKeyEvent } from "./domain.ts";
import { findKey, readClock } from "./store.ts";

/**
 * Pauses a key because its secret leaked, and tells the members who manage keys; they can undo it. Any member who holds the secret may:
 * pausing ends the harm, and whoever holds the secret can do more than pause with it. Of a key that is paused already, the report is recorded.
 * @throws INVALID_STATE_TRANSITION for a revoked or expired key, and for one that was reported
 */
export async function reportLeakedKey(context: Context, keyId: string): Promise<void> {
  const before = await requireKeyForUpdate(context, keyId);
  if (before.revokedAt !== null || before.status === "expired" || (await findKey(context, keyId))?.leakReportedBy !== null) throw rejectState(before, "reported as leaked");
  const reportedBy = context.principal.actorName;
  await writeKey(context, keyId, { leakReportedBy: reportedBy, ...(before.pausedAt === null && { pausedAt: (await readClock(context)).now }) });
  await recordKeyEvent(context, { eventType: "integration_key.paused", keyId, before });
  await notifyManagers(context, { kind: "integration_key.reported", parameters: { keyName: before.name, reportedBy }, keyId });
}
