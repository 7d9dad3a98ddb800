import { Client } from "pg";
import { expect, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { TimeZone, timeZones } from "./time-zones.ts";

test("every zone of the list is known to Node and to PostgreSQL, in its spelling", async () => {
  for (const timeZone of timeZones)
    expect(() => new Intl.DateTimeFormat("en-US", { timeZone }), timeZone).not.toThrow();
  const client = new Client({ connectionString: await cloneDatabase() });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT name FROM pg_timezone_names)",
    [timeZones],
  );
  await client.end();
  expect(rows).toEqual([]);
});

test("the zones that Node lists are in it", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !timeZones.includes(name))).toEqual([]);
});

test.each([
  ["america/chicago", "America/Chicago"],
  ["US/EASTERN", "US/Eastern"],
  ["utc", "UTC"],
  ["America/Indiana/Knox", "America/Indiana/Knox"],
])("%s is %s", (given, read) => {
  expect(TimeZone.parse(given)).toBe(read);
});

test.each([
  "US/Pacific-New",
  "SystemV/EST5",
  "EST5EDT",
  "GMT+2",
  "+02:00",
  "posix/America/Chicago",
  "America/Chicago\n",
  "",
  "toString",
])("%j is no zone", (given) => {
  expect(TimeZone.safeParse(given).success).toBe(false);
});
