import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { lockClockForShare } from "../store.ts";
import { listDueDigests, markDigested, queueDigest, findDigest, type Digest } from "./store.ts";

const action: DeclaredAction = { name: "tasks.digest", canRecordEvent: [] };

/**
 * Sends members the digest of the day at the beginning of their organization's working hours, on business days.
 *
 * @returns how many this process sent, or ended without a mail
 */
export function sendTaskDigests(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listDueDigests(database, batch), sendDigest);
}

/**
 * The row that says that it was sent commits with the mail.
 *
 * @returns whether this process ended it
 */
async function sendDigest(context: Context, memberId: string): Promise<boolean> {
  const { today } = await lockClockForShare(context);
  if (!(await markDigested(context, memberId, today))) return false;
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  const { days } = await openBusinessDays(context);
  const digest = days.findClosure(today) === null ? await findDigest(context, memberId, today) : undefined;
  if (digest !== undefined && digest.dueToday + digest.overdue + digest.assignedYesterday > 0)
    await queueDigest(context, describeDigest(digest));
  return true;
}

/** Counts alone: neither titles nor names of clients. */
function describeDigest({ email, organizationName, slug, dueToday, overdue, assignedYesterday }: Digest) {
  return {
    to: email,
    subject: `Your tasks today: ${dueToday} due, ${overdue} overdue (${organizationName})`,
    text: [
      `Due today: ${dueToday}. Overdue: ${overdue}. Assigned to you yesterday: ${assignedYesterday}.`,
      "You get this email on business days. Change that in your notification preferences.",
      `Organization: ${organizationName}`,
    ].join("\n\n"),
    path: `/o/${slug}/notifications`,
  };
}
