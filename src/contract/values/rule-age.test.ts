import { expect, test } from "vitest";
import { isOlderThanAYear } from "./rule-age.ts";

test.each([
  ["2025-06", "2026-06-01", false],
  ["2025-06", "2026-06-30", false],
  ["2025-06", "2026-07-01", true],
  ["2025-06", "2025-05-31", false],
  ["2025-12", "2026-12-31", false],
  ["2025-12", "2027-01-01", true],
  ["2026-11", "2026-11-29", false],
  ["2026-02", "2027-02-28", false],
  ["2027-02", "2028-02-29", false],
  ["2027-02", "2028-03-01", true],
])("a text of %s is older than a year on %s: %s", (asOf, today, isOld) => {
  expect(isOlderThanAYear(asOf, today)).toBe(isOld);
});
