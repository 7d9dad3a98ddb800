import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import { lockLiveCaseForShare, lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { remindOfUnverified } from "../../notifications/domain.deadlines.ts";
import { notifyOfApproaching, notifyOfMissed, notifyOfTolling } from "./domain.notices.ts";
import { applyChange, caseFollows, movesCase } from "../domain.records.ts";
import { recordDeadlineEvent, relateDeadline } from "../domain.ts";
import { getPolicy } from "../policy/domain.ts";
import { getCourt } from "../domain.courts.ts";
import { deriveActByDates } from "../domain.dates.ts";
import { lockMatterForShare, setUnseen } from "../store.changes.ts";
import { findDeadlines, lockDeadlineForUpdate, type DeadlineRow } from "../store.ts";
import {
  countWaiting,
  findDueWarning,
  listDueReminders,
  listPastDue,
  listToWarn,
  listWithoutCourtDay,
  markReminded,
  markWarned,
} from "./store.ts";

type Database = UnitOfWork["database"];
const marking: DeclaredAction = { name: "deadlines.miss", canRecordEvent: ["deadline.missed", ...caseFollows] };
const warning: DeclaredAction = { name: "deadlines.warn", canRecordEvent: ["deadline.approaching"] };
const findingCourtDays: DeclaredAction = { name: "deadlines.findCourtDays", canRecordEvent: [] };
const reminding: DeclaredAction = { name: "deadlines.remind", canRecordEvent: [] };

/**
 * Marks open deadlines as missed once they are over, each in its own transaction.
 *
 * @returns how many this process marked
 */
export function markMissedDeadlines(database: Database): Promise<number> {
  return runDueActions(database, marking, (batch) => listPastDue(database, batch), miss);
}

/**
 * Warns of open deadlines that are near, each in its own transaction. Of several warning days that were reached
 * meanwhile only the nearest is sent.
 *
 * @param at an instant
 * @returns of how many this process warned
 */
export function warnOfDeadlines(database: Database, at: string = new Date().toISOString()): Promise<number> {
  return runDueActions(
    database,
    warning,
    (batch) => listToWarn(database, at, batch),
    (context, id) => warn(context, id, at),
  );
}

/**
 * Calculates and stores the court day before open deadlines that were stored without it, each in its own transaction.
 * Callers do not see it, so that there is no event.
 *
 * @returns of how many this process stored it
 */
export function storeCourtDays(database: Database): Promise<number> {
  return runDueWork({
    list: (batch) => listWithoutCourtDay(database, batch),
    execute: async ({ organizationId, id }) => {
      let isFound = false;
      await runAsSystem(database, organizationId, findingCourtDays, async (context) => {
        const row = await lockRunningForUpdate(context, id);
        if (row === undefined || row.courtDayBeforeOn !== null) return false;
        const court = await getCourt(context, await lockMatterForShare(context, row.caseId), row);
        const { courtDayBeforeOn } = deriveActByDates(court, row.effectiveOn);
        await setUnseen(context, id, { courtDayBeforeOn });
        isFound = true;
        return false;
      });
      return isFound;
    },
  });
}

/**
 * Reminds the attorneys who verify dates of what waits for them as the second person: each at most once a week, of all
 * of it together.
 *
 * @param at an instant
 * @returns how many members this process reminded
 */
export function remindVerifiers(database: Database, at: string = new Date().toISOString()): Promise<number> {
  return runDueActions(
    database,
    reminding,
    (batch) => listDueReminders(database, at, batch),
    (context, id) => remind(context, id, at),
  );
}

/**
 * Locks the deadline after its case, as its operations do.
 *
 * @returns it if it is open, in a case that is not archived
 */
async function lockRunningForUpdate(context: Context, deadlineId: string): Promise<DeadlineRow | undefined> {
  const [found] = await findDeadlines(context, [deadlineId]);
  if (found === undefined) return undefined;
  await (movesCase(found) ? lockLiveCaseForUpdate : lockLiveCaseForShare)(context, found.caseId);
  const row = await lockDeadlineForUpdate(context, deadlineId);
  return row?.status === "open" && row.caseStatus !== "archived" ? row : undefined;
}

/**
 * Decides again with the deadline locked: it may have been satisfied or extended meanwhile.
 *
 * @returns whether it was missed
 */
async function miss(context: Context, deadlineId: string): Promise<boolean> {
  const before = await lockRunningForUpdate(context, deadlineId);
  if (before === undefined || !before.isPast || (before.isTolled && before.verificationStatus === "verified"))
    return false;
  await notifyOfMissed(context, await applyChange(context, before, { status: "missed" }, { kind: "missed" }));
  return true;
}

/**
 * Decides again with the deadline locked. The row that says that it was sent commits with event and mails.
 *
 * @returns whether this process warned
 */
async function warn(context: Context, deadlineId: string, at: string): Promise<boolean> {
  const row = await lockRunningForUpdate(context, deadlineId);
  const due = row === undefined ? undefined : await findDueWarning(context, deadlineId, at);
  if (row === undefined || due === undefined) return false;
  const { days, daysLeft, actInDays } = due;
  if (days === null) {
    // A trigger then plans the next notice.
    await setUnseen(context, deadlineId, { tollingNoticedAt: at });
    recordAuditEntry(context, { entity: "deadline", id: deadlineId }, relateDeadline(row));
    await notifyOfTolling(context, row);
    return true;
  }
  await markWarned(context, row, days, at);
  const { effectiveOn, actByOn, verificationStatus } = row;
  const metadata = { daysLeft, effectiveOn, actInDays, actByOn, isVerified: verificationStatus === "verified" };
  recordDeadlineEvent(context, "deadline.approaching", { before: row, after: row, metadata });
  await notifyOfApproaching(context, row, { daysLeft, actInDays });
  return true;
}

/**
 * The week commits with the mail.
 *
 * @returns whether the member was reminded
 */
async function remind(context: Context, memberId: string, at: string): Promise<boolean> {
  if (!(await lockAttorneyForShare(context, memberId))) return false;
  const { week, dateCount, pendingCount, earliestOn } = await countWaiting(
    context,
    memberId,
    await getPolicy(context),
    at,
  );
  if (earliestOn === null || !(await markReminded(context, memberId, week))) return false;
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  await remindOfUnverified(
    context,
    { kind: "deadline.unverified", parameters: { dateCount, pendingCount, earliestOn } },
    memberId,
  );
  return true;
}
