import { exactTime, formatCents, formatDate, formatTime } from "./format.ts";

/** Quoted text and examples of what to type, which stay as they are; else an instant or a day; else an amount. */
const values =
  /"[^"]{0,200}"|“[^”]{0,200}”|\bsuch as [^,;)]{1,200}|\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])|\b\d{1,15} cents\b/g;

/**
 * Writes the dates and amounts of a message of the server for people: `closed through 2026-10-31` becomes `closed
 * through Oct 31, 2026`, and `1050 cents` become `$10.50`. The API's messages have them as a program sends and receives
 * them (decision 0248). What is quoted is somebody's own text, and stays; so does an example after "such as":
 * `Nov 30, 2026` is not how a file has a day.
 */
export function formatMessage(text: string): string {
  return text.replaceAll(values, (found) => {
    if (/^(?:["“]|such as )/.test(found)) return found;
    if (found.endsWith(" cents")) return formatCents(Number.parseInt(found, 10));
    if (!isDate(found)) return found;
    return found.includes("T") ? formatTime(found, exactTime) : formatDate(found);
  });
}

/** `2026-02-30` is none, which `Date` takes for March 2. */
function isDate(found: string): boolean {
  const day = found.slice(0, 10);
  return !Number.isNaN(Date.parse(found)) && new Date(day).toISOString().startsWith(day);
}
