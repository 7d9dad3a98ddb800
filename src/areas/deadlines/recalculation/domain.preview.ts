import { notFound } from "../../../contract/errors/error-codes.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import { timeOf, toInstant } from "../../../platform/local-time.ts";
import type { Context } from "../../../rpc/context.ts";
import { countClosed, isClosed } from "../domain.closed.ts";
import { courtKey, getCourt, type Court } from "../domain.courts.ts";
import { isLater, startsAlike, startTimeFrom, startTimeOf, type Start } from "../triggers/domain.start-times.ts";
import type { DeadlineMove } from "../schema.ts";
import { getMatter, type Matter } from "../store.changes.ts";
import { findEventStart, listDecided, listItemSources } from "../triggers/store.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";
import { checkFew, tooMany } from "./domain.locks.ts";
import { determineDateFrom } from "./domain.plan.ts";

/**
 * When an event would begin, in its own time zone.
 *
 * @property startTime `HH:MM`; by default the one that it has
 */
interface NewStart {
  startOn: string;
  startTime: string | undefined;
}

/** @property startTime null for an event that takes whole days */
interface PreviewedMove {
  startOn: string;
  startTime: string | null;
  changes: DeadlineMove[];
}

/**
 * What becomes of the deadlines that are counted from a calendar event, and of those of their chains, if the event is
 * moved. Nothing is locked or changed.
 *
 * @returns none for a series, or an event without a case
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where they are too many for the move
 */
export async function previewMove(
  context: Context,
  eventId: string,
  { startOn: on, startTime: given }: NewStart,
): Promise<PreviewedMove> {
  const event = await findEventStart(context, eventId);
  if (event === undefined) throw notFound("Calendar event");
  const { caseId, startOn, startAt, timeZone } = event;
  const startTime = event.allDay ? null : timeOf(startAt, timeZone).slice(0, 5);
  const time = given ?? startTime;
  const unchanged = { startOn, startTime, changes: [] };
  if (caseId === null || (startOn === on && startTime === time)) return unchanged;
  const ids = await listDecided(context, { caseId, recordId: eventId }, tooMany);
  if (ids.length === 0) return unchanged;
  const rows = await findDeadlines(context, ids);
  checkFew(
    rows.filter(({ triggerRecordId, isOpen }) => isOpen && triggerRecordId === eventId).length,
    "are counted from this date",
  );
  const start = { on, at: time === null ? undefined : toInstant(on, time, timeZone) };
  const matter = await getMatter(context, caseId);
  return { startOn, startTime, changes: await planMoves(context, { eventId, start, rows, matter }) };
}

interface Plan {
  eventId: string;
  start: Start;
  rows: readonly DeadlineRow[];
  matter: Matter;
}

async function planMoves(context: Context, { eventId, start, rows, matter }: Plan): Promise<DeadlineMove[]> {
  const items = await listItemSources(
    context,
    rows.map(({ id }) => id),
  );
  const sources = new Map(items.map(({ id, sourceId }) => [id, sourceId]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Each after the one from which it is counted.
  const ordered = [...rows.filter(({ id }) => !sources.has(id)), ...items.flatMap(({ id }) => byId.get(id) ?? [])];
  const findCourt = cacheCourts(context, matter);
  const dates = new Map<string, Pick<DeadlineRow, "dueOn" | "dueTime">>();
  const turn = createTurn();
  const moves: DeadlineMove[] = [];
  for (const row of ordered) {
    await turn.end();
    const source = dates.get(sources.get(row.id) ?? "");
    const ofItem = source && { triggerOn: source.dueOn, startTime: startTimeFrom(row, source) };
    const isFirst = row.triggerRecordId === eventId;
    const from = isFirst ? { triggerOn: start.on, startTime: startTimeOf(row, start) } : ofItem;
    if (from === undefined) continue;
    const court = await findCourt(row);
    if (isClosed(row)) dates.set(row.id, countClosed(court, matter, row, from));
    const move = planMove(court, matter, row, from);
    if (move === null) continue;
    moves.push(move);
    if (move.action === "move" || move.action === "propose")
      dates.set(row.id, { dueOn: move.toOn, dueTime: move.toTime });
  }
  return moves;
}

/** What a date would be counted from. */
interface CountedFrom {
  triggerOn: string;
  /** Null where no time is known, and where no hours are counted. */
  startTime: string | null;
}

/** Null where a deadline of a chain is counted from a date that stays, or does not become later with one that waits. */
function planMove(court: Court, matter: Matter, row: DeadlineRow, from: CountedFrom): DeadlineMove | null {
  const { id: deadlineId, type, title, dueOn, dueTime, itemKey } = row;
  const dates = { fromOn: dueOn, fromTime: dueTime, toOn: dueOn, toTime: dueTime };
  const stay = { deadlineId, type, title, itemKey, ...dates };
  if (!row.isOpen) return { ...stay, action: "keep_done" };
  if (row.isOverridden) return { ...stay, action: "keep_overridden" };
  if (startsAlike(row, from.triggerOn, from.startTime)) return null;
  const to = determineDateFrom(row, from, matter, court);
  return { ...stay, toOn: to.dueOn, toTime: to.dueTime, action: isLater(to, row) ? "propose" : "move" };
}

/** Deadlines of one court share what is read of it. */
function cacheCourts(context: Context, matter: Matter): (row: DeadlineRow) => Promise<Court> {
  const courts = new Map<string, Promise<Court>>();
  return (row) => {
    const name = courtKey(row);
    const found = courts.get(name) ?? getCourt(context, matter, row);
    courts.set(name, found);
    return found;
  };
}
