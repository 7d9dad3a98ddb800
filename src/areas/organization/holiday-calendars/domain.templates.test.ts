import holidays from "@18f/us-federal-holidays";
import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarTemplates, federalTemplate, findTemplate } from "./domain.templates.ts";
import { BusinessDays, UncountableDateError, type WorkCalendar } from "../../../platform/business-days.ts";

const workWeek = [1, 2, 3, 4, 5];
const open = (rules: WorkCalendar["rules"], more: Partial<WorkCalendar> = {}) =>
  new BusinessDays({ workWeek, rules, exceptions: [], verifiedThroughOn: null, ...more });
const federal = open(federalTemplate.rules);
const ofTemplate = (key: string) => open(findTemplate(key)?.rules ?? []);
const datesOf = (days: BusinessDays, from: string, to = from) => days.listSpecialDays(from, to).map(({ on }) => on);

test("acceptance 10: the federal calendar of 2022 to 2040 is that of the oracle", () => {
  const observed: string[] = [];
  const days: string[] = [];
  for (let year = 2022; year <= 2040; year += 1) {
    const list = (moves: boolean) =>
      holidays
        .allForYear(year, { shiftSaturdayHolidays: moves, shiftSundayHolidays: moves })
        .map(({ date }) => date.toISOString().slice(0, 10));
    days.push(...list(false));
    observed.push(...list(true));
  }
  const expected = [...new Set([...days, ...observed])]
    .filter((on) => on >= "2022-01-01" && on <= "2040-12-31")
    .toSorted();
  const listed = datesOf(federal, "2022-01-01", "2040-12-31").filter(
    (on) => on !== "2040-12-31" || expected.includes(on),
  );
  expect(listed).toEqual(expected);
});

test.each([
  ["Election Day", "pa_courts", "2026-11-03"],
  ["Election Day", "nj_courts", "2027-11-02"],
  ["Good Friday", "pa_courts", "2027-03-26"],
  ["Juneteenth", "nj_courts", "2026-06-19"],
  ["Day after Thanksgiving", "tx_courts", "2026-11-27"],
  ["Native American Day", "ca_courts", "2026-09-25"],
  ["Cesar Chavez Day", "ca_courts", "2027-03-31"],
])("%s of %s is closed on %s", (name, key, on) => {
  expect(ofTemplate(key).findClosure(on)).toMatchObject({ reason: "holiday", name });
});

test("every rule has its source and the day on which it was read", () => {
  for (const { citation } of calendarTemplates.flatMap(({ rules }) => rules))
    expect(citation).toMatch(/^\S.*§? ?[\d.:-]+.*; read 20\d\d-\d\d-\d\d$|^Order .*; read 20\d\d-\d\d-\d\d$/);
});

test.each([
  ["pa_courts", "2026-06-22", 3, "before", "2026-06-18"],
  ["pa_courts", "2026-06-29", 10, "before", "2026-06-18"],
  // R. 4:6-1: 35 days; courts are open on February 12 (N.J.S.A. 36:1-1(d)).
  ["nj_courts", "2027-01-08", 35, "after", "2027-02-12"],
  // Neither December 24 nor 26 is a legal holiday (Tex. Gov't Code § 662.021), January 19, March 2, April 21 and August 27 are.
  ["tx_courts", "2026-11-24", 30, "after", "2026-12-24"],
  ["tx_courts", "2026-12-24", 2, "after", "2026-12-28"],
  ["tx_courts", "2026-12-20", 30, "after", "2027-01-20"],
  ["tx_courts", "2027-02-20", 10, "after", "2027-03-03"],
  ["tx_courts", "2027-04-11", 10, "after", "2027-04-22"],
  ["tx_courts", "2027-08-17", 10, "after", "2027-08-30"],
] as const)("%s: from %s %i days %s is %s", (...[key, startOn, offset, direction, resultOn]) => {
  const roll = direction === "after" ? "next_business_day" : "previous_business_day";
  expect(ofTemplate(key).count({ startOn, offset, unit: "calendar_days", direction, roll }).resultOn).toBe(resultOn);
});

test("a doubtful holiday is closed or open as one is that is observed, and says so", () => {
  // Flag Day 2027 is a Monday, the day after Thanksgiving 2026 November 27.
  const readings = (["closed", "open"] as const).map((observed) =>
    ["2027-06-14", "2026-11-27"].map((on) => ofTemplate("pa_courts").findClosure(on, observed)),
  );
  expect(readings).toEqual([
    [
      { on: "2027-06-14", reason: "doubtful", name: "Flag Day" },
      { on: "2026-11-27", reason: "doubtful", name: "Day after Thanksgiving" },
    ],
    [null, null],
  ]);
});

test("California’s judicial holidays of 2025 and 2026 are those that its courts publish", () => {
  // sanbernardino.courts.ca.gov, read 2026-11-29.
  const published = [
    "2025-01-01",
    "2025-01-20",
    "2025-02-12",
    "2025-02-17",
    "2025-03-31",
    "2025-05-26",
    "2025-06-19",
    "2025-07-04",
    "2025-09-01",
    "2025-09-26",
    "2025-11-11",
    "2025-11-27",
    "2025-11-28",
    "2025-12-25",
    "2026-01-01",
    "2026-01-19",
    "2026-02-12",
    "2026-02-16",
    "2026-03-31",
    "2026-05-25",
    "2026-06-19",
    "2026-07-03",
    "2026-09-07",
    "2026-09-25",
    "2026-11-11",
    "2026-11-26",
    "2026-11-27",
    "2026-12-25",
  ];
  // Of July 4, 2026, a Saturday, the calendar has both days.
  expect(datesOf(ofTemplate("ca_courts"), "2025-01-01", "2026-12-31").filter((on) => on !== "2026-07-04")).toEqual(
    published,
  );
});

test("New York does not move a Saturday’s holiday, Texas none, Pennsylvania both", () => {
  // July 4, 2026 is a Saturday; in 2027 a Sunday.
  const closed = (key: string) =>
    ["2026-07-03", "2026-07-04", "2027-07-04", "2027-07-05"].map(
      (on) => ofTemplate(key).findClosure(on)?.reason ?? "open",
    );
  expect([closed("ny_courts"), closed("tx_courts"), closed("pa_courts")]).toEqual([
    ["open", "holiday", "holiday", "observed"],
    ["open", "holiday", "holiday", "open"],
    ["observed", "holiday", "holiday", "observed"],
  ]);
});

test("Easter is the Sunday that the tables have", () => {
  const easter = open([
    {
      key: "easter",
      name: "Easter",
      on: { type: "easter", plusDays: 0 },
      observed: { saturday: "none", sunday: "none" },
      firstYear: null,
      lastYear: null,
    },
  ]);
  expect(datesOf(easter, "2024-01-01", "2030-12-31")).toEqual([
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2028-04-16",
    "2029-04-01",
    "2030-04-21",
  ]);
  // The earliest and the latest there are.
  expect([...datesOf(easter, "1818-01-01", "1818-12-31"), ...datesOf(easter, "2038-01-01", "2038-12-31")]).toEqual([
    "1818-03-22",
    "2038-04-25",
  ]);
});

test("an exception wins over a rule, and opens a weekend", () => {
  const days = open(federalTemplate.rules, {
    exceptions: [
      { on: "2026-12-25", name: "Trial", type: "open" },
      { on: "2026-12-26", name: "Trial", type: "open" },
    ],
  });
  expect([
    days.findClosure("2026-12-25"),
    days.findClosure("2026-12-26"),
    days.findClosure("2026-12-27")?.reason,
  ]).toEqual([null, null, "weekend"]);
  expect(days.listSpecialDays("2026-12-20", "2026-12-31").map(({ on, type, ruleKey }) => [on, type, ruleKey])).toEqual([
    ["2026-12-25", "open", null],
    ["2026-12-26", "open", null],
  ]);
});

test("a rule closes only the years that it names, and a day that a year lacks closes nothing", () => {
  const rule = {
    key: "leap",
    name: "Leap day",
    on: { type: "date", month: 2, day: 29 },
    observed: { saturday: "none", sunday: "none" },
    firstYear: 2025,
    lastYear: 2031,
  } as const;
  expect(datesOf(open([rule]), "2020-01-01", "2036-12-31")).toEqual(["2028-02-29"]);
});

test("it is verified only where every date that was touched was checked", () => {
  const days = open(federalTemplate.rules, { verifiedThroughOn: "2026-12-25" });
  const count = (startOn: string, roll: "none" | "next_business_day" = "none") =>
    days.count({ startOn, offset: 1, unit: "calendar_days", direction: "after", roll }).isVerified;
  // The roll of December 25 leaves the span.
  expect([count("2026-12-24"), count("2026-12-24", "next_business_day"), count("2026-12-25")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a date beyond the year 9999 cannot be counted", () => {
  expect(() =>
    federal.count({ startOn: "9999-12-31", offset: 1, unit: "years", direction: "after", roll: "none" }),
  ).toThrow(UncountableDateError);
});

test("business days there and back: the first open day at or after the start", () => {
  const start = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      start,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...calendarTemplates),
      (startOn, offset, { rules }) => {
        const days = open(rules);
        const there = days.count({ startOn, offset, unit: "business_days", direction: "after", roll: "none" });
        expect(days.findClosure(there.resultOn)).toBeNull();
        const back = days.count({
          startOn: there.resultOn,
          offset,
          unit: "business_days",
          direction: "before",
          roll: "none",
        }).resultOn;
        const rolled = days.count({
          startOn,
          offset: 0,
          unit: "calendar_days",
          direction: "after",
          roll: "previous_business_day",
        }).resultOn;
        expect(back).toBe(rolled);
      },
    ),
    { numRuns: 60 },
  );
});
