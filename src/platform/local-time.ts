import { Temporal } from "temporal-polyfill";

/** The day of an instant in a time zone. */
export const dayOf = (instant: string, timezone: string): string => Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** A local time as an instant: one that does not exist moves forward by the gap, of two the first is taken. */
export function toInstant(on: string, at: string, timezone: string): string {
  return Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: timezone, plainTime: at }).toInstant().toString({ fractionalSecondDigits: 3 });
}

/** An instant moved to another day at the same local time, as {@link toInstant}. */
export function moveToDay(at: string, timezone: string, on: string): string {
  return toInstant(on, Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainTime().toString(), timezone);
}
