import { notFound } from "../../../contract/errors/error-codes.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { nameCourt, openCourt, type Court } from "../domain.dates.ts";
import type { DeadlineMove } from "../schema.ts";
import { readPlace, type Place } from "../store.changes.ts";
import { findEventDay, listDecided, listItemSources } from "../store.triggers.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";
import { determineFrom, requireFew, tooMany } from "./domain.ts";

/**
 * What becomes of the deadlines that are counted from a calendar event, and of those of their chains, if the event is
 * moved to a day. Nothing is locked or changed.
 *
 * @param startOn the event's local start day
 * @returns none for a series, or an event without a case
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION where they are too many for the move
 */
export async function previewMove(
  context: Context,
  eventId: string,
  startOn: string,
): Promise<{ startOn: string; changes: DeadlineMove[] }> {
  const event = await findEventDay(context, eventId);
  if (event === undefined) throw notFound("Calendar event");
  const { caseId } = event;
  if (caseId === null || event.startOn === startOn) return { startOn: event.startOn, changes: [] };
  const ids = await listDecided(context, eventId, tooMany);
  if (ids.length === 0) return { startOn: event.startOn, changes: [] };
  const rows = await findDeadlines(context, ids);
  requireFew(
    rows.filter(({ triggerRecordId, isOpen }) => isOpen && triggerRecordId === eventId).length,
    "are counted from this date",
  );
  return {
    startOn: event.startOn,
    changes: await planMoves(context, { eventId, startOn, rows, place: await readPlace(context, caseId, false) }),
  };
}

interface Plan {
  eventId: string;
  startOn: string;
  rows: readonly DeadlineRow[];
  place: Place;
}

async function planMoves(context: Context, { eventId, startOn, rows, place }: Plan): Promise<DeadlineMove[]> {
  const items = await listItemSources(
    context,
    rows.map(({ id }) => id),
  );
  const sources = new Map(items.map(({ id, sourceId }) => [id, sourceId]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Each after the one from which it is counted.
  const ordered = [...rows.filter(({ id }) => !sources.has(id)), ...items.flatMap(({ id }) => byId.get(id) ?? [])];
  const findCourt = cacheCourts(context, place);
  const dates = new Map<string, string>();
  const turn = createTurn();
  const moves: DeadlineMove[] = [];
  for (const row of ordered) {
    await turn.end();
    const from = row.triggerRecordId === eventId ? startOn : dates.get(sources.get(row.id) ?? "");
    const move = from === undefined ? null : planMove(await findCourt(row), place, row, from);
    if (move === null) continue;
    moves.push(move);
    if (move.action === "move" || move.action === "propose") dates.set(row.id, move.toOn);
  }
  return moves;
}

/** Null where a deadline of a chain is counted from a date that stays, or does not become later with one that waits. */
function planMove(court: Court, place: Place, row: DeadlineRow, from: string): DeadlineMove | null {
  const { id: deadlineId, type, title, dueOn: fromOn, itemKey } = row;
  const stay = { deadlineId, type: type as DeadlineMove["type"], title, itemKey, fromOn, toOn: fromOn };
  if (!row.isOpen) return { ...stay, action: "keep_done" };
  if (row.isOverridden) return { ...stay, action: "keep_overridden" };
  if (from === row.triggerOn && row.recalculation === null) return null;
  const { dueOn: toOn } = determineFrom(court, place, row, from);
  return { ...stay, toOn, action: toOn > fromOn ? "propose" : "move" };
}

/** Deadlines of one court share what is read of it. */
function cacheCourts(context: Context, place: Place): (row: DeadlineRow) => Promise<Court> {
  const courts = new Map<string, Promise<Court>>();
  return (row) => {
    const name = nameCourt(row);
    const found = courts.get(name) ?? openCourt(context, place, undefined, row);
    courts.set(name, found);
    return found;
  };
}
