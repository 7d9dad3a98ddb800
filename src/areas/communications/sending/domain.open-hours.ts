import { addDays } from "../../../platform/recurrence-rule.ts";
import { dayOf, timeOf, toInstant } from "../../../platform/local-time.ts";

/** Times of a day, `HH:mm`, within which texts go; the last one is not among them. */
export interface Hours {
  from: string;
  until: string;
}

/** By weekday, from Sunday; null for a day without any. */
export type Week = readonly (Hours | null)[];

/** A deferral looks this many days ahead. Each day has hours, except those that a firm's own rule closes. */
const daysAhead = 8;

const weekdayOf = (on: string): number => new Date(`${on}T00:00:00Z`).getUTCDay();

/** What lies in both; null without anything in common. */
export function intersect(one: Hours | null, other: Hours | null): Hours | null {
  if (one === null || other === null) return null;
  const from = one.from > other.from ? one.from : other.from;
  const until = one.until < other.until ? one.until : other.until;
  return from < until ? { from, until } : null;
}

function isOpenIn(instant: string, week: Week, timeZone: string): boolean {
  const hours = week[weekdayOf(dayOf(instant, timeZone))] ?? null;
  const time = timeOf(instant, timeZone).slice(0, 5);
  return hours !== null && hours.from <= time && time < hours.until;
}

/** Whether each of the zones has its hours. */
export const isOpen = (instant: string, week: Week, timeZones: readonly string[]): boolean =>
  timeZones.every((timeZone) => isOpenIn(instant, week, timeZone));

/**
 * The earliest instant from this one on at which each zone has its hours: this one, or one at which the hours of a zone
 * begin. Null where there is none within eight days.
 */
export function findOpenInstant(instant: string, week: Week, timeZones: readonly string[]): string | null {
  if (isOpen(instant, week, timeZones)) return instant;
  const beginnings = timeZones.flatMap((timeZone) => {
    const today = dayOf(instant, timeZone);
    return Array.from({ length: daysAhead + 1 }, (_, index) => addDays(today, index)).flatMap((on) => {
      const hours = week[weekdayOf(on)] ?? null;
      return hours === null ? [] : [new Date(toInstant(on, hours.from, timeZone)).toISOString()];
    });
  });
  const later = beginnings.filter((each) => each > instant).toSorted();
  return later.find((each) => isOpen(each, week, timeZones)) ?? null;
}
