import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { lockLiveCaseForShare } from "../../cases/domain.ts";
import { lockSettlementForUpdate } from "./domain.locks.ts";
import { findPaymentStatus } from "./domain.states.ts";
import { describeSettlementInEvent, settlements } from "./domain.ts";
import { listOverdueSettlements, readDayAt } from "./store.jobs.ts";
import { writePayers } from "./store.parts.ts";

const action: DeclaredAction = { name: "settlements.watch", canRecordEvent: ["settlement.payment_overdue"] };

/**
 * Marks payers of agreed settlements as overdue once their day is over in the firm's time zone, each settlement in its
 * own transaction.
 *
 * @param at an instant
 * @returns how many settlements this process changed
 */
export const markOverduePayers = (
  database: UnitOfWork["database"],
  at: string = new Date().toISOString(),
): Promise<number> =>
  runDueActions(
    database,
    action,
    (batch) => listOverdueSettlements(database, at, batch),
    (context, id) => mark(context, id, at),
  );

/** Decides again with the settlement locked: it may have been paid meanwhile. */
async function mark(context: Context, settlementId: string, at: string): Promise<boolean> {
  const { row: before, ofCase } = await lockSettlementForUpdate(context, settlementId, lockLiveCaseForShare);
  if (before.status !== "agreed" && before.status !== "disbursing") return false;
  const today = await readDayAt(context, at);
  const overdue = before.payers.flatMap((payer) => {
    const paymentStatus = findPaymentStatus(payer, payer.expectedOn ?? before.paymentDueOn, today);
    return paymentStatus === "overdue" && payer.paymentStatus !== "overdue" ? [{ ...payer, paymentStatus }] : [];
  });
  if (overdue.length === 0) return false;
  await writePayers(context, overdue);
  const after = await updateRow(context, settlements.definition, settlementId, {});
  if (after === undefined) return false;
  const [from, to] = [settlements.describe(before), settlements.describe(after)];
  recordEvent(context, {
    eventType: "settlement.payment_overdue",
    entityId: settlementId,
    payload: describeSettlementInEvent(to),
    diff: diffInEvents(from, to, describeSettlementInEvent),
    relatedIds: ofCase,
  });
  return true;
}
