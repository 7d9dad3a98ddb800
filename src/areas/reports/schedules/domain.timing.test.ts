import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextOccasion, type Timing } from "./domain.timing.ts";

const newYork = "America/New_York";
const phoenix = "America/Phoenix";
const daily = (hour: number): Timing => ({ frequency: "daily", weekday: null, dayOfMonth: null, hour });
const weekly = (weekday: number, hour: number): Timing => ({ frequency: "weekly", weekday, dayOfMonth: null, hour });
const monthly = (dayOfMonth: number, hour: number): Timing => ({
  frequency: "monthly",
  weekday: null,
  dayOfMonth,
  hour,
});

/** The next occasions, each after the one before. */
function follow(timing: Timing, timezone: string, after: string, count: number): string[] {
  const found: string[] = [];
  for (let instant = Date.parse(after); found.length < count;) {
    instant = nextOccasion(timing, timezone, instant);
    found.push(new Date(instant).toISOString().replace(":00.000Z", "Z"));
  }
  return found;
}

describe("the next run of a schedule", () => {
  test("is at the hour of the firm's own clock, in summer and in winter", () => {
    expect(follow(daily(7), newYork, "2026-03-06T13:00:00Z", 3)).toEqual([
      "2026-03-07T12:00Z",
      "2026-03-08T11:00Z",
      "2026-03-09T11:00Z",
    ]);
    expect(follow(daily(7), newYork, "2026-10-30T12:00:00Z", 3)).toEqual([
      "2026-10-31T11:00Z",
      "2026-11-01T12:00Z",
      "2026-11-02T12:00Z",
    ]);
    expect(follow(daily(7), phoenix, "2026-03-07T00:00:00Z", 3)).toEqual([
      "2026-03-07T14:00Z",
      "2026-03-08T14:00Z",
      "2026-03-09T14:00Z",
    ]);
    expect(follow(daily(7), phoenix, "2026-10-31T15:00:00Z", 2)).toEqual(["2026-11-01T14:00Z", "2026-11-02T14:00Z"]);
  });

  test("is at the moment of the change when clocks skip the hour", () => {
    expect(follow(daily(2), newYork, "2026-03-07T08:00:00Z", 2)).toEqual(["2026-03-08T07:00Z", "2026-03-09T06:00Z"]);
    expect(follow(daily(2), phoenix, "2026-03-08T08:00:00Z", 2)).toEqual(["2026-03-08T09:00Z", "2026-03-09T09:00Z"]);
    // Midnight itself is left out in Havana.
    expect(follow(daily(0), "America/Havana", "2026-03-07T06:00:00Z", 2)).toEqual([
      "2026-03-08T05:00Z",
      "2026-03-09T04:00Z",
    ]);
  });

  test("is at the first occurrence when the hour repeats", () => {
    expect(follow(daily(1), newYork, "2026-10-31T06:00:00Z", 2)).toEqual(["2026-11-01T05:00Z", "2026-11-02T06:00Z"]);
    expect(follow(daily(1), newYork, "2026-11-01T05:30:00Z", 1)).toEqual(["2026-11-02T06:00Z"]);
    expect(follow(daily(1), phoenix, "2026-11-01T07:00:00Z", 2)).toEqual(["2026-11-01T08:00Z", "2026-11-02T08:00Z"]);
  });

  test("is strictly later, to the millisecond", () => {
    expect(follow(daily(7), phoenix, "2026-06-01T13:59:59.999Z", 1)).toEqual(["2026-06-01T14:00Z"]);
    expect(follow(daily(7), phoenix, "2026-06-01T14:00:00.000Z", 1)).toEqual(["2026-06-02T14:00Z"]);
  });

  test("follows the firm's own day of the week and of the month", () => {
    // Sunday evening in New York is Monday by UTC.
    expect(follow(weekly(7, 20), newYork, "2026-06-06T00:00:00Z", 2)).toEqual([
      "2026-06-08T00:00Z",
      "2026-06-15T00:00Z",
    ]);
    expect(follow(weekly(1, 7), newYork, "2026-06-08T11:00:00Z", 1)).toEqual(["2026-06-15T11:00Z"]);
    expect(follow(monthly(28, 23), newYork, "2026-01-29T05:00:00Z", 3)).toEqual([
      "2026-03-01T04:00Z",
      "2026-03-29T03:00Z",
      "2026-04-29T03:00Z",
    ]);
    expect(follow(monthly(1, 0), "Pacific/Kiritimati", "2026-12-31T09:59:59Z", 1)).toEqual(["2026-12-31T10:00Z"]);
  });

  test("is at the hour in every time zone, and within the next interval plus an hour", () => {
    const zones = fc.constantFrom(
      newYork,
      phoenix,
      "America/Chicago",
      "America/Anchorage",
      "Pacific/Honolulu",
      "America/St_Johns",
      "Asia/Kathmandu",
      "UTC",
    );
    const timings = fc.integer({ min: 0, max: 23 }).chain((hour) =>
      fc.oneof(
        fc.constant(daily(hour)),
        fc.integer({ min: 1, max: 7 }).map((weekday) => weekly(weekday, hour)),
        fc.integer({ min: 1, max: 28 }).map((day) => monthly(day, hour)),
      ),
    );
    const spans = { daily: 1, weekly: 7, monthly: 31 };
    const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) });
    fc.assert(
      fc.property(zones, timings, instants, (timeZone, timing, after) => {
        const next = nextOccasion(timing, timeZone, after);
        const hours = (next - after) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(spans[timing.frequency] * 24 + 1);
        const clock = new Intl.DateTimeFormat("en-US", {
          timeZone,
          hourCycle: "h23",
          hour: "numeric",
          minute: "numeric",
        });
        const hourAt = (instant: number) => {
          const at = (part: string) => Number(clock.formatToParts(instant).find(({ type }) => type === part)?.value);
          return at("hour") + at("minute") / 60;
        };
        // One later where the clocks skip the hour.
        expect([timing.hour, (timing.hour + 1) % 24]).toContain(hourAt(next));
        // A minute before, the hour was still to come, or had been skipped with it: an answer that is an hour late shows the hour itself.
        const before = hourAt(next - 60_000);
        expect(timing.hour === 0 ? before >= 22 : before < timing.hour).toBe(true);
      }),
    );
  });
});
