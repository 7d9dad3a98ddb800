import { notFound } from "../../../contract/errors/error-codes.ts";
import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { relateCase } from "../../cases/domain.ts";
import { findSettlementStatus } from "./domain.states.ts";
import { describeSettlementInEvent, settlements } from "./domain.ts";
import { readDistribution, type Distribution } from "./store.distribution.ts";
import type { SettlementRow } from "./store.ts";

/**
 * Brings a settlement's sums and status up to what its payers, shares and statements say, and records
 * `settlement.status_changed`, or `settlement.updated` where only sums changed. Call it after each change of a
 * statement or a disbursement.
 *
 * The caller has locked the settlement FOR NO KEY UPDATE.
 *
 * @param before as it was before the change; by default as it is now
 * @throws NOT_FOUND
 */
export async function refreshSettlement(
  context: Context,
  settlementId: string,
  before?: SettlementRow,
): Promise<SettlementRow> {
  const now = await settlements.getRow(context, { id: settlementId });
  const sums = await computeSums(context, now);
  const status = findSettlementStatus(now.status, {
    ...now,
    ...sums.columns,
    isPaidOut: sums.isPaidOut,
  });
  const columns = { ...sums.columns, status };
  const isChanged = Object.entries(columns).some(([name, value]) => Reflect.get(now, name) !== value);
  if (!isChanged && before === undefined) return now;
  const after = await updateRow(context, settlements.definition, settlementId, columns);
  if (after === undefined) throw notFound("Settlement");
  const [from, to] = [settlements.describe(before ?? now), settlements.describe(after)];
  recordEvent(context, {
    eventType: from.status === to.status ? "settlement.updated" : "settlement.status_changed",
    entityId: settlementId,
    payload: describeSettlementInEvent(to),
    diff: diffInEvents(from, to, describeSettlementInEvent),
    relatedIds: relateCase(after.caseId, after.plaintiffId),
  });
  return after;
}

interface Sums {
  columns: Omit<Distribution, "isPaidOut"> & Record<"receivedCents" | "clearedCents" | "disbursedCents", number>;
  isPaidOut: boolean;
}

async function computeSums(context: Context, { id, payers, shares }: SettlementRow): Promise<Sums> {
  const { isPaidOut, ...distribution } = await readDistribution(context, id);
  const columns = {
    receivedCents: payers.reduce((sum, { receivedCents }) => sum + receivedCents, 0),
    clearedCents: payers.reduce((sum, { clearedCents }) => sum + clearedCents, 0),
    disbursedCents: shares.reduce((sum, { disbursedCents }) => sum + disbursedCents, 0),
    ...distribution,
  };
  return { columns, isPaidOut };
}
