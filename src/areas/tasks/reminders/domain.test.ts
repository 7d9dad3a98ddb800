import { expect, test } from "vitest";
import { computeRemindAt } from "./domain.ts";

const newYork = { timezone: "America/New_York", workdayStartsAt: "09:00" };
const on = (dueOn: string, snoozedUntilOn: string | null = null) => ({ dueOn, dueAt: null, snoozedUntilOn });
const days = (daysBefore: number, at: string | null = null) => ({ daysBefore, at, minutesBefore: null });

test.each([
  ["the day before", days(1, "09:00"), on("2026-11-30"), "2026-11-29T14:00:00.000Z"],
  ["a local time that does not exist", days(1, "02:30"), on("2027-03-15"), "2027-03-14T07:30:00.000Z"],
  [
    "the day itself, after clocks went forward, at the beginning of the working day",
    days(0),
    on("2027-03-15"),
    "2027-03-15T13:00:00.000Z",
  ],
  ["a local time that comes twice", days(0, "01:30"), on("2026-11-01"), "2026-11-01T05:30:00.000Z"],
  [
    "minutes before an instant",
    { daysBefore: null, at: null, minutesBefore: 90 },
    { dueOn: null, dueAt: "2026-12-01T14:00:00.000Z", snoozedUntilOn: null },
    "2026-12-01T12:30:00.000Z",
  ],
  ["a snoozed task", days(1, "10:00"), on("2026-11-30", "2026-12-02"), "2026-12-02T15:00:00.000Z"],
])("acceptance 3: a reminder is due at %s", (_, reminder, due, expected) => {
  expect(computeRemindAt(reminder, due, newYork)).toBe(expected);
});
