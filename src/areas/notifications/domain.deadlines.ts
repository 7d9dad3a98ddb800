import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import { listWithoutMail } from "./preferences/store.ts";
import type { DeadlineNotice } from "./schema.ts";
import { listHolders } from "./store.exports.ts";
import { listRecipients, type Recipient } from "./store.ts";

/**
 * Notifies members of a deadline, and mails those who did not choose the portal alone. What is urgent is mailed to all
 * of them, and to those who manage deadlines, too; so is what nobody else would hear of, because none of the members is
 * active.
 */
export async function notifyOfDeadline(
  context: Context,
  notice: DeadlineNotice,
  { memberIds, isUrgent }: { memberIds: readonly string[]; isUrgent: boolean },
): Promise<void> {
  const named = isUrgent ? [] : await listHolders(context, memberIds, []);
  if (named.length === 0)
    return notifyMembers(context, notice, await listRecipients(context, "deadlines:manage", memberIds, null));
  await notifyMembers(context, notice, named, await keepMailed(context, "deadlineWarning", named));
}

/** Reminds a member of the dates that wait for a second person, unless they can no longer verify them. */
export async function remindOfUnverified(context: Context, notice: DeadlineNotice, memberId: string): Promise<void> {
  const recipients = await listHolders(context, [memberId], ["deadlines:verify"]);
  await notifyMembers(context, notice, recipients, await keepMailed(context, "deadlineReminder", recipients));
}

async function keepMailed(
  context: Context,
  preference: "deadlineWarning" | "deadlineReminder",
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  const others = await listWithoutMail(
    context,
    preference,
    recipients.map(({ memberId }) => memberId),
  );
  return recipients.filter(({ memberId }) => !others.includes(memberId));
}
