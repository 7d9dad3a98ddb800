import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { dayOf, startOfDay, timeOf, toInstant } from "./local-time.ts";

const zones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Anchorage",
] as const;
const quarter = 15 * 60_000;
const dayLength = 86_400_000;

const formats = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }),
  ]),
);
/** `YYYY-MM-DD HH:mm` by the runtime's own time zones. */
const show = (zone: (typeof zones)[number], at: number): string => formats.get(zone)?.format(at) ?? "";

/** The days of ten years, in UTC, around which the clocks of a zone change. */
function listChanges(zone: (typeof zones)[number]): number[] {
  const noons = Array.from({ length: 3_653 }, (_, day) => Date.parse("2026-01-01T18:00:00Z") + day * dayLength);
  return noons.filter((noon) => show(zone, noon).slice(11) !== show(zone, noon + dayLength).slice(11));
}

test.each(zones)(
  "local times of %s are the instants that walking through ten years of changed clocks finds",
  (zone) => {
    const changes = listChanges(zone);
    expect(changes).toHaveLength(20);
    for (const noon of changes) {
      const first = new Map<string, number>();
      for (let at = noon - dayLength; at < noon + 2 * dayLength; at += quarter)
        if (!first.has(show(zone, at))) first.set(show(zone, at), at);
      const walked = [...first.keys()];
      const day = (walked[Math.floor(walked.length / 2)] ?? "").slice(0, 10);
      for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
        const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
        // A time that does not exist moves forward by the gap of an hour; of two the first is meant.
        const expected =
          first.get(`${day} ${time}`) ??
          first.get(`${day} ${String(Math.floor(minutes / 60) + 1).padStart(2, "0")}:${time.slice(3)}`);
        const instant = toInstant(day, time, zone);
        expect([zone, day, time, Date.parse(instant)]).toEqual([zone, day, time, expected]);
        expect(`${dayOf(instant, zone)} ${timeOf(instant, zone).slice(0, 5)}`).toBe(show(zone, Date.parse(instant)));
      }
    }
  },
);

test("what is calculated from remembered offsets is what Temporal says, in every zone of the runtime from 1910 to 2090", () => {
  const timeZones = Intl.supportedValuesOf("timeZone");
  // Steps that share no factor with a week, a day or the number of zones.
  const steps = Array.from({ length: 4_000 }, (_, index) => ({
    timeZone: timeZones[(index * 7) % timeZones.length] ?? "UTC",
    at: Date.parse("1910-01-01T00:00:00Z") + index * 1_419_511_000,
  }));
  const described = steps.map(({ timeZone, at }) => {
    const instant = new Date(at).toISOString();
    const [on, time] = [instant.slice(0, 10), instant.slice(11, 16)];
    return [
      timeZone,
      instant,
      dayOf(instant, timeZone),
      timeOf(instant, timeZone),
      toInstant(on, time, timeZone),
      startOfDay(on, timeZone),
    ];
  });
  const expected = steps.map(({ timeZone, at }) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const instant = new Date(at).toISOString();
    const [day, time] = [Temporal.PlainDate.from(instant.slice(0, 10)), instant.slice(11, 16)];
    const write = (moment: Temporal.ZonedDateTime) => moment.toInstant().toString({ fractionalSecondDigits: 3 });
    return [
      timeZone,
      instant,
      zoned.toPlainDate().toString(),
      zoned.toPlainTime().toString(),
      write(day.toZonedDateTime({ timeZone, plainTime: time })),
      write(day.toZonedDateTime(timeZone)),
    ];
  });
  expect(described).toEqual(expected);
});
