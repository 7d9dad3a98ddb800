import { limitReached } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import { trackSettlementChanges } from "./domain.ts";
import { lockSettlementsOfPayerForUpdate, replacePayer } from "./store.handover.ts";

/** Each needs an event in the same transaction. */
const most = 500;

/**
 * Puts a contact in the place of one that is merged into it, as the payer of settlements.
 *
 * @returns records `settlement.updated` for each
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
export async function mergePayers(
  context: Context,
  change: { from: string; to: string },
): Promise<() => Promise<void>> {
  const settlementIds = await lockSettlementsOfPayerForUpdate(context, change.from, most + 1);
  if (settlementIds.length > most)
    throw limitReached(`More than ${most} settlements have it as a payer; merge in the other direction`);
  if (settlementIds.length === 0) return () => Promise.resolve();
  const recordEvents = await trackSettlementChanges(context, settlementIds);
  await replacePayer(context, settlementIds, change);
  return recordEvents;
}
