import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { findOccurrenceTimes, ownTimes, type OccurrenceTimes } from "../occurrences/domain.occurrence.ts";
import { neverEnds, computeOccurrenceTimes } from "../domain.times.ts";
import { findNext, findRegular, isAhead } from "../reminders/domain.ts";
import {
  listPassedSeries,
  lockEventRowForUpdate,
  moveNext,
  type EventRow,
  type NextColumns,
  type Reading,
} from "../store.ts";

const atStart = { minutesBefore: 0, daysBefore: null, at: null };

type OfSeries = Parameters<typeof findNext>[0];

/**
 * The first occurrence of a series that stands and begins after an instant; of a series that was called off, as if it
 * stood.
 */
export function findNextTimes(series: OfSeries, after: string) {
  const next = findNext(series, atStart, after);
  const times = next === null ? null : findOccurrenceTimes(series, next.occurrenceOn, { includesRemoved: true });
  return next === null || times === null ? null : { ...times, occurrenceOn: next.occurrenceOn };
}

type PresentOccurrence = OccurrenceTimes & { occurrenceOn: string };

/** The first one that is not over. Each exception is read once: there may be 500. */
function findPresent(series: OfSeries, now: string): PresentOccurrence | null {
  const moved = series.exceptions.flatMap((exception): PresentOccurrence[] => {
    const { occurrenceOn } = exception;
    const times = ownTimes(exception);
    if (times === null || times.endAt <= now || !isAhead(series, occurrenceOn)) return [];
    return [{ ...times, occurrenceOn }];
  });
  const found = [...moved, ...findPresentRegular(series, now)];
  const [first] = found.toSorted((one, other) => (one.startAt < other.startAt ? -1 : 1));
  return first ?? null;
}

const hour = 3_600_000;

/**
 * The same among the occurrences that have the time of the rule.
 *
 * @returns one or none
 */
function findPresentRegular(series: OfSeries, now: string): PresentOccurrence[] {
  // Whole days are an hour longer where the clocks go back.
  const longest = Date.parse(series.endAt) - Date.parse(series.startAt) + hour;
  let [next] = findRegular(series, atStart, new Date(Date.parse(now) - longest).toISOString());
  while (next !== undefined) {
    const times = computeOccurrenceTimes(series, next.occurrenceOn);
    if (times.endAt > now) return [{ ...times, occurrenceOn: next.occurrenceOn }];
    [next] = findRegular(series, atStart, next.remindAt);
  }
  return [];
}

/** What reports show of a series: its next occurrence, until that is over. */
export function planNext(series: OfSeries & Pick<EventRow, "id">, now: string): NextColumns {
  const { id } = series;
  const next = findPresent(series, now);
  if (next === null)
    return { id, nextStartAt: null, nextStartOn: null, nextStatus: null, nextAttendeesOn: null, nextUntil: neverEnds };
  const { startAt, startOn, endAt, occurrenceOn } = next;
  const own = series.exceptions.find((exception) => exception.occurrenceOn === occurrenceOn);
  return {
    id,
    nextStartAt: startAt,
    nextStartOn: startOn,
    nextStatus: own?.status ?? null,
    nextAttendeesOn: own?.hasAttendees === true ? occurrenceOn : null,
    nextUntil: endAt,
  };
}

/** Writes the next occurrence of each of these that is a series, where it is another one than before. */
export async function refreshNext(context: Reading, events: readonly EventRow[], now: string): Promise<void> {
  await moveNext(
    context,
    events
      .filter(({ rule }) => rule !== null)
      .flatMap((series) => {
        const plan = planNext(series, now);
        const { id, nextStartAt, nextStartOn, nextStatus, nextAttendeesOn, nextUntil } = series;
        return JSON.stringify(plan) ===
          JSON.stringify({ id, nextStartAt, nextStartOn, nextStatus, nextAttendeesOn, nextUntil })
          ? []
          : [plan];
      }),
  );
}

/**
 * Advances series whose next occurrence is over. Without an event: no reader of the series sees a change.
 *
 * @param clock for tests
 * @returns how many this process advanced
 */
export function advanceSeries(database: UnitOfWork["database"], clock: () => Date = () => new Date()): Promise<number> {
  return runDueWork({
    list: (batch) => listPassedSeries(database, batch),
    execute: ({ organizationId, id }) =>
      database.withTenantTransaction(organizationId, async (transaction) => {
        const now = clock().toISOString();
        const series = await lockEventRowForUpdate({ organizationId, transaction }, id);
        if (series === undefined || series.rule === null || series.nextUntil > now) return false;
        await refreshNext({ organizationId, transaction }, [series], now);
        return true;
      }),
  });
}
