import type { Mail } from "../../platform/mail/mail-queue.ts";
import type { Context } from "../../rpc/context.ts";
import { describeDeadlineChange } from "./domain.deadline-mails.ts";
import { Notice } from "./schema.ts";
import { listNoticesSince, queueMails } from "./store.ts";

/** So many are in a docket. */
const mostChanges = 100;

/** What became of deadlines since an instant, as a member was notified of it: a sentence for each, the newest first. */
export async function listOwnChanges(context: Context, memberId: string, since: string): Promise<string[]> {
  const rows = await listNoticesSince(context, memberId, "deadline.changed", { since, limit: mostChanges });
  const sentences = rows.flatMap((row) => {
    const notice = Notice.parse(row);
    return notice.kind === "deadline.changed" ? notice.parameters.deadlines.map(describeDeadlineChange) : [];
  });
  return [...new Set(sentences)].slice(0, mostChanges);
}

export const mailDocket = (context: Context, mail: Mail): Promise<void> => queueMails(context, [mail]);
