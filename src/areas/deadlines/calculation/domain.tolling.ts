import { Temporal } from "temporal-polyfill";
import type { TollingTime } from "./schema.ts";

/**
 * When a period ends whose time does not always run. Times that overlap are one. A time that contains the accrual makes
 * the period begin at its end; a later one adds its days, if it begins on the last day or before: a day on which time
 * does not run is not used up (Haksluoto v. Mt. Clemens Regional Medical Center, Mich. 2017). One without an end adds
 * nothing yet.
 */

interface Span {
  fromOn: string;
  toOn: string;
}

export interface TolledPeriod {
  /** Where the period begins: the accrual, or the end of the time that contains it. */
  startOn: string;
  dueOn: string;
  tolledDays: number;
  /** Whether a time begins after the last day. */
  hasIdleTime: boolean;
}

/** A day beyond the year 9999 is rejected by what uses it. */
const moveDay = (on: string, days: number) => Temporal.PlainDate.from(on).add({ days }).toString();
const countDays = (fromOn: string, toOn: string) =>
  Temporal.PlainDate.from(fromOn).until(toOn, { largestUnit: "day" }).days;

/** The times that have ended, in order; those that overlap or touch are one. */
function mergeTimes(times: readonly TollingTime[]): Span[] {
  const ended = times
    .flatMap(({ fromOn, toOn }) => (toOn === null ? [] : [{ fromOn, toOn }]))
    .toSorted((left, right) => (left.fromOn < right.fromOn ? -1 : 1));
  const merged: Span[] = [];
  for (const span of ended) {
    const last = merged.at(-1);
    if (last === undefined || span.fromOn > last.toOn) merged.push({ ...span });
    else if (span.toOn > last.toOn) last.toOn = span.toOn;
  }
  return merged;
}

/** @param addPeriod the end of the period by its beginning */
export function runTolledPeriod(
  accrualOn: string,
  addPeriod: (startOn: string) => string,
  times: readonly TollingTime[],
): TolledPeriod {
  const spans = mergeTimes(times);
  const containing = spans.find(({ fromOn, toOn }) => fromOn <= accrualOn && toOn > accrualOn);
  const startOn = containing?.toOn ?? accrualOn;
  let dueOn = addPeriod(startOn);
  let tolledDays = countDays(accrualOn, startOn);
  let hasIdleTime = false;
  for (const { fromOn, toOn } of spans.filter((span) => span.fromOn > startOn)) {
    if (fromOn > dueOn) {
      hasIdleTime = true;
      continue;
    }
    const days = countDays(fromOn, toOn);
    dueOn = moveDay(dueOn, days);
    tolledDays += days;
  }
  return { startOn, dueOn, tolledDays, hasIdleTime };
}

/**
 * Tolling of a date that no rule calculated: days of tolling since the accrual are added to it.
 *
 * @param accrualOn null if it is not known: then each time counts in full
 */
export function tollGivenDate(
  dueOn: string,
  accrualOn: string | null,
  times: readonly TollingTime[],
): Omit<TolledPeriod, "startOn"> {
  const since = times.flatMap((time) => {
    if (accrualOn === null || time.fromOn >= accrualOn) return [time];
    return time.toOn !== null && time.toOn <= accrualOn ? [] : [{ ...time, fromOn: accrualOn }];
  });
  const first = since.reduce((earliest, { fromOn }) => (fromOn < earliest ? fromOn : earliest), dueOn);
  const { startOn: _, ...tolled } = runTolledPeriod(moveDay(first, -1), () => dueOn, since);
  return tolled;
}
