/**
 * A time of day as readers know it.
 *
 * @param time `HH:MM`
 * @returns `10:00 AM`
 */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/**
 * A day with the time at which it is due: a reader of the day alone would act in the afternoon.
 *
 * @param day as it is written
 * @param dueTime `HH:MM`; absent or null for the end of the day
 * @returns `Feb 8, 2027, 10:00 AM (America/Chicago)`
 */
export function formatDueDate(
  day: string,
  { dueTime = null, timeZone = null }: { dueTime?: string | null | undefined; timeZone?: string | null | undefined },
): string {
  if (dueTime === null) return day;
  return `${day}, ${formatTimeOfDay(dueTime)}${timeZone === null ? "" : ` (${timeZone})`}`;
}

/** What is known of a date that changed. */
interface ChangedDate {
  change: string;
  fromOn: string | null;
  toOn: string | null;
  dueTime?: string | null | undefined;
  toTime?: string | null | undefined;
  timeZone?: string | undefined;
}

const fromCounts: ReadonlySet<string> = new Set(["proposed", "waived", "superseded", "cancelled"]);

/**
 * Both days of a date that changed. The current day has its time, and so has a later one that is proposed.
 *
 * @param writeDay writes `YYYY-MM-DD`
 */
export function formatDateChange(
  { change, fromOn, toOn, dueTime, toTime, timeZone }: ChangedDate,
  writeDay: (on: string) => string,
): { from: string; to: string } {
  const write = (on: string | null, time: string | null | undefined) =>
    on === null ? "—" : formatDueDate(writeDay(on), { dueTime: time, timeZone });
  const isFromThatCounts = fromCounts.has(change);
  return {
    from: write(fromOn, isFromThatCounts ? dueTime : null),
    to: write(toOn, isFromThatCounts ? toTime : dueTime),
  };
}
