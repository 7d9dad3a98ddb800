/**
 * A day of the calendar in a mail, as its American readers write it.
 *
 * @param day `YYYY-MM-DD`
 * @returns `Feb 8, 2027`
 */
export const describeDay = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

/**
 * An instant in a mail, which has no time zone of its reader.
 *
 * @returns `March 14, 2027, 3:09 PM UTC`
 */
export function describeInstant(instant: string): string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  // Intl separates the time from AM or PM by a narrow space, which mail programs break.
  return `${format.format(new Date(instant)).replace(" at ", ", ").replace("\u202f", " ")} UTC`;
}
