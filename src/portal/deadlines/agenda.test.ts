import { expect, test } from "vitest";
import { countOpenDays, groupByDay, listWeeks, shiftMonth } from "./agenda.ts";
import { daysBetween } from "../ui/calendar-days.ts";

test("entries are grouped by their day, in their order", () => {
  const of = (date: string, name: string) => ({ date, name });
  expect(groupByDay([of("2026-12-01", "a"), of("2026-12-01", "b"), of("2026-12-03", "c")])).toEqual([
    ["2026-12-01", [of("2026-12-01", "a"), of("2026-12-01", "b")]],
    ["2026-12-03", [of("2026-12-03", "c")]],
  ]);
});

test("open days are counted from tomorrow to the day itself, over a turn of the clock and the end of a year", () => {
  const closed = ["2026-12-25", "2026-12-26", "2026-12-27", "2027-01-01"].map((on) => ({ on }));
  expect(countOpenDays("2026-12-23", "2026-12-28", closed)).toBe(2);
  expect(countOpenDays("2026-12-23", "2026-12-26", closed)).toBe(1);
  expect(countOpenDays("2026-12-31", "2027-01-01", closed)).toBe(0);
  expect(countOpenDays("2026-12-23", "2026-12-23", closed)).toBe(0);
  expect(daysBetween("2027-03-13", "2027-03-15")).toBe(2);
});

test("a month has its weeks from Sunday, and months follow each other over a year", () => {
  const weeks = listWeeks("2028-02");
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, "2028-02-01", "2028-02-02", "2028-02-03", "2028-02-04", "2028-02-05"]);
  expect(weeks[4]).toEqual(["2028-02-27", "2028-02-28", "2028-02-29", null, null, null, null]);
  expect(listWeeks("2026-02")).toHaveLength(4);
  expect([shiftMonth("2026-12", 1), shiftMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
