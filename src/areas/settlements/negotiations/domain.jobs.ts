import { recordEvent, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { describeNegotiationInEvent } from "./domain.ts";
import { Negotiation } from "./schema.ts";
import { findDueEntry, findEntryCase, listDueNegotiationNotices, markNoticed } from "./store.jobs.ts";

const action: DeclaredAction = {
  name: "negotiations.expire",
  canRecordEvent: ["negotiation.expired", "negotiation.expiring"],
};

/**
 * Records of open entries that they expire within 7, 3 or 1 days, and that they have expired, each in its own
 * transaction. Of several of these days that were reached meanwhile only the nearest is recorded.
 *
 * @param at an instant
 * @returns of how many this process did
 */
export const expireNegotiations = (
  database: UnitOfWork["database"],
  at: string = new Date().toISOString(),
): Promise<number> =>
  runDueActions(
    database,
    action,
    (batch) => listDueNegotiationNotices(database, at, batch),
    (context, id) => notice(context, id, at),
  );

/** Decides again under the lock of the case: the entry may have been answered meanwhile. */
async function notice(context: Context, id: string, at: string): Promise<boolean> {
  const caseId = await findEntryCase(context, id);
  if (caseId === undefined) return false;
  const ofCase = await lockLiveCaseForUpdate(context, caseId);
  const due = await findDueEntry(context, id, at);
  if (due === undefined) return false;
  const { days, ...row } = due;
  await markNoticed(context, id, days);
  const isOver = days === 0;
  const entry = Negotiation.parse({ ...row, status: isOver ? "expired" : "open" });
  recordEvent(context, {
    eventType: isOver ? "negotiation.expired" : "negotiation.expiring",
    entityId: id,
    payload: describeNegotiationInEvent(entry),
    diff: isOver ? { status: { from: "open", to: "expired" } } : {},
    relatedIds: ofCase,
    ...(!isOver && { metadata: { daysLeft: days } }),
  });
  return true;
}
