import { describe, expect, test } from "vitest";
import {
  countAll,
  countPeriodBefore,
  findLongerPeriod,
  describeChange,
  formatDay,
  formatShare,
  type UsageDay,
} from "./usage-figures.ts";
import { formatDuration } from "../ui/format-duration.ts";

const day = (date: string, succeeded: number): UsageDay => ({
  day: date,
  succeeded,
  refused: 1,
  limited: 0,
  failed: 0,
  p95Ms: 3,
});

describe("the period before", () => {
  test("has the same length and ends on the day before the shown period", () => {
    // 7 days until the 21st are the 15th to the 21st; before them the 8th to the 14th.
    const days = [day("2026-11-07", 100), day("2026-11-08", 10), day("2026-11-14", 5), day("2026-11-15", 1000)];
    const counts = { succeeded: 15, refused: 2, limited: 0, failed: 0 };
    expect(countPeriodBefore(days, 7, "2026-11-21", null)).toEqual(counts);
    expect(countAll(counts)).toBe(17);
    expect(countPeriodBefore(days, 7, "2026-11-21", "2026-11-08T09:00:00.000Z")).toEqual(counts);
    expect(countPeriodBefore(days, 7, "2026-11-21", "2026-11-09T00:00:00.000Z")).toBeNull();
  });

  test("is shown for 7 and 30 days, not for 90", () => {
    expect([findLongerPeriod(7), findLongerPeriod(30), findLongerPeriod(90)]).toEqual([30, 90, null]);
  });

  test("is compared in a sentence", () => {
    expect(describeChange(112, 100, 7)).toBe("12% more than in the previous 7 days");
    expect(describeChange(50, 100, 30)).toBe("50% fewer than in the previous 30 days");
    expect(describeChange(2848, 100, 30)).toBe("28 times the previous 30 days");
    expect(describeChange(100, 100, 7)).toBe("same as the previous 7 days");
    expect(describeChange(3, 0, 7)).toBe("none in the previous 7 days");
    expect(describeChange(0, 0, 7)).toBeNull();
  });
});

test("formats durations, percentages and days", () => {
  expect([null, 0, 0.04, 3.25, 9.94, 9.96, 34.4, 999.4, 999.6, 1234, 30_000].map(formatDuration)).toEqual([
    "–",
    "0 ms",
    "< 0.1 ms",
    "3.3 ms",
    "9.9 ms",
    "10 ms",
    "34 ms",
    "999 ms",
    "1.0 s",
    "1.2 s",
    "30 s",
  ]);
  expect([
    formatShare(0, 0),
    formatShare(1, 10_000),
    formatShare(9_999, 10_000),
    formatShare(4, 1000),
    formatShare(1, 4),
    formatShare(5, 5),
  ]).toEqual(["–", "< 0.1%", "> 99.9%", "0.4%", "25%", "100%"]);
  expect(formatDay("2026-11-01")).toBe("Nov 1");
});
