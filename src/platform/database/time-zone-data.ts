import { setImmediate } from "node:timers/promises";
import { Temporal } from "temporal-polyfill";
import type { Database } from "./database.ts";

/** Where the time-zone data of Node and of PostgreSQL differ: there "today" is two days for an hour a night. */
export interface ZoneDifference {
  timeZone: string;
  /** The first day on which the offsets differ; null where PostgreSQL does not know the zone. */
  from: string | null;
}

const daysAhead = 731;
const dayMilliseconds = 86_400_000;

/**
 * Compares the offsets of a time zone at each of the days of the next two years, at noon UTC.
 *
 * @param now in milliseconds
 * @returns null where both agree
 */
export async function compareTimeZone(
  { pool }: Pick<Database, "pool">,
  timeZone: string,
  now = Date.now(),
): Promise<ZoneDifference | null> {
  const start = new Date(Math.floor(now / dayMilliseconds) * dayMilliseconds + dayMilliseconds / 2);
  const offsets = await pool
    .query<{ at: string; seconds: number }>(
      `SELECT t AS at, extract(epoch FROM (t AT TIME ZONE $1) - (t AT TIME ZONE 'UTC'))::integer AS seconds
       FROM generate_series($2::timestamptz, $2::timestamptz + make_interval(days => $3), interval '1 day') t ORDER BY t`,
      [timeZone, start.toISOString(), daysAhead],
    )
    .catch((error: unknown) => {
      // 22023: there is no such zone.
      if ((error as { code?: string }).code === "22023") return null;
      throw error;
    });
  if (offsets === null) return { timeZone, from: null };
  for (const [day, { at, seconds }] of offsets.rows.entries()) {
    // Requests that wait have their turn.
    if (day % 50 === 0) await setImmediate();
    if (offsetOf(start.getTime() + day * dayMilliseconds, timeZone) !== seconds)
      return { timeZone, from: new Date(at).toISOString().slice(0, 10) };
  }
  return null;
}

const offsetOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e9;

/** Of the time zones of all organizations those in which Node and PostgreSQL differ within two years. */
export async function findZoneDifferences(database: Pick<Database, "pool">): Promise<ZoneDifference[]> {
  const { rows } = await database.pool.query<{ name: string }>("SELECT list_time_zones AS name FROM list_time_zones()");
  const found: ZoneDifference[] = [];
  for (const { name } of rows) {
    const difference = await compareTimeZone(database, name);
    if (difference !== null) found.push(difference);
  }
  return found;
}

/** In words, for the doctor and the log. */
export function describeZoneDifferences(differences: readonly ZoneDifference[]): { finding: string; cure: string } {
  const zones = differences.map(({ timeZone, from }) =>
    from === null ? `${timeZone} (unknown to PostgreSQL)` : `${timeZone} (from ${from})`,
  );
  return {
    finding: `The time-zone data of Node (${process.versions["tz"] ?? "unknown"}) and PostgreSQL differ in ${zones.join(", ")}: days there begin at two instants.`,
    cure: "Update the older of both: PostgreSQL, or the operating system’s tzdata where PostgreSQL reads that, and restart it; or Node.",
  };
}
