import { Temporal } from "temporal-polyfill";

/** The day of an instant in a time zone. */
export const dayOf = (instant: string, timezone: string): string => Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** The local time of an instant, `HH:mm:ss`. */
export const timeOf = (instant: string, timezone: string): string => Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainTime().toString();

/** A local time as an instant: one that does not exist moves forward by the gap, of two the first is taken. */
export function toInstant(on: string, at: string, timezone: string): string {
  return Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: timezone, plainTime: at }).toInstant().toString({ fractionalSecondDigits: 3 });
}

/** An instant moved to another day at the same local time, as {@link toInstant}. */
export function moveToDay(at: string, timezone: string, on: string): string {
  return toInstant(on, Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainTime().toString(), timezone);
}

/** The instant at which a day begins: 00:00, or the first time after a gap there. */
export function startOfDay(on: string, timezone: string): string {
  return Temporal.PlainDate.from(on).toZonedDateTime(timezone).toInstant().toString({ fractionalSecondDigits: 3 });
}
