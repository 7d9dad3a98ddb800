import { formatTime } from "../../ui/format.ts";
import { expiry as t } from "./strings.ts";

/** Maximum lifetime of keys in years. The server validates by the database's clock. */
const ceilingYears = { standard: 2, elevated: 1 } as const;

export const expiryPresets = [
  { id: "30d", label: t.presets["30d"], days: 30, years: 0 },
  { id: "90d", label: t.presets["90d"], days: 90, years: 0 },
  { id: "180d", label: t.presets["180d"], days: 180, years: 0 },
  { id: "1y", label: t.presets["1y"], days: 0, years: 1 },
  { id: "2y", label: t.presets["2y"], days: 0, years: 2 },
] as const;

export type ExpiryPreset = (typeof expiryPresets)[number];
export type ExpiryChoice = ExpiryPreset["id"] | "date";

export const elevatedCeilingMessage = t.elevatedCeiling;

const hourMilliseconds = 60 * 60 * 1000;
const dayMilliseconds = 24 * hourMilliseconds;

/** The same instant some years later; 29 February becomes 28 February, as in PostgreSQL. */
function addYears(start: Date, years: number): Date {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  if (end.getUTCMonth() !== start.getUTCMonth()) end.setUTCDate(0);
  return end;
}

/** The expiry of a preset, rounded down to the hour, so that a fast clock does not exceed the maximum. */
export function resolvePreset({ days, years }: Pick<ExpiryPreset, "days" | "years">, now: Date): Date {
  const start = new Date(now);
  start.setUTCMinutes(0, 0, 0);
  return years > 0 ? addYears(start, years) : new Date(start.getTime() + days * dayMilliseconds);
}

/**
 * The first preset of at least 90 days that is allowed and later than an instant; null if there is none.
 *
 * @param after an instant, or "" for any
 */
export function findExtension(after: string, hasElevated: boolean, now: Date): Date | null {
  const ceiling = findCeiling(hasElevated, now).getTime();
  const choices = expiryPresets
    .filter(({ days, years }) => years > 0 || days >= 90)
    .map((preset) => resolvePreset(preset, now))
    .filter((choice) => choice.getTime() <= ceiling);
  return choices.find((choice) => isLater(choice, after)) ?? null;
}

/** @param after an instant, or "" for any */
export const isLater = (validUntil: Date, after: string): boolean =>
  after === "" || validUntil.getTime() > Date.parse(after);

/** How an expiry was chosen: by a preset, within the hour to which presets are rounded, or by its date. */
export function findChoice(validUntil: string, now: Date): ExpiryChoice {
  const isNear = (preset: ExpiryPreset) =>
    Math.abs(resolvePreset(preset, now).getTime() - Date.parse(validUntil)) <= hourMilliseconds;
  return expiryPresets.find(isNear)?.id ?? "date";
}

export function findCeiling(hasElevated: boolean, now: Date): Date {
  return addYears(now, hasElevated ? ceilingYears.elevated : ceilingYears.standard);
}

/** The end of a day `YYYY-MM-DD` in the reader's time zone; null for an invalid day. */
export function resolveDay(day: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** For <input type="date">, in the reader's time zone. */
export function writeDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** From tomorrow, or the day after an instant, to the last full day before the maximum. */
export function listDayBounds(hasElevated: boolean, now: Date, after = ""): { first: string; last: string } {
  const start = after === "" ? now.getTime() : Math.max(now.getTime(), Date.parse(after));
  const last = new Date(findCeiling(hasElevated, now).getTime() - dayMilliseconds);
  return { first: writeDay(new Date(start + dayMilliseconds)), last: writeDay(last) };
}

/**
 * "Friday, February 19, 2027 at 11:00 AM EST"
 *
 * @param timeZone the reader's by default
 */
export function formatExpiry(instant: Date | string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = formatTime(instant, { weekday: "long", year: "numeric", month: "long", day: "numeric", ...zone });
  const time = formatTime(instant, { hour: "numeric", minute: "2-digit", timeZoneName: "short", ...zone });
  return t.at(day, time);
}
