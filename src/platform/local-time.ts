import { Temporal } from "temporal-polyfill";

const dayLength = 86_400_000;
const weekLength = 7 * dayLength;
/** Of all time zones together: some ten years of every zone that firms have. */
const maxRemembered = 50_000;

/** Offsets from UTC at the beginnings of weeks, counted from 1970-01-01, in milliseconds. */
const offsets = new Map<string, Map<number, number>>();
let remembered = 0;

/**
 * The offset of a time zone when a week begins. Temporal asks the runtime for it, which takes some hundredths of a
 * millisecond.
 */
function offsetAtWeek(timezone: string, week: number): number {
  const known = offsets.get(timezone)?.get(week);
  if (known !== undefined) return known;
  const offset =
    Temporal.Instant.fromEpochMilliseconds(week * weekLength).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
  if (remembered >= maxRemembered) {
    offsets.clear();
    remembered = 0;
  }
  const ofZone = offsets.get(timezone) ?? new Map<number, number>();
  offsets.set(timezone, ofZone.set(week, offset));
  remembered += 1;
  return offset;
}

/**
 * The offset of a time zone where its clocks do not change within a day of a time, local or in UTC; null where they
 * may. No zone changes its clocks and changes them back within a week: the shortest such times, of Ramadan in Morocco,
 * are of four.
 */
function findSteadyOffset(timezone: string, epoch: number): number | null {
  const first = Math.floor((epoch - dayLength) / weekLength);
  const offset = offsetAtWeek(timezone, first);
  for (let week = first + 1; (week - 1) * weekLength <= epoch + dayLength; week += 1)
    if (offsetAtWeek(timezone, week) !== offset) return null;
  return offset;
}

/**
 * An instant of the years 1 to 9999 as local time, `YYYY-MM-DDTHH:mm:ss`; null where its offset is not steady, or it
 * has parts of a second.
 */
function findSteadyLocal(instant: string, timezone: string): string | null {
  const epoch = Date.parse(instant);
  if (Number.isNaN(epoch) || epoch % 1_000 !== 0 || /\.\d{4}/.test(instant)) return null;
  const offset = findSteadyOffset(timezone, epoch);
  if (offset === null || offset % 1_000 !== 0) return null;
  const local = new Date(epoch + offset).toISOString();
  return local.length === 24 ? local.slice(0, 19) : null;
}

/**
 * The instant of a local time where the zone's offset is steady, else null.
 *
 * @param at `HH:mm` or `HH:mm:ss`
 */
function findSteadyInstant(on: string, at: string, timezone: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(on) || !/^\d\d:\d\d(?::\d\d)?$/.test(at)) return null;
  const local = Date.parse(`${on}T${at}Z`);
  // A date that does not exist is Temporal's to reject; others would become the next one.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== on) return null;
  const offset = findSteadyOffset(timezone, local);
  const instant = offset === null ? "" : new Date(local - offset).toISOString();
  return instant.length === 24 ? instant : null;
}

const toZoned = (instant: string, timezone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);

/** The day of an instant in a time zone. */
export const dayOf = (instant: string, timezone: string): string =>
  findSteadyLocal(instant, timezone)?.slice(0, 10) ?? toZoned(instant, timezone).toPlainDate().toString();

/** The local time of an instant, `HH:mm:ss`. */
export const timeOf = (instant: string, timezone: string): string =>
  findSteadyLocal(instant, timezone)?.slice(11) ?? toZoned(instant, timezone).toPlainTime().toString();

/** A local time as an instant: one that does not exist moves forward by the gap, of two the first is taken. */
export function toInstant(on: string, at: string, timezone: string): string {
  return (
    findSteadyInstant(on, at, timezone) ??
    Temporal.PlainDate.from(on)
      .toZonedDateTime({ timeZone: timezone, plainTime: at })
      .toInstant()
      .toString({ fractionalSecondDigits: 3 })
  );
}

/** An instant moved to another day at the same local time, as {@link toInstant}. */
export function moveToDay(at: string, timezone: string, on: string): string {
  return toInstant(on, timeOf(at, timezone), timezone);
}

/** The instant at which a day begins: 00:00, or the first time after a gap there. */
export function startOfDay(on: string, timezone: string): string {
  return (
    findSteadyInstant(on, "00:00", timezone) ??
    Temporal.PlainDate.from(on).toZonedDateTime(timezone).toInstant().toString({ fractionalSecondDigits: 3 })
  );
}
