import { createRequestId } from "../../../platform/database/ids.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { lockCaseEvenIfArchived } from "../../cases/domain.ts";
import { notifyOfApproaching, notifyOfMissed, notifyOfTolling } from "./domain.notices.ts";
import { applyChange, caseFollows, movesCase } from "../domain.records.ts";
import { recordDeadlineEvent, relateDeadline } from "../domain.ts";
import { listPastDue, type Due } from "./store.jobs.ts";
import { findDeadlines, lockDeadline, type DeadlineRow } from "../store.ts";
import { findDueWarning, listToWarn, markTollingNoticed, markWarned } from "./store.warnings.ts";

type Database = UnitOfWork["database"];
const marking: DeclaredAction = { name: "deadlines.miss", canRecordEvent: ["deadline.missed", ...caseFollows] };
const warning: DeclaredAction = { name: "deadlines.warn", canRecordEvent: ["deadline.approaching"] };

function asSystem(database: Database, { organizationId }: Due, action: DeclaredAction, work: (context: Context) => Promise<boolean>): Promise<boolean> {
  return runSystemAction({ database, principal: systemPrincipal(organizationId), requestId: createRequestId(), clientIp: null, action }, work);
}

/** Marks open deadlines as missed once they are over, each in its own transaction. @returns how many this process marked */
export function markMissedDeadlines(database: Database): Promise<number> {
  return runDueWork({ list: (batch) => listPastDue(database, batch), execute: (due) => asSystem(database, due, marking, (context) => miss(context, due.id)) });
}

/**
 * Warns of open deadlines that are near, each in its own transaction. Of several warning days that were reached meanwhile only the nearest is sent.
 * @param at an instant @returns of how many this process warned
 */
export function warnOfDeadlines(database: Database, at: string = new Date().toISOString()): Promise<number> {
  return runDueWork({ list: (batch) => listToWarn(database, at, batch), execute: (due) => asSystem(database, due, warning, (context) => warn(context, due.id, at)) });
}

/** Locks the deadline after its case, as its operations do. @returns it if it is open, in a case that is not archived */
async function lockRunning(context: Context, deadlineId: string): Promise<DeadlineRow | undefined> {
  const [found] = await findDeadlines(context, [deadlineId]);
  if (found === undefined) return undefined;
  await lockCaseEvenIfArchived(context, found.caseId, movesCase(found) ? "change" : "share");
  const row = await lockDeadline(context, deadlineId);
  return row?.status === "open" && row.caseStatus !== "archived" ? row : undefined;
}

/** Decides again with the deadline locked: it may have been satisfied or extended meanwhile. @returns whether it was missed */
async function miss(context: Context, deadlineId: string): Promise<boolean> {
  const before = await lockRunning(context, deadlineId);
  if (before === undefined || !before.isPast || (before.isTolled && before.verificationStatus === "verified")) return false;
  await notifyOfMissed(context, await applyChange(context, before, { status: "missed" }, { kind: "missed", eventType: "deadline.missed" }));
  return true;
}

/** Decides again with the deadline locked. The row that says that it was sent commits with event and mails. @returns whether this process warned */
async function warn(context: Context, deadlineId: string, at: string): Promise<boolean> {
  const row = await lockRunning(context, deadlineId);
  const due = row === undefined ? undefined : await findDueWarning(context, deadlineId, at);
  if (row === undefined || due === undefined) return false;
  const { days, daysLeft } = due;
  if (days === null) {
    await markTollingNoticed(context, deadlineId, at);
    recordAuditEntry(context, { entity: "deadline", id: deadlineId }, relateDeadline(row));
    await notifyOfTolling(context, row);
    return true;
  }
  await markWarned(context, row, days, at);
  recordDeadlineEvent(context, "deadline.approaching", row, row, { daysLeft, isVerified: row.verificationStatus === "verified" });
  await notifyOfApproaching(context, row, daysLeft);
  return true;
}
