import { expect, test } from "vitest";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { findDueAt, findStateZone } from "./domain.instants.ts";

test.each([
  ["2026-11-23", null, "America/New_York", "2026-11-24T05:00:00.000Z"],
  ["2026-11-23", null, "America/Phoenix", "2026-11-24T07:00:00.000Z"],
  ["2026-11-23", null, "America/Los_Angeles", "2026-11-24T08:00:00.000Z"],
  ["2026-11-23", "17:00", "America/Chicago", "2026-11-23T23:00:00.000Z"],
  ["2026-11-01", null, "America/New_York", "2026-11-02T05:00:00.000Z"],
  ["2027-03-14", null, "America/New_York", "2027-03-15T04:00:00.000Z"],
  // 01:30 passes twice, 02:30 not at all: never later than meant.
  ["2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  ["2027-03-14", "02:30", "America/New_York", "2027-03-14T06:30:00.000Z"],
])("2. %s %s in %s is over at %s", (dueOn, dueTime, timeZone, dueAt) => {
  expect(findDueAt(dueOn, dueTime, timeZone)).toBe(dueAt);
});

test("every jurisdiction has a zone; the easternmost where there are several", () => {
  const states = Object.keys(sharedEnumerations.caseState.values);
  expect(states.filter((state) => findStateZone(state) === undefined)).toEqual([]);
  expect(states.filter((state) => findStateZone(state)?.isOneOfSeveral === true).toSorted()).toEqual(
    "AK FL ID IN KS KY MI ND NE OR SD TN TX".split(" "),
  );
  expect(["AK", "FL", "ID", "IN", "KY", "OR", "TN", "TX"].map((state) => findStateZone(state)?.timeZone)).toEqual([
    "America/Anchorage",
    "America/New_York",
    "America/Boise",
    "America/Indiana/Indianapolis",
    "America/New_York",
    "America/Boise",
    "America/New_York",
    "America/Chicago",
  ]);
  expect(findStateZone("US")).toBeUndefined();
});

/** The wall clock of an instant, by another implementation of time zones. */
function readClock(at: number, formatter: Intl.DateTimeFormat): string {
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts["year"]}-${parts["month"]}-${parts["day"]} ${parts["hour"]}:${parts["minute"]}:${parts["second"]}`;
}

const nextDay = (on: string) => new Date(Date.parse(on) + 86_400_000).toISOString().slice(0, 10);
/** The first half of every March and November: the clocks change there. */
const springsAndFalls = Array.from({ length: 10 }, (_, index) => 2026 + index).flatMap((year) =>
  ["03", "11"].flatMap((month) =>
    Array.from({ length: 15 }, (_, index) => `${year}-${month}-${String(index + 1).padStart(2, "0")}`).map((on) =>
      new Date(Date.parse(on) - 86_400_000).toISOString().slice(0, 10),
    ),
  ),
);

test.each(["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage"])(
  "%s: both changes of the clocks for ten years",
  (timeZone) => {
    const formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    const changes: string[] = [];
    for (const on of springsAndFalls) {
      const next = nextDay(on);
      const end = Date.parse(findDueAt(on, null, timeZone));
      if (Date.parse(findDueAt(next, null, timeZone)) - end === 86_400_000) continue;
      // The clocks change on the day that begins there.
      changes.push(next);
      expect([
        readClock(end - 1, formatter),
        readClock(end, formatter),
        readClock(Date.parse(findDueAt(next, "17:00", timeZone)), formatter),
      ]).toEqual([`${on} 23:59:59`, `${next} 00:00:00`, `${next} 17:00:00`]);
      const after = Date.parse(findDueAt(next, null, timeZone));
      expect([readClock(after - 1, formatter), readClock(after, formatter)]).toEqual([
        `${next} 23:59:59`,
        `${nextDay(next)} 00:00:00`,
      ]);
    }
    expect(changes.length).toBe(20);
  },
);
