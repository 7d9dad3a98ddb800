/** A value of an enumeration, or the record of an event type, in title case: `calendar_event` is Calendar Event. */
export function writeTitle(value: string): string {
  return value
    .split("_")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(" ");
}
