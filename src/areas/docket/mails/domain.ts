import { addDays } from "../../../platform/recurrence-rule.ts";
import { startOfDay } from "../../../platform/local-time.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { listShared } from "../../calendar/occurrences/domain.attended.ts";
import { listDocketDeadlines } from "../../deadlines/docket/domain.ts";
import { eventTriggers } from "../../deadlines/enumerations.ts";
import { listOwnChanges, mailDocket } from "../../notifications/domain.dockets.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { listMembersInScope } from "../domain.ts";
import { describeDocketMail, type DocketContent } from "./domain.text.ts";
import { listDueDockets, markSent, takeDocket, type Subscriber } from "./store.ts";

const sending: DeclaredAction = { name: "dockets.send", canRecordEvent: [] };

/** So many of each kind are listed; the mail says that there are more. */
const mostListed = 200;
/** A deadline is listed on its last open day, which may be in the days although its date is not. */
const closedDays = 10;
const firstDay = "0001-01-01";

/**
 * Mails members their docket at 07:00 of their time zone, on days on which the firm's business calendar is open.
 *
 * @param at an instant
 * @returns how many this process sent, or ended without a mail
 */
export function sendDockets(database: UnitOfWork["database"], at: string = new Date().toISOString()): Promise<number> {
  return runDueActions(
    database,
    sending,
    (batch) => listDueDockets(database, at, batch),
    (context, id) => send(context, id, at),
  );
}

/**
 * The day commits with the mail.
 *
 * @returns whether this process ended it
 */
async function send(context: Context, memberId: string, at: string): Promise<boolean> {
  const subscriber = await takeDocket(context, memberId, at);
  if (subscriber === undefined) return false;
  recordAuditEntry(context, { entity: "member", id: memberId }, [{ entity: "member", id: memberId }]);
  const { days } = await openBusinessDays(context);
  if (days.findClosure(subscriber.today) !== null) return true;
  const content = await getContent(context, memberId, subscriber, at);
  const isEmpty = content.deadlines.length + content.courtDates.length + content.changes.length === 0;
  if (isEmpty && !subscriber.isWantedEmpty) return true;
  await mailDocket(context, describeDocketMail(subscriber, content));
  await markSent(context, memberId, at);
  return true;
}

async function getContent(
  context: Context,
  memberId: string,
  subscriber: Subscriber,
  at: string,
): Promise<DocketContent> {
  const { today, days, timeZone, hasChanges, sentAt } = subscriber;
  const memberIds = await listMembersInScope(context, subscriber.scope, { memberId, officeId: subscriber.officeId });
  const through = addDays(today, days - 1);
  const filter = { from: firstDay, to: addDays(through, closedDays), memberIds };
  const deadlines = (await listDocketDeadlines(context, filter, null, mostListed + 1)).map(({ deadline }) => deadline);
  const window = { from: startOfDay(today, timeZone), to: startOfDay(addDays(through, 1), timeZone) };
  const { occurrences } = await listShared(context, window, { memberIds, types: [...eventTriggers] }, mostListed + 1);
  const since = sentAt ?? new Date(Date.parse(at) - 3 * 86_400_000).toISOString();
  return {
    through,
    deadlines: deadlines
      .filter(
        ({ urgency, actByOn, effectiveOn }) => urgency === "overdue" || actByOn <= through || effectiveOn <= through,
      )
      .slice(0, mostListed),
    courtDates: occurrences.filter(({ startAt }) => startAt >= window.from).slice(0, mostListed),
    changes: hasChanges ? await listOwnChanges(context, memberId, since) : [],
    isCut: deadlines.length > mostListed || occurrences.length > mostListed,
  };
}
