import { invalidState, notFound } from "../../contract/errors/error-codes.ts";
import type { Context } from "../../rpc/context.ts";
import { describeActor } from "../../rpc/principal.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { rejectState, writeKey } from "./domain.changes.ts";
import { describeKey, recordKeyEvent } from "./domain.ts";
import { lockKeyRowForUpdate, readClock } from "./store.ts";

/**
 * Pauses a key because its secret leaked, and notifies the other members who manage keys; they can resume it. Of a key
 * that is paused already, the report is recorded.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a revoked or expired key, and for one that was reported
 */
export async function reportLeakedKey(context: Context, keyId: string): Promise<void> {
  const row = await lockKeyRowForUpdate(context, keyId);
  if (row === undefined) throw notFound("Key");
  const before = await describeKey(context, row);
  if (before.status === "revoked" || before.status === "expired") throw rejectState(before, "reported as leaked");
  if (row.leakReportedBy !== null) throw invalidState("The key was reported as leaked before and is paused");
  const { id, name: reportedBy } = describeActor(context.principal);
  await writeKey(context, keyId, {
    leakReportedBy: reportedBy,
    pausedAt: before.pausedAt ?? (await readClock(context)).now,
  });
  await recordKeyEvent(context, { eventType: "integration_key.paused", keyId, before });
  await notifyManagers(
    context,
    { kind: "integration_key.reported", parameters: { keyName: before.name, reportedBy }, keyId },
    { except: id },
  );
}
