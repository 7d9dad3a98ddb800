import { expect, test } from "vitest";
import { BusinessDays, type HolidayRule } from "./business-days.ts";
import { listLunarDates, lunarBounds, type LunarDay } from "./lunar-days.ts";

const years = [2024, 2025, 2026, 2027, 2028, 2029, 2030];
const list = (day: LunarDay) => years.map((year) => listLunarDates(day, year).join(" "));

// Published dates, whatever version of Node.js and ICU runs this.
test.each<[string, LunarDay, string[]]>([
  [
    "Lunar New Year",
    { calendar: "chinese", month: 1, day: 1 },
    ["2024-02-10", "2025-01-29", "2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13", "2030-02-03"],
  ],
  [
    "Rosh Hashanah",
    { calendar: "hebrew", month: 1, day: 1 },
    ["2024-10-03", "2025-09-23", "2026-09-12", "2027-10-02", "2028-09-21", "2029-09-10", "2030-09-28"],
  ],
  [
    "Yom Kippur",
    { calendar: "hebrew", month: 1, day: 10 },
    ["2024-10-12", "2025-10-02", "2026-09-21", "2027-10-11", "2028-09-30", "2029-09-19", "2030-10-07"],
  ],
  [
    "Passover",
    { calendar: "hebrew", month: 7, day: 15 },
    ["2024-04-23", "2025-04-13", "2026-04-02", "2027-04-22", "2028-04-11", "2029-03-31", "2030-04-18"],
  ],
  [
    "Eid al-Fitr",
    { calendar: "islamic_umalqura", month: 10, day: 1 },
    ["2024-04-10", "2025-03-30", "2026-03-20", "2027-03-09", "2028-02-26", "2029-02-14", "2030-02-04"],
  ],
  [
    "Eid al-Adha",
    { calendar: "islamic_umalqura", month: 12, day: 10 },
    ["2024-06-16", "2025-06-06", "2026-05-27", "2027-05-16", "2028-05-05", "2029-04-24", "2030-04-13"],
  ],
])("%s is on its published dates of 2024 to 2030", (_, day, published) => {
  expect(list(day)).toEqual(published);
});

test("a calendar has no days outside of the years for which it is published", () => {
  for (const calendar of ["chinese", "hebrew", "islamic_umalqura"] as const) {
    const { firstYear, lastYear } = lunarBounds[calendar];
    const count = (year: number) => listLunarDates({ calendar, month: 1, day: 1 }, year).length;
    expect([count(firstYear - 1), count(firstYear) > 0, count(lastYear) > 0, count(lastYear + 1)]).toEqual([
      0,
      true,
      true,
      0,
    ]);
  }
});

test("a year can have an Islamic day twice, and a month of 29 days has no 30th", () => {
  expect(listLunarDates({ calendar: "islamic_umalqura", month: 10, day: 1 }, 2033).map((on) => on.slice(0, 7))).toEqual(
    ["2033-01", "2033-12"],
  );
  // Shevat has 30 days, Tevet 29.
  expect([5, 4].map((month) => listLunarDates({ calendar: "hebrew", month, day: 30 }, 2026))).toEqual([
    ["2026-02-17"],
    [],
  ]);
});

test("an Islamic day is in doubt, because a month may begin when the moon is seen; others are not", () => {
  const rule = (on: LunarDay): HolidayRule => ({
    key: on.calendar,
    name: on.calendar,
    on: { ...on, type: "lunar", plusDays: 0 },
    observed: { saturday: "previous_friday", sunday: "next_monday" },
    firstYear: null,
    lastYear: null,
  });
  const rules = [
    rule({ calendar: "islamic_umalqura", month: 10, day: 1 }),
    rule({ calendar: "chinese", month: 1, day: 1 }),
  ];
  const days = new BusinessDays({ workWeek: [1, 2, 3, 4, 5], rules, exceptions: [], verifiedThroughOn: null });
  // Lunar New Year of 2027 is a Saturday.
  expect(
    days
      .listSpecialDays("2027-01-01", "2027-12-31")
      .map(({ on, isDoubtful, isObserved }) => [on, isDoubtful, isObserved]),
  ).toEqual([
    ["2027-02-05", false, true],
    ["2027-02-06", false, false],
    ["2027-03-09", true, false],
  ]);
});
