const locale = "en-US";
const numbers = new Intl.NumberFormat(locale);
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
const times = new Map<string, Intl.DateTimeFormat>();

/** "1,234", with at most three digits behind the point. */
export function formatNumber(number: number): string {
  return numbers.format(number);
}

/** "1,234.0": always with one digit behind the point. */
export function formatTenths(number: number): string {
  return tenths.format(number);
}

/** "$1,234.50" */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/** "Nov 21, 2026", of a calendar day (`YYYY-MM-DD`). */
export function formatDate(on: string): string {
  return formatTime(on, { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });
}

/** "Nov 21, 2026, 3:04 PM EST" */
export const exactTime = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;

/** A time in the way of `Intl`. Formatters are kept, because it takes long to make one. */
export function formatTime(time: string | number | Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = times.get(key) ?? new Intl.DateTimeFormat(locale, options);
  times.set(key, format);
  return format.format(new Date(time));
}
