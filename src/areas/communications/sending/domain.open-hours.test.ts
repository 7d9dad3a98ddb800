import { expect, test } from "vitest";
import { listStateZones } from "../../deadlines/calculation/domain.instants.ts";
import { findOpenInstant, intersect, type Week } from "./domain.open-hours.ts";

const every = (from: string, until: string): Week => Array.from({ length: 7 }, () => ({ from, until }));
const texas: Week = [{ from: "12:00", until: "21:00" }, ...every("09:00", "21:00").slice(1)];

test.each([
  ["FL", every("08:00", "20:00"), "2026-03-14T12:30:00.000Z", "2026-03-14T13:00:00.000Z"],
  ["FL", every("08:00", "20:00"), "2026-03-15T00:30:00.000Z", "2026-03-15T13:00:00.000Z"],
  ["FL", every("08:00", "20:00"), "2026-03-14T13:00:00.000Z", "2026-03-14T13:00:00.000Z"],
  // Eastern hours end first.
  ["FL", every("08:00", "20:00"), "2026-03-15T00:00:00.000Z", "2026-03-15T13:00:00.000Z"],
  ["OK", every("08:00", "20:00"), "2026-07-04T13:00:00.000Z", "2026-07-04T13:00:00.000Z"],
  // Sunday at noon in El Paso, after the clocks changed.
  ["TX", texas, "2026-03-08T15:00:00.000Z", "2026-03-08T18:00:00.000Z"],
  ["TX", texas, "2026-03-08T02:30:00.000Z", "2026-03-08T02:30:00.000Z"],
  ["TX", texas, "2026-03-08T03:00:00.000Z", "2026-03-08T18:00:00.000Z"],
  ["NY", every("08:00", "21:00"), "2026-11-01T11:59:00.000Z", "2026-11-01T13:00:00.000Z"],
])("a text to %s asked for at the time goes when each zone is open", (state, week, now, sendAt) => {
  expect(findOpenInstant(now, week, listStateZones(state))).toBe(sendAt);
});

test("hours that have nothing in common are none, and no week of them has an instant", () => {
  expect(intersect({ from: "08:00", until: "11:00" }, { from: "12:00", until: "21:00" })).toBeNull();
  expect(intersect({ from: "08:00", until: "21:00" }, { from: "09:00", until: "20:00" })).toEqual({
    from: "09:00",
    until: "20:00",
  });
  const closed: Week = Array.from({ length: 7 }, () => null);
  expect(findOpenInstant("2026-03-14T12:30:00.000Z", closed, ["America/New_York"])).toBeNull();
});

test("every state has its zones, of those with several both", () => {
  expect(listStateZones("TX")).toEqual(["America/Chicago", "America/Denver"]);
  expect(listStateZones("NY")).toEqual(["America/New_York"]);
  expect(listStateZones("ZZ")).toEqual([]);
});
