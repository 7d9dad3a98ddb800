import * as z from "zod";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { idPosition, readPageBy } from "../../../platform/database/lists/cursor.ts";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { readerOf } from "../domain.masking.ts";
import { describeOccurrence, ownTimes, type OccurrenceTimes } from "../domain.occurrences.ts";
import { calledOff } from "../domain.states.ts";
import { listDays, placeOccurrence } from "../domain.times.ts";
import { auditRead, showEvent } from "../domain.ts";
import type { Occurrence, OccurrenceQuery } from "../schema.ts";
import { findEvents, type Reader } from "../store.ts";
import { listSeries, listSingles, type Position, type SeriesRow, type Window, type WindowFilters } from "./store.ts";

const dayLength = 86_400_000;
const maxSeries = 1_000;
const maxIds = 20;
/** Series are expanded this far at a time, until the page is full. */
const stride = 62 * dayLength;

export interface Placed extends Position {
  times: OccurrenceTimes | null;
}

const Place = z.tuple([z.string(), idPosition, z.string()]);

export function requireWindow({ from, to }: Window, maxDays: number): Window {
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw invalidInput({ path: "to", message: "must be after from" });
  if (end.getTime() - start.getTime() > maxDays * dayLength) throw invalidInput({ path: "to", message: `must be at most ${maxDays} days after from` });
  return { from: start.toISOString(), to: end.toISOString() };
}

const isAfter = (one: Position, other: Position) => compare(one, other) > 0;
function compare(one: Position, other: Position): number {
  const [a, b] = [[one.startAt, one.eventId, one.occurrenceOn], [other.startAt, other.eventId, other.occurrenceOn]];
  const place = a.findIndex((value, index) => value !== b[index]);
  return place === -1 ? 0 : (a[place] ?? "") < (b[place] ?? "") ? -1 : 1;
}

/** The occurrences of a series that touch a window. No occurrence is stored: the rule and the exceptions are applied at each read. */
function expand(series: SeriesRow, { from, to }: Window, { status, includeCancelled }: WindowFilters): Placed[] {
  const exceptions = new Map(series.exceptions.map((exception) => [exception.occurrenceOn, exception]));
  const moved = series.exceptions.filter(({ startAt }) => startAt !== null).map(({ occurrenceOn }) => occurrenceOn);
  const days = new Set([...listDays(series, from, to), ...moved]);
  return [...days].flatMap((occurrenceOn): Placed[] => {
    const exception = exceptions.get(occurrenceOn);
    const times = (exception === undefined ? null : ownTimes(exception)) ?? placeOccurrence(series, occurrenceOn);
    const stands = exception?.isCancelled === true ? "cancelled" : (exception?.status ?? series.status);
    const isWanted = status !== undefined ? stands === status : includeCancelled || !calledOff.has(stands);
    if (!isWanted || times.startAt >= to || times.endAt <= from) return [];
    return [{ startAt: times.startAt, eventId: series.id, occurrenceOn, times: { startAt: times.startAt, endAt: times.endAt, startOn: times.startOn, endOn: times.endOn } }];
  });
}

/** @throws VALIDATION_FAILED for more than 1,000 series */
async function readSeries(context: Context, window: Window, filters: WindowFilters, reader: Reader): Promise<SeriesRow[]> {
  const series = await listSeries(context, window, filters, reader, maxSeries + 1);
  if (series.length > maxSeries) throw invalidInput({ path: "to", message: "more than 1,000 series; narrow the window or filter" });
  return series;
}

/** The occurrences after a position, in order of start, event and day. */
export async function listPlaced(context: Context, window: Window, filters: WindowFilters, reader: Reader, after: Position | null, limit: number): Promise<Placed[]> {
  const singles = await listSingles(context, window, filters, reader, after, limit);
  const series = await readSeries(context, window, filters, reader);
  const found: Placed[] = singles.map(({ id, startAt }) => ({ startAt, eventId: id, occurrenceOn: "", times: null }));
  const end = singles.length === limit ? (singles.at(-1)?.startAt ?? window.to) : window.to;
  let at = after === null || after.startAt < window.from ? window.from : after.startAt;
  for (let first = true; series.length > 0 && at < window.to && (first || at <= end); first = false) {
    const next = new Date(Math.min(Date.parse(at) + stride, Date.parse(window.to))).toISOString();
    const [part, begun] = [{ from: at, to: next }, first ? "" : at];
    // What began before a part is of the one before; before the first one, of it.
    found.push(...series.flatMap((each) => expand(each, part, filters)).filter((each) => each.startAt >= begun && (after === null || isAfter(each, after))));
    at = next;
    if (found.filter(({ startAt }) => startAt < at).length >= limit) break;
  }
  return found.toSorted(compare).slice(0, limit);
}

export function readIds(list: string): string[] {
  const ids = [...new Set(list.split(",").map((id) => id.trim()))];
  if (ids.length > maxIds || ids.includes("")) throw invalidInput({ path: "memberIds", message: `must be 1 to ${maxIds} IDs, separated by commas` });
  return ids;
}

/** A page of what happens in a time window. @throws VALIDATION_FAILED for a window that is too long, a foreign cursor, or a search without words */
export async function listOccurrences(context: Context, { from, to, q, after, limit, includeCancelled = false, memberIds, ...filters }: OccurrenceQuery): Promise<{ occurrences: Occurrence[]; nextCursor: string | null; timeZone: string }> {
  const window = requireWindow({ from, to }, 366);
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const list = { organizationId: context.organizationId, name: "calendar-occurrences", position: Place, installationKeys: context.installationKeys };
  const page = await readPageBy(
    list,
    { after, limit },
    ({ after: place, limit: most }) => listPlaced(context, window, { ...filters, ...(memberIds !== undefined && { memberIds: readIds(memberIds) }), words, includeCancelled }, readerOf(context), place === null ? null : { startAt: place[0], eventId: place[1], occurrenceOn: place[2] }, most),
    ({ startAt, eventId, occurrenceOn }): z.infer<typeof Place> => [startAt, eventId, occurrenceOn],
  );
  return { occurrences: await show(context, page.rows), nextCursor: page.nextCursor, timeZone: await readTimezone(context) };
}

async function show(context: Context, placed: readonly Placed[]): Promise<Occurrence[]> {
  const rows = await findEvents(context, [...new Set(placed.map(({ eventId }) => eventId))]);
  const shown = new Map(rows.map((row) => [row.id, showEvent(context, row)]));
  for (const row of rows) auditRead(context, row);
  return placed.flatMap(({ eventId, occurrenceOn, times }) => {
    const event = shown.get(eventId);
    return event === undefined ? [] : [describeOccurrence(event, occurrenceOn === "" ? null : occurrenceOn, times ?? event)];
  });
}
