import { expect, test } from "vitest";
import { chooseDays } from "./domain.calendar.ts";

const entries = (...days: readonly string[]) => days.map((on) => ({ on, text: "0123456789" }));
const days = ["2026-11-01", "2026-11-20", "2026-11-24", "2026-11-30", "2026-12-01", "2026-12-01", "2026-12-02"];
const keptFrom = "2026-11-23";

test.each<[string, number, string | null, readonly string[], string | null]>([
  ["all that fit", 70, null, days, null],
  ["days from a week ago on first, then the nearest before", 60, null, days.slice(1), null],
  ["no part of a day", 55, null, days.slice(2), null],
  ["no day after one that does not fit", 35, null, ["2026-11-24", "2026-11-30"], "2026-12-01"],
  ["nothing of a day that was not read whole", 70, "2026-12-02", days.slice(0, -1), "2026-12-02"],
])("a feed has %s", (...[, bytes, unreadFrom, expected, cutOn]) => {
  const chosen = chooseDays({ entries: entries(...days), unreadFrom }, keptFrom, bytes);
  expect([chosen.entries.map(({ on }) => on), chosen.cutOn]).toEqual([expected, cutOn]);
});
