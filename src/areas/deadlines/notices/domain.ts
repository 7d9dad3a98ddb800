import type { DeadlineNews } from "../../../contract/closed-sets/deadline-news.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context, PendingRecords } from "../../../rpc/context.ts";
import type { DeadlineRow } from "../store.ts";
import { insertUnsent } from "./store.ts";

/**
 * What members are notified of when a deadline changes. Every change passes `recordDeadlineEvent`, which calls this:
 * what it says follows from the two states of the deadline, so that no operation has to think of it.
 */

/** A notice before its recipients are known. */
export interface Found {
  change: DeadlineNews;
  /** The date that counted before. */
  fromOn: string | null;
  /** The date that counts now, or is proposed. */
  toOn: string | null;
  /** Those whom it concerns. */
  memberIds: string[];
  /** Who cannot decide on it; null where nothing waits for a second person. */
  undecidingPersons: string[] | null;
}

/** What the states do not show: an event with one of these is news by itself. */
const newsOfEvents: Readonly<Record<string, DeadlineNews>> = { "deadline.trigger_called_off": "trigger_called_off" };

const isCalledOff = ({ calculation }: DeadlineRow) => calculation?.warnings.includes("trigger_called_off") === true;

const ends: Readonly<Record<string, DeadlineNews>> = {
  waived: "waived",
  superseded: "superseded",
  cancelled: "cancelled",
};

/** What of a date moves with it: the day itself, its time, the one that counts, and the last one to act. */
const dates = ["dueOn", "dueTime", "effectiveOn", "actByOn"] as const;

function responsibleOf({ assignees, leadAttorneyId }: DeadlineRow): string[] {
  const ids = new Set(assignees.map(({ id }) => id));
  if (leadAttorneyId !== null) ids.add(leadAttorneyId);
  return [...ids];
}

/**
 * What a change of a deadline is to its members; nothing of what was done, and of what has notices of its own: missed,
 * disputed, near.
 *
 * @param before null for a creation
 */
export function findNews(eventType: EventType, before: DeadlineRow | null, after: DeadlineRow): Found[] {
  const concerned = { memberIds: responsibleOf(after), undecidingPersons: null };
  const { effectiveOn: toOn } = after;
  if (before === null) return after.isOpen ? [{ ...concerned, change: "set", fromOn: null, toOn }] : [];
  const moved = { ...concerned, fromOn: before.effectiveOn, toOn };
  const ended = ends[after.status];
  if (before.status !== after.status && ended !== undefined) return [{ ...moved, change: ended }];
  if (!after.isOpen) return [];
  if (!before.isOpen) return [{ ...moved, change: "reopened" }];
  const waiting = findWaiting(before, after, moved);
  return [...findMove(eventType, before, after, moved), ...waiting, ...findAssigned(before, after)];
}

/** The one thing that happened to the date. */
function findMove(
  eventType: EventType,
  before: DeadlineRow,
  after: DeadlineRow,
  moved: Omit<Found, "change">,
): Found[] {
  const byEvent = newsOfEvents[eventType];
  if (byEvent !== undefined) return [{ ...moved, change: byEvent }];
  if (dates.every((name) => before[name] === after[name])) {
    return isCalledOff(before) && !isCalledOff(after) ? [{ ...moved, change: "trigger_restored" }] : [];
  }
  return [{ ...moved, change: eventType === "deadline.extended" ? "extended" : "moved" }];
}

/** A later date, or a transition, that waits for a second person; or no longer does, and date and status stay. */
function findWaiting(before: DeadlineRow, after: DeadlineRow, moved: Omit<Found, "change">): Found[] {
  const { recalculation: later, pendingTransition: request } = after;
  const found: Found[] = [];
  const proposes = (row: DeadlineRow) =>
    [row.recalculation?.proposedOn, row.recalculation?.proposedTime ?? null].join();
  if (later !== null && proposes(after) !== proposes(before)) {
    const dated = { fromOn: after.effectiveOn, toOn: later.proposedOn };
    found.push({ ...moved, ...dated, change: "proposed", undecidingPersons: later.persons });
  }
  if (request !== null && before.pendingTransition === null) {
    found.push({ ...moved, change: "requested", undecidingPersons: request.persons });
  }
  const isDropped = later === null && before.recalculation !== null;
  const isRejected = request === null && before.pendingTransition !== null;
  if ((isDropped || isRejected) && before.dueOn === after.dueOn) found.push({ ...moved, change: "withdrawn" });
  return found;
}

function findAssigned(before: DeadlineRow, after: DeadlineRow): Found[] {
  const had = new Set(before.assignees.map(({ id }) => id));
  const memberIds = after.assignees.map(({ id }) => id).filter((id) => !had.has(id));
  if (memberIds.length === 0) return [];
  return [{ change: "assigned", fromOn: null, toOn: after.effectiveOn, memberIds, undecidingPersons: null }];
}

interface Collected extends Found {
  deadlineId: string;
}

/** By what a transaction records: one that runs again begins anew. */
const collected = new WeakMap<PendingRecords, Collected[]>();

/**
 * Has the members of a deadline notified of its change. The rows are written with the transaction's events; a job sends
 * them (`sendDeadlineNotices`).
 */
export function noteChange(
  context: Context,
  eventType: EventType,
  before: DeadlineRow | null,
  after: DeadlineRow,
): void {
  const found = findNews(eventType, before, after).map((news) => ({ ...news, deadlineId: after.id }));
  if (found.length === 0) return;
  const known = collected.get(context.pending);
  if (known !== undefined) {
    known.push(...found);
    return;
  }
  collected.set(context.pending, found);
  context.pending.writes.push((writing) =>
    insertUnsent(
      writing,
      found.map((news) => describeRow(context, news)),
    ),
  );
}

function describeRow({ principal }: Context, { undecidingPersons, ...news }: Collected) {
  const exceptMemberId = principal.kind === "member" ? principal.memberId : null;
  const deciding = { undecidingPersons: undecidingPersons ?? [], isToDecide: undecidingPersons !== null };
  return { ...news, ...deciding, id: createId("deadlineNotice"), exceptMemberId };
}
