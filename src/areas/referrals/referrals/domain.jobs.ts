import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { matterEvents } from "./domain.matter.ts";
import { changeReferral } from "./domain.record.ts";
import { lockReferralForUpdate } from "./domain.ts";
import { listDueNotices, listExpiredReferrals } from "./store.due.ts";

/** What becomes of referrals by the clock alone. */

const expiring: DeclaredAction = {
  name: "referrals.expire",
  canRecordEvent: ["referral.expired", ...matterEvents],
};
const reminding: DeclaredAction = {
  name: "referrals.remind",
  canRecordEvent: ["referral.update_overdue", "referral.response_due"],
};

type Database = UnitOfWork["database"];
/** For tests. */
type Clock = () => string;
const now: Clock = () => new Date().toISOString();

/**
 * Expires every offer whose time is over, in all organizations, each in its own transaction.
 *
 * @returns how many expired here
 * @throws the first failure, after all others were tried
 */
export const expireReferrals = (database: Database, clock = now): Promise<number> =>
  runDueActions(
    database,
    expiring,
    (batch) => listExpiredReferrals(database, batch),
    (context, id) => expire(context, id, clock()),
  );

/**
 * Records that an update is overdue, or an answer due on the next day, once for each day, as {@link expireReferrals}.
 *
 * @returns of how many referrals
 */
export const remindOfReferrals = (database: Database): Promise<number> =>
  runDueActions(database, reminding, (batch) => listDueNotices(database, batch), remind);

/** Decides again with the referral locked: an answer may have come first. */
async function expire(context: Context, id: string, at: string): Promise<boolean> {
  const before = await lockReferralForUpdate(context, id);
  const { status, expiresAt } = before;
  if ((status !== "sent" && status !== "under_review") || expiresAt === null || expiresAt > at) return false;
  const moved = { status: "expired", statusChangedAt: new Date().toISOString(), statusReason: null };
  await changeReferral(context, before, moved, { eventTypes: ["referral.expired"] });
  return true;
}

async function remind(context: Context, id: string): Promise<boolean> {
  const before = await lockReferralForUpdate(context, id);
  const { status, nextUpdateDueOn, overdueNoticeOn, responseDueOn, responseNoticeOn } = before;
  const today = await readToday(context);
  if (status === "engaged") {
    if (nextUpdateDueOn === null || nextUpdateDueOn >= today || overdueNoticeOn === nextUpdateDueOn) return false;
    await changeReferral(
      context,
      before,
      { overdueNoticeOn: nextUpdateDueOn },
      { eventTypes: ["referral.update_overdue"] },
    );
    return true;
  }
  const isOpen = status === "sent" || status === "under_review";
  if (!isOpen || responseDueOn === null || responseNoticeOn === responseDueOn) return false;
  if (responseDueOn < today || responseDueOn > addDays(today, 1)) return false;
  await changeReferral(context, before, { responseNoticeOn: responseDueOn }, { eventTypes: ["referral.response_due"] });
  return true;
}
