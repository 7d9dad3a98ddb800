import { recordEvent, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { describeLienInEvent, liens } from "./domain.ts";
import { lockLienForUpdate } from "./domain.transitions.ts";
import { findDueLien, listDueLienNotices, markLienNoticed } from "./store.jobs.ts";

const action: DeclaredAction = { name: "liens.watch", canRecordEvent: ["lien.deadline_approaching"] };

/**
 * Records of open liens that `payByOn` or `finalDemandExpiresOn`, whichever comes first, is 14, 7 or 1 days ahead in
 * the firm's time zone, each in its own transaction.
 *
 * @param at an instant
 * @returns of how many this process did
 */
export const warnOfLienDates = (
  database: UnitOfWork["database"],
  at: string = new Date().toISOString(),
): Promise<number> =>
  runDueActions(
    database,
    action,
    (batch) => listDueLienNotices(database, at, batch),
    (context, id) => warn(context, id, at),
  );

/** Decides again with the lien locked: it may have ended, or have other dates. */
async function warn(context: Context, lienId: string, at: string): Promise<boolean> {
  const { row, ofCase } = await lockLienForUpdate(context, lienId);
  const due = await findDueLien(context, lienId, at);
  if (due === undefined) return false;
  const { on, days, daysLeft } = due;
  await markLienNoticed(context, lienId, { noticedFor: on, noticedDays: days });
  recordEvent(context, {
    eventType: "lien.deadline_approaching",
    entityId: lienId,
    payload: describeLienInEvent(liens.describe(row)),
    diff: {},
    relatedIds: ofCase,
    metadata: { on, daysLeft },
  });
  return true;
}
