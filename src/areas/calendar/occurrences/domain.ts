import * as z from "zod";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { idPosition, readPageBy } from "../../../platform/database/lists/cursor.ts";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import { createTurn, mapInTurns } from "../../../platform/event-loop-turn.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { readerOf } from "../domain.masking.ts";
import { describeOccurrence, ownTimes, type OccurrenceTimes } from "./domain.occurrence.ts";
import { calledOff } from "../domain.states.ts";
import { boundRuleDays, listDays, computeOccurrenceTimes } from "../domain.times.ts";
import { auditRead, showEvent } from "../domain.ts";
import type { Occurrence, OccurrenceQuery } from "../schema.ts";
import { findEvents } from "../store.ts";
import { daysBack, daysKept, isExpanded } from "./domain.expansion.ts";
import {
  listFound,
  listSingles,
  listStored,
  listUnexpanded,
  type Position,
  type SeriesRow,
  type Window,
  type WindowFilters,
  type WindowPage,
} from "./store.ts";

const dayLength = 86_400_000;
/**
 * Series that are calculated at a read: those of which nothing is stored yet, and those that go on before and after
 * what is stored.
 */
const maxSeries = 1_000;
const maxBeyond = 100;
const maxIds = 20;
/** Of so many series that a filter finds, occurrences are read one series after the other. */
const maxFew = 1_000;
/** Series are calculated this far at a time, until the page is full. */
const stride = 62 * dayLength;

export interface FoundOccurrence extends Position {
  times: OccurrenceTimes | null;
}

const PositionKey = z.tuple([z.string(), idPosition, z.string()]);

/**
 * A window of instants in UTC.
 *
 * @throws VALIDATION_FAILED at `to` for one that is empty, or longer
 */
export function readWindow({ from, to }: Window, maxDays: number): Window {
  const [start, end] = [new Date(from), new Date(to)];
  if (end <= start) throw invalidInput({ path: "to", message: "must be after from" });
  if (end.getTime() - start.getTime() > maxDays * dayLength)
    throw invalidInput({ path: "to", message: `must be at most ${maxDays} days after from` });
  return { from: start.toISOString(), to: end.toISOString() };
}

const isAfter = (one: Position, other: Position) => compare(one, other) > 0;
function compare(one: Position, other: Position): number {
  for (const name of ["startAt", "eventId", "occurrenceOn"] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
  }
  return 0;
}

/**
 * The days of a rule on which occurrences that touch a window can begin and that are not stored, and what was moved of
 * a series of which nothing is.
 */
function listUnstored(series: SeriesRow, { from, to }: Window): string[] {
  const moved = series.exceptions.filter(({ startAt }) => startAt !== null).map(({ occurrenceOn }) => occurrenceOn);
  const days = listDays(series, from, to);
  if (!isExpanded(series)) return [...new Set([...days, ...moved])];
  return days.filter((on) => (on < series.placedFromOn || on > series.placedThroughOn) && !moved.includes(on));
}

/** The occurrences of a series that touch a window and are not stored: its rule and its exceptions are applied. */
function expand(series: SeriesRow, window: Window, { status, includeCancelled }: WindowFilters): FoundOccurrence[] {
  const exceptions = new Map(series.exceptions.map((exception) => [exception.occurrenceOn, exception]));
  return listUnstored(series, window).flatMap((occurrenceOn): FoundOccurrence[] => {
    const exception = exceptions.get(occurrenceOn);
    const { startAt, endAt, startOn, endOn } =
      (exception === undefined ? null : ownTimes(exception)) ?? computeOccurrenceTimes(series, occurrenceOn);
    const stands = exception?.isCancelled === true ? "cancelled" : (exception?.status ?? series.status);
    const isWanted = status !== undefined ? stands === status : includeCancelled || !calledOff.has(stands);
    if (!isWanted || startAt >= window.to || endAt <= window.from) return [];
    return [{ startAt, eventId: series.id, occurrenceOn, times: { startAt, endAt, startOn, endOn } }];
  });
}

/**
 * The series of which days of the window are not stored.
 *
 * @throws VALIDATION_FAILED for more than 1,000, or more than 100 that go on where nothing is stored of any
 */
async function readUnexpanded(context: Context, page: WindowPage): Promise<SeriesRow[]> {
  const series = await listUnexpanded(context, page, boundRuleDays(page.window), maxSeries + 1);
  if (series.length > maxSeries)
    throw invalidInput({
      path: "to",
      message: "more than 1,000 series are not stored yet; try again in a minute, or narrow the window or filter",
    });
  if (series.filter(isExpanded).length <= maxBeyond) return series;
  const today = new Date().toISOString().slice(0, 10);
  throw invalidInput({
    path: "to",
    message: `more than ${maxBeyond} series there; filter, or read within ${addDays(today, -daysBack)} and ${addDays(today, daysKept)}, for which occurrences are stored`,
  });
}

/** @param end the start after which nothing more is of the page */
async function calculate(context: Context, page: WindowPage, end: string): Promise<FoundOccurrence[]> {
  const { window, filters, after, limit } = page;
  const series = await readUnexpanded(context, page);
  const found: FoundOccurrence[] = [];
  let at = after === null || after.startAt < window.from ? window.from : after.startAt;
  const turn = createTurn();
  for (let first = true; series.length > 0 && at < window.to && (first || at <= end); first = false) {
    const next = new Date(Math.min(Date.parse(at) + stride, Date.parse(window.to))).toISOString();
    const [part, begun] = [{ from: at, to: next }, first ? "" : at];
    for (const each of series) {
      // What began before a part is of the one before; before the first one, of it.
      found.push(
        ...expand(each, part, filters).filter(
          (occurrence) => occurrence.startAt >= begun && (after === null || isAfter(occurrence, after)),
        ),
      );
      await turn.end();
    }
    at = next;
    if (found.filter(({ startAt }) => startAt < at).length >= limit) break;
  }
  return found;
}

/** Filters that find few events: what they find is read first, then of each of these its occurrences. */
const narrowing = [
  "type",
  "caseId",
  "leadId",
  "organizerMemberId",
  "memberId",
  "memberIds",
  "types",
  "contactId",
  "courtContactId",
  "docketNumber",
  "externalId",
] as const;

/** The series that narrowing filters find; null without such filters, and of more than 1,000. */
async function findFew(context: Context, page: WindowPage): Promise<{ id: string; isUnexpanded: boolean }[] | null> {
  if (page.filters.words.length === 0 && narrowing.every((name) => page.filters[name] === undefined)) return null;
  const few = await listFound(context, page, boundRuleDays(page.window), maxFew + 1);
  return few.length > maxFew ? null : few;
}

/**
 * The occurrences after a position, in order of start, event and day: as many as the page has, at most.
 *
 * @throws VALIDATION_FAILED for too many series that are not stored
 */
export async function listFoundOccurrences(context: Context, page: WindowPage): Promise<FoundOccurrence[]> {
  const singles = await listSingles(context, page);
  const few = await findFew(context, page);
  const stored = await listStored(context, page, few?.map(({ id }) => id) ?? null);
  const found: FoundOccurrence[] = [
    ...singles.map(({ id, startAt }) => ({ startAt, eventId: id, occurrenceOn: "", times: null })),
    ...stored.map(({ eventId, occurrenceOn, ...times }) => ({ startAt: times.startAt, eventId, occurrenceOn, times })),
  ].toSorted(compare);
  const end = found[page.limit - 1]?.startAt ?? page.window.to;
  const isAllStored = few?.every(({ isUnexpanded }) => !isUnexpanded) === true;
  const calculated = isAllStored ? [] : await calculate(context, page, end);
  return calculated.length === 0
    ? found.slice(0, page.limit)
    : [...found, ...calculated].toSorted(compare).slice(0, page.limit);
}

/**
 * The distinct IDs of a comma-separated list.
 *
 * @throws VALIDATION_FAILED at `memberIds`
 */
export function readIds(list: string): string[] {
  const ids = [...new Set(list.split(",").map((id) => id.trim()))];
  if (ids.length > maxIds || ids.includes(""))
    throw invalidInput({ path: "memberIds", message: `must be 1 to ${maxIds} IDs, separated by commas` });
  return ids;
}

/**
 * A page of what happens in a time window.
 *
 * @throws VALIDATION_FAILED for a window that is too long, a foreign cursor, or a search without words
 */
export async function listOccurrences(
  context: Context,
  { from, to, q, after, limit, includeCancelled = false, memberIds, ...filters }: OccurrenceQuery,
): Promise<{ occurrences: Occurrence[]; nextCursor: string | null; timeZone: string }> {
  const window = readWindow({ from, to }, 366);
  const words = q === undefined ? [] : await readSearchWords(context.transaction, q, "q");
  const found = {
    ...filters,
    ...(memberIds !== undefined && { memberIds: readIds(memberIds) }),
    words,
    includeCancelled,
  };
  const list = {
    organizationId: context.organizationId,
    name: "calendar-occurrences",
    position: PositionKey,
    installationKeys: context.installationKeys,
  };
  const page = await readPageBy(
    list,
    { after, limit },
    ({ after: key, limit: most }) => {
      const position = key === null ? null : { startAt: key[0], eventId: key[1], occurrenceOn: key[2] };
      return listFoundOccurrences(context, {
        window,
        filters: found,
        reader: readerOf(context),
        after: position,
        limit: most,
      });
    },
    ({ startAt, eventId, occurrenceOn }): z.infer<typeof PositionKey> => [startAt, eventId, occurrenceOn],
  );
  return {
    occurrences: await showFoundOccurrences(context, page.rows),
    nextCursor: page.nextCursor,
    timeZone: await readTimezone(context),
  };
}

/** Occurrences as the caller may see them; reads of medical ones are audited. */
export async function showFoundOccurrences(context: Context, found: readonly FoundOccurrence[]): Promise<Occurrence[]> {
  const rows = await findEvents(context, [...new Set(found.map(({ eventId }) => eventId))]);
  for (const row of rows) auditRead(context, row);
  const shown = new Map(await mapInTurns(rows, (row) => [row.id, showEvent(context, row)] as const));
  const occurrences = await mapInTurns(found, ({ eventId, occurrenceOn, times }) => {
    const event = shown.get(eventId);
    return event === undefined
      ? []
      : [describeOccurrence(event, occurrenceOn === "" ? null : occurrenceOn, times ?? event)];
  });
  return occurrences.flat();
}
