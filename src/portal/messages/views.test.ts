import { expect, test } from "vitest";
import { formatAddress, groupByDay, nameDay, namePerson } from "./views.ts";

test("a person is named by the name, else by the number as people write it", () => {
  expect(namePerson({ name: "Elena Marsh", address: "+15125550143" })).toBe("Elena Marsh");
  expect(namePerson({ name: null, address: "+15125550143" })).toBe("(512) 555-0143");
  expect(["+442079460000", "elena@example.com"].map(formatAddress)).toEqual(["+442079460000", "elena@example.com"]);
});

test("entries are grouped by the reader's day, in their order", () => {
  const at = (hour: number, day = 14) => ({ at: new Date(2026, 2, day, hour, 5).toISOString() });
  const days = groupByDay([at(0), at(23), at(0, 15)]);
  expect(days.map(({ entries }) => entries.length)).toEqual([2, 1]);
});

test("a day is today, yesterday, or its date; yesterday also when the clocks changed", () => {
  const words = { today: "Today", yesterday: "Yesterday" };
  const local = (...of: [number, number, number, number]) => new Date(...of);
  const now = local(2026, 2, 15, 12).getTime();
  expect(nameDay(local(2026, 2, 15, 1).toISOString(), now, words)).toBe("Today");
  expect(nameDay(local(2026, 2, 14, 23).toISOString(), now, words)).toBe("Yesterday");
  expect(nameDay(local(2026, 2, 13, 12).toISOString(), now, words)).toBe("Friday, March 13, 2026");
  // Where a reader is in the United States, the day before this midnight had 23 hours.
  expect(nameDay(local(2026, 2, 8, 12).toISOString(), local(2026, 2, 9, 0).getTime(), words)).toBe("Yesterday");
});
