import { expect, test } from "vitest";
import { chooseDays } from "./domain.calendar.ts";

const entries = (...days: readonly string[]) => days.map((on) => ({ on, text: "0123456789" }));
const days = ["2026-11-01", "2026-11-20", "2026-11-24", "2026-11-30", "2026-12-01", "2026-12-01", "2026-12-02"];
const keptFrom = "2026-11-23";

test.each<[string, number, string | null, readonly string[], string | null, number]>([
  ["all that fit", 70, null, days, null, 0],
  ["days from a week ago on first, then the nearest before", 60, null, days.slice(1), null, 0],
  ["no part of a day", 55, null, days.slice(2), null, 5],
  ["no day after one that does not fit", 35, null, ["2026-11-24", "2026-11-30"], "2026-12-01", 15],
  ["nothing of a day that was not read whole", 70, "2026-12-02", days.slice(0, -1), "2026-12-02", 10],
])("a feed has %s", (_what, bytes, unreadFrom, expected, cutOn, bytesLeft) => {
  const chosen = chooseDays({ entries: entries(...days), unreadFrom }, keptFrom, bytes);
  expect([chosen.entries.map(({ on }) => on), chosen.cutOn, chosen.bytesLeft]).toEqual([expected, cutOn, bytesLeft]);
});
