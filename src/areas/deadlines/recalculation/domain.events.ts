import { recordInUse } from "../../../contract/errors/error-codes.ts";
import type { Context } from "../../../rpc/context.ts";
import type { DeadlineWarning } from "../calculation/schema.ts";
import { applyChange } from "../domain.records.ts";
import { countFollowing, lockAllTriggeredForUpdate } from "../triggers/store.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";
import { followTrigger } from "./domain.follow-trigger.ts";
import { checkFew, lockCountedFromForUpdate, lockThroughClosedForUpdate, tooMany } from "./domain.locks.ts";

/**
 * What is looked at of a calendar event. The calendar's feeds depend on deadlines, so its own type is not imported;
 * `src/composition/transaction-hooks.ts` compares both.
 */
interface FollowedEvent {
  id: string;
  caseId: string | null;
  startOn: string;
  /** An instant; of an event that takes whole days, their beginning. */
  startAt: string;
  allDay: boolean;
  status: string;
  /** Of a series. */
  rule: string | null;
}

const warning: DeadlineWarning = "trigger_called_off";
/** Put off without a date, or not to take place. One that is `continued` goes on in another event. */
const isCalledOff = ({ status }: FollowedEvent) => status === "cancelled" || status === "adjourned";

const startsOtherwise = (before: FollowedEvent, after: FollowedEvent) =>
  after.startOn !== before.startOn || after.startAt !== before.startAt || after.allDay !== before.allDay;

/**
 * The instant at which hours begin. An event that never had a time leaves theirs; one that has none any more may begin
 * whenever its day does.
 */
const readInstant = (before: FollowedEvent, after: FollowedEvent): string | undefined =>
  before.allDay && after.allDay ? undefined : after.startAt;

/**
 * Has deadlines follow the local start day of the event from which they are counted, and hours its time, also into the
 * one in which it goes on. Where it is called off, their dates stay, with a warning. While an open deadline is counted
 * from it, it is neither deleted nor moved to another case, nor made a series.
 */
export const eventFollower = {
  /** @param after null for a deletion; with another ID it is the event in which this one goes on */
  changeEvent: async (context: Context, before: FollowedEvent, after: FollowedEvent | null): Promise<void> => {
    const { id: recordId, caseId } = before;
    if (after === null || after.caseId !== caseId || after.rule !== null)
      return rejectFollowed(context, caseId, recordId);
    if (caseId !== null && (after.id !== recordId || startsOtherwise(before, after)))
      await followTrigger(context, {
        caseId,
        recordId,
        on: after.startOn,
        at: readInstant(before, after),
        nextRecordId: after.id,
      });
    else if (isCalledOff(before) !== isCalledOff(after)) await warn(context, { caseId, recordId }, isCalledOff(after));
  },
};

const shownMost = 100;

/** @throws INVALID_STATE_TRANSITION */
async function rejectFollowed(context: Context, caseId: string | null, recordId: string): Promise<void> {
  const throughClosed = caseId === null ? [] : await lockThroughClosedForUpdate(context, { caseId, recordId });
  const count = (await countFollowing(context, recordId, shownMost + 1)) + throughClosed.length;
  if (count === 0) return;
  const subject =
    count === 1 ? "1 open deadline is" : `${count > shownMost ? `More than ${shownMost}` : count} open deadlines are`;
  const way =
    "cancel the event, which keeps their dates with a warning, or satisfy, waive or cancel the deadlines first";
  throw recordInUse(`${subject} counted from this event, so it stays a single event of its case: ${way}`);
}

/**
 * Adds the warning to the open deadlines that are counted from an event, and to those of their chains that are counted
 * from them; or takes it back.
 */
async function warn(
  context: Context,
  { caseId, recordId }: Pick<FollowedEvent, "caseId"> & { recordId: string },
  isOff: boolean,
): Promise<void> {
  const ids = await lockAllTriggeredForUpdate(context, recordId, tooMany);
  checkFew(ids.length, "are counted from this event");
  for (const before of await findDeadlines(context, ids)) await warnWithChained(context, before, isOff);
  if (caseId === null) return;
  for (const { before } of await lockThroughClosedForUpdate(context, { caseId, recordId }))
    await warnWithChained(context, before, isOff);
}

async function warnWithChained(context: Context, before: DeadlineRow, isOff: boolean): Promise<void> {
  const { calculation } = before;
  if (calculation !== null && calculation.warnings.includes(warning) !== isOff) {
    const warnings = isOff
      ? [...calculation.warnings, warning]
      : calculation.warnings.filter((each) => each !== warning);
    await applyChange(
      context,
      before,
      { calculation: JSON.stringify({ ...calculation, warnings }) },
      { kind: isOff ? "trigger_called_off" : "trigger_restored", expectedRevisions: null },
    );
  }
  for (const { before: each } of await lockCountedFromForUpdate(context, before))
    await warnWithChained(context, each, isOff);
}
