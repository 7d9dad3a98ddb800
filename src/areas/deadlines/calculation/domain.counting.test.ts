import holidays from "@18f/us-federal-holidays";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BusinessDays, UncountableDateError, type CertainObservance } from "../../../platform/business-days.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { federalTemplate } from "../../organization/holiday-calendars/domain.templates.ts";
import { countOrReject, findActByOn, type CourtCalendar } from "./domain.record.ts";
import { countDeadline } from "./domain.counting.ts";
import { shippedServiceBasis } from "../../jurisdiction-rules/domain.service.ts";
import { numberOf, textOf, walkMonths, weekdayOf } from "./fixtures.oracle.ts";
import type { Count } from "./schema.ts";

/** The federal holidays as of a court that observes a weekend's holiday by practice alone: the day is in doubt. */
const openCourt = (
  verifiedThroughOn: string | null = "2040-12-31",
  certainObservance: CertainObservance = "none",
): CourtCalendar => ({
  calendar: { id: null, revision: 1, verifiedThroughOn },
  days: new BusinessDays({
    workWeek: [1, 2, 3, 4, 5],
    rules: federalTemplate.rules.map((rule) => ({ ...rule, certainObservance })),
    exceptions: [],
    verifiedThroughOn,
  }),
});
const federal = openCourt();
const inFederalCourt = { service: shippedServiceBasis("US"), timeZone: "America/New_York", today: "2026-11-29" };
const plain = { startTime: null, startRule: "next_day", nextWeekday: null, dueTime: null } as const;
const count = (startOn: string, offset: number, unit: Count["unit"], more: Partial<Count> = {}) =>
  countDeadline(
    {
      startOn,
      offset,
      unit,
      ...plain,
      direction: "after",
      rollRule: undefined,
      serviceMethod: null,
      observedHolidays: "conservative",
      ...more,
    },
    federal,
    inFederalCourt,
  );
const mail = { serviceMethod: "mail" } as const;
const before = { direction: "before" } as const;

test.each<[string, string, number, Count["unit"], Partial<Count>, string, string[]]>([
  [
    "served Monday, 21 days, personal",
    "2026-11-02",
    21,
    "calendar_days",
    { serviceMethod: "personal" },
    "2026-11-23",
    [],
  ],
  [
    "the same, mail: 23 + 3 is Thanksgiving",
    "2026-11-02",
    21,
    "calendar_days",
    mail,
    "2026-11-27",
    ["2026-11-26 holiday Thanksgiving Day"],
  ],
  ["the same, 30 days", "2026-11-02", 30, "calendar_days", {}, "2026-12-02", []],
  [
    "14 days to Christmas Day",
    "2026-12-11",
    14,
    "calendar_days",
    {},
    "2026-12-28",
    ["2026-12-25 holiday Christmas Day", "2026-12-26 weekend", "2026-12-27 weekend"],
  ],
  [
    "30 days, mail, over Martin Luther King Day",
    "2026-12-18",
    30,
    "calendar_days",
    mail,
    "2027-01-22",
    ["2027-01-17 weekend", "2027-01-18 holiday Birthday of Martin Luther King, Jr."],
  ],
  [
    "10 court days",
    "2026-12-18",
    10,
    "court_days",
    {},
    "2027-01-05",
    [
      "2026-12-19 weekend",
      "2026-12-20 weekend",
      "2026-12-25 holiday Christmas Day",
      "2026-12-26 weekend",
      "2026-12-27 weekend",
      "2027-01-01 holiday New Year’s Day",
      "2027-01-02 weekend",
      "2027-01-03 weekend",
    ],
  ],
  [
    "hearing Monday, 14 days before",
    "2027-02-01",
    14,
    "calendar_days",
    before,
    "2027-01-15",
    ["2027-01-18 holiday Birthday of Martin Luther King, Jr.", "2027-01-17 weekend", "2027-01-16 weekend"],
  ],
  [
    "5 court days before",
    "2027-01-25",
    5,
    "court_days",
    before,
    "2027-01-15",
    [
      "2027-01-24 weekend",
      "2027-01-23 weekend",
      "2027-01-18 holiday Birthday of Martin Luther King, Jr.",
      "2027-01-17 weekend",
      "2027-01-16 weekend",
    ],
  ],
  ["trial Monday, 90 days before", "2027-06-07", 90, "calendar_days", before, "2027-03-09", []],
  [
    "trial Monday, 30 days before: Saturday rolls back",
    "2027-06-07",
    30,
    "calendar_days",
    before,
    "2027-05-07",
    ["2027-05-08 weekend"],
  ],
  [
    "judgment, 28 days, conservative: the observed July 4 is open",
    "2026-06-05",
    28,
    "calendar_days",
    {},
    "2026-07-03",
    [],
  ],
  [
    "judgment, 28 days, closed",
    "2026-06-05",
    28,
    "calendar_days",
    { observedHolidays: "closed" },
    "2026-07-06",
    ["2026-07-03 observed Independence Day", "2026-07-04 holiday Independence Day", "2026-07-05 weekend"],
  ],
  [
    "6 court days before, conservative: the observed July 4 is closed",
    "2026-07-13",
    6,
    "court_days",
    before,
    "2026-07-02",
    [
      "2026-07-12 weekend",
      "2026-07-11 weekend",
      "2026-07-05 weekend",
      "2026-07-04 holiday Independence Day",
      "2026-07-03 observed Independence Day",
    ],
  ],
  [
    "6 court days before, open",
    "2026-07-13",
    6,
    "court_days",
    { ...before, observedHolidays: "open" },
    "2026-07-03",
    ["2026-07-12 weekend", "2026-07-11 weekend", "2026-07-05 weekend", "2026-07-04 holiday Independence Day"],
  ],
  ["filed Friday, 90 days", "2026-11-20", 90, "calendar_days", {}, "2027-02-18", []],
])("Rule 6: %s", (...[, startOn, offset, unit, more, dueOn, skipped]) => {
  const { rolledOn, skippedDays } = count(startOn, offset, unit, more);
  expect(rolledOn).toBe(dueOn);
  expect(
    skippedDays.map(({ on, reason, name }) => [on, reason, name].filter((part) => part !== null).join(" ")),
  ).toEqual(skipped);
});

test.each([
  ["6 months clamp to the last day", "2026-08-31", 6, "months", "2027-02-28", "2027-02-26"],
  ["2 years from February 29", "2024-02-29", 2, "years", "2026-02-28", "2026-02-27"],
] as const)("not rolled: %s", (...[, startOn, offset, unit, dueOn, actByOn]) => {
  const { rolledOn, warnings } = count(startOn, offset, unit, { rollRule: "none" });
  expect([rolledOn, findActByOn(rolledOn, federal), warnings]).toEqual([dueOn, actByOn, ["falls_on_closed_day"]]);
});

test("the record names what was counted, and every step", () => {
  expect(count("2026-12-18", 30, "calendar_days", mail)).toEqual({
    method: "rule_6",
    engine: "2",
    startOn: "2026-12-18",
    startTime: null,
    offset: 30,
    unit: "calendar_days",
    direction: "after",
    startRule: "next_day",
    nextWeekday: null,
    rawOn: "2027-01-17",
    rolledOn: "2027-01-22",
    dueTime: null,
    jurisdiction: "US",
    service: {
      ruleKey: "service.us",
      method: "mail",
      days: 3,
      unit: "calendar_days",
      order: "after_roll",
      citation: "Fed. R. Civ. P. 6(d)",
      isVerified: false,
    },
    serviceDays: 3,
    skippedDays: [
      { on: "2027-01-17", reason: "weekend", name: null },
      { on: "2027-01-18", reason: "holiday", name: "Birthday of Martin Luther King, Jr." },
    ],
    tolledDays: 0,
    minority: null,
    discovery: null,
    reposeOn: null,
    candidates: [],
    conservativeOn: "2027-01-22",
    calendar: { id: null, revision: 1, isVerified: true },
    ruleKey: null,
    citation: null,
    warnings: ["unverified_rule"],
    steps: [
      { text: "30 days after the start, which is not counted", on: "2027-01-17" },
      { text: "Closed; moved to the next open day", on: "2027-01-19" },
      { text: "3 days are added after the period for service by mail (Fed. R. Civ. P. 6(d))", on: "2027-01-22" },
    ],
  });
});

test("an observed holiday that decides is a warning, and the conservative date is the earlier one", () => {
  const countWith = (observedHolidays: Count["observedHolidays"], direction: Count["direction"] = "after") => {
    const [startOn, offset, unit] =
      direction === "after"
        ? (["2026-06-05", 28, "calendar_days"] as const)
        : (["2026-07-13", 6, "court_days"] as const);
    const { rolledOn, conservativeOn, warnings } = count(startOn, offset, unit, { observedHolidays, direction });
    return [rolledOn, conservativeOn, ...warnings];
  };
  expect([countWith("closed"), countWith("open"), countWith("open", "before")]).toEqual([
    ["2026-07-06", "2026-07-03", "observed_holiday"],
    ["2026-07-03", "2026-07-03", "observed_holiday", "falls_on_closed_day"],
    ["2026-07-03", "2026-07-02", "observed_holiday", "falls_on_closed_day"],
  ]);
});

test("a day on which the law itself observes a holiday is closed in each reading (5 U.S.C. § 6103(b))", () => {
  const court = openCourt("2040-12-31", "both");
  const readings = (["conservative", "closed", "open"] as const).flatMap((observedHolidays) => [
    countDeadline(
      {
        ...plain,
        startOn: "2026-06-05",
        offset: 28,
        unit: "calendar_days",
        direction: "after",
        serviceMethod: null,
        observedHolidays,
      },
      court,
      inFederalCourt,
    ),
    countDeadline(
      {
        ...plain,
        startOn: "2026-07-13",
        offset: 6,
        unit: "court_days",
        direction: "before",
        serviceMethod: null,
        observedHolidays,
      },
      court,
      inFederalCourt,
    ),
  ]);
  expect(readings.map(({ rolledOn }) => rolledOn)).toEqual([
    "2026-07-06",
    "2026-07-02",
    "2026-07-06",
    "2026-07-02",
    "2026-07-06",
    "2026-07-02",
  ]);
  expect(readings.flatMap(({ warnings }) => warnings)).toEqual([]);
});

test("service adds three days after the event alone, and only for the methods that Rule 6(d) names", () => {
  const methods = ["personal", "electronic", "mail", "left_with_clerk", "other_consented"] as const;
  expect(
    methods.map((serviceMethod) => count("2026-11-02", 21, "calendar_days", { serviceMethod }).serviceDays),
  ).toEqual([0, 0, 3, 3, 3]);
  expect([
    count("2027-02-01", 14, "calendar_days", { ...mail, ...before }).rolledOn,
    count("2026-11-02", 21, "calendar_days", { ...mail, serviceDays: 0 }).rolledOn,
  ]).toEqual(["2027-01-15", "2026-11-23"]);
});

test("a calendar that was checked for only some of the days is unverified", () => {
  const warned = (through: string | null) =>
    countDeadline(
      {
        ...plain,
        startOn: "2026-11-02",
        offset: 21,
        unit: "calendar_days",
        direction: "after",
        serviceMethod: null,
        observedHolidays: "conservative",
      },
      openCourt(through),
      inFederalCourt,
    ).warnings;
  expect([warned(null), warned("2026-11-22"), warned("2026-11-23")]).toEqual([
    ["unverified_calendar"],
    ["unverified_calendar"],
    [],
  ]);
});

test("a date beyond the calendar is an error, and of a request a fault of its field", () => {
  const beyond = () => count("9999-12-01", 60, "calendar_days");
  expect(beyond).toThrow(UncountableDateError);
  expect(() => countOrReject("offset", beyond)).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
});

// The oracle: single days as numbers, closed days from another library, months and years by walking to them.
const listHolidays = (moved: boolean) =>
  new Set(
    Array.from({ length: 32 }, (_, index) => 2022 + index).flatMap((year) =>
      holidays
        .allForYear(year, { shiftSaturdayHolidays: moved, shiftSundayHolidays: moved })
        .map(({ date }) => numberOf(date.toISOString().slice(0, 10))),
    ),
  );
const [actual, moved] = [listHolidays(false), listHolidays(true)];
const isClosed = (number: number, isObservedClosed: boolean) =>
  [0, 6].includes(weekdayOf(number)) || actual.has(number) || (isObservedClosed && moved.has(number));

const addsDays: ReadonlySet<string | null> = new Set(["mail", "left_with_clerk", "other_consented"]);

function countByHand({ startOn, offset, unit, direction, rollRule, serviceMethod, observedHolidays }: Count): string {
  const sign = direction === "after" ? 1 : -1;
  const closes = (way: number) => observedHolidays === "closed" || (observedHolidays === "conservative" && way === -1);
  let at = numberOf(startOn);
  if (unit === "court_days")
    for (let left = offset; left > 0;) {
      at += sign;
      if (!isClosed(at, closes(sign))) left -= 1;
    }
  else if (unit === "months" || unit === "years") at = walkMonths(at, sign * (unit === "years" ? offset * 12 : offset));
  else for (let left = unit === "weeks" ? offset * 7 : offset; left > 0; left -= 1) at += sign;
  const way = { none: 0, next_open_day: 1, previous_open_day: -1, default: sign }[rollRule ?? "default"];
  const roll = () => {
    while (way !== 0 && isClosed(at, closes(way))) at += way;
  };
  roll();
  if (sign === 1 && addsDays.has(serviceMethod)) {
    at += 3;
    roll();
  }
  return textOf(at);
}

/** Offsets below it are generated. */
function boundOffset(unit: Count["unit"]): number {
  if (unit === "years") return 4;
  return unit === "calendar_days" ? 91 : 40;
}

const generated = fc
  .record({
    startOn: fc.integer({ min: numberOf("2026-01-01"), max: numberOf("2040-12-31") }).map(textOf),
    unit: fc.constantFrom("calendar_days", "court_days", "weeks", "months", "years"),
    direction: fc.constantFrom("after", "before"),
    rollRule: fc.constantFrom(undefined, "next_open_day", "previous_open_day", "none"),
    serviceMethod: fc.constantFrom(null, "personal", "mail", "other_consented"),
    observedHolidays: fc.constantFrom("conservative", "closed", "open"),
    offset: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ offset, unit, ...rest }): Count => ({
    ...plain,
    ...rest,
    unit,
    offset: offset % boundOffset(unit),
  }));

test("counting agrees with an oracle that walks day by day", { timeout: 30 * 60_000 }, () => {
  fc.assert(
    fc.property(generated, (given) => {
      const { rolledOn, conservativeOn } = countDeadline(given, federal, inFederalCourt);
      expect(rolledOn).toBe(countByHand(given));
      // No reading of observed holidays is earlier than the conservative one.
      expect(conservativeOn).toBe(
        (["conservative", "closed", "open"] as const)
          .map((observedHolidays) => countByHand({ ...given, observedHolidays }))
          .toSorted()[0],
      );
    }),
    { numRuns: isFullExtent ? 100_000 : 1_000 },
  );
});
