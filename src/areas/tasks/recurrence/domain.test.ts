import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { BusinessDays, type DayRoll } from "../../../platform/business-days.ts";
import { federalTemplate } from "../../organization/holiday-calendars/domain.templates.ts";
import { moveToDay } from "../../../platform/local-time.ts";
import { computeNextOccurrence, findRuleProblem } from "./domain.ts";

const days = new BusinessDays({
  workWeek: [1, 2, 3, 4, 5],
  rules: federalTemplate.rules,
  exceptions: [],
  verifiedThroughOn: null,
});

interface Given {
  basis?: "due_date" | "completion";
  roll?: DayRoll;
  firstOn?: string;
  occurrenceNumber?: number;
}
function next(
  rule: string,
  nominalOn: string,
  endedOn: string,
  { basis = "due_date", roll = "none", firstOn = nominalOn, occurrenceNumber = 1 }: Given = {},
) {
  return computeNextOccurrence({ rule, basis, roll }, { firstOn, nominalOn, occurrenceNumber, endedOn }, days);
}

describe("the next occurrence", () => {
  test.each<[string, string, string, Given, string, string]>([
    ["FREQ=WEEKLY;BYDAY=MO", "2026-11-16", "2026-11-24", {}, "2026-11-30", "2026-11-30"],
    ["FREQ=WEEKLY;BYDAY=MO", "2026-11-16", "2026-11-13", {}, "2026-11-23", "2026-11-23"],
    [
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      "2027-01-31",
      "2027-01-29",
      { roll: "previous_business_day" },
      "2027-02-28",
      "2027-02-26",
    ],
    ["FREQ=MONTHLY", "2027-01-31", "2027-01-31", {}, "2027-03-31", "2027-03-31"],
    ["FREQ=DAILY;INTERVAL=30", "2026-11-01", "2026-11-22", { basis: "completion" }, "2026-12-22", "2026-12-22"],
    [
      "FREQ=DAILY;INTERVAL=30",
      "2026-11-01",
      "2026-11-25",
      { basis: "completion", roll: "next_business_day" },
      "2026-12-25",
      "2026-12-28",
    ],
    ["FREQ=MONTHLY", "2026-12-01", "2027-01-31", { basis: "completion" }, "2027-02-28", "2027-02-28"],
    // Due on the day on which the one before is completed late.
    ["FREQ=WEEKLY;BYDAY=MO", "2026-11-16", "2026-11-23", {}, "2026-11-23", "2026-11-23"],
    // The first date need not fit the rule.
    ["FREQ=WEEKLY;BYDAY=MO", "2026-11-18", "2026-11-18", {}, "2026-11-23", "2026-11-23"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30", "2026-11-30", {}, "2026-12-31", "2026-12-31"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29", "2028-02-29", {}, "2032-02-29", "2032-02-29"],
    // Two dates apart by thousands of days without one.
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=20", "2028-02-29", "2028-03-01", {}, "2032-02-29", "2032-02-29"],
    [
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=20",
      "2096-02-29",
      "2096-03-01",
      { firstOn: "2028-02-29", occurrenceNumber: 18 },
      "2104-02-29",
      "2104-02-29",
    ],
  ])(
    "acceptance 3: of %s, due %s, ended %s %j is %s, due %s",
    (...[rule, nominalOn, endedOn, given, nextOn, dueOn]) => {
      expect(next(rule, nominalOn, endedOn, given)).toEqual({ nominalOn: nextOn, dueOn });
    },
  );

  test("acceptance 3: of a task that is due at a time keeps the local time over the change to daylight saving time", () => {
    const { dueOn = "" } = next("FREQ=WEEKLY", "2027-03-08", "2027-03-08") ?? {};
    expect(moveToDay("2027-03-08T14:00:00.000Z", "America/New_York", dueOn)).toBe("2027-03-15T13:00:00.000Z");
    // 02:30 does not exist on March 14; 01:30 exists twice on November 7.
    expect(moveToDay("2027-03-08T07:30:00.000Z", "America/New_York", "2027-03-14")).toBe("2027-03-14T07:30:00.000Z");
    expect(moveToDay("2027-11-01T05:30:00.000Z", "America/New_York", "2027-11-07")).toBe("2027-11-07T05:30:00.000Z");
  });

  test.each<[string, string, string, string, Given]>([
    [
      "the last of COUNT dates",
      "FREQ=WEEKLY;COUNT=3",
      "2026-11-30",
      "2026-11-30",
      { firstOn: "2026-11-16", occurrenceNumber: 3 },
    ],
    ["COUNT dates of which one was missed", "FREQ=WEEKLY;COUNT=3", "2026-11-16", "2026-12-02", { occurrenceNumber: 1 }],
    [
      "COUNT tasks that were completed",
      "FREQ=WEEKLY;COUNT=3",
      "2026-11-30",
      "2026-12-02",
      { basis: "completion", occurrenceNumber: 3 },
    ],
    ["UNTIL", "FREQ=WEEKLY;UNTIL=20261201", "2026-11-30", "2026-11-30", {}],
    [
      "UNTIL, counted from completion",
      "FREQ=WEEKLY;UNTIL=20261201",
      "2026-11-23",
      "2026-11-25",
      { basis: "completion" },
    ],
    ["500 occurrences", "FREQ=DAILY", "2026-11-30", "2026-11-30", { firstOn: "2025-01-01", occurrenceNumber: 500 }],
  ])("is none after %s", (...[, rule, nominalOn, endedOn, given]) => {
    expect(next(rule, nominalOn, endedOn, given)).toBeNull();
  });

  test("is still there before COUNT, UNTIL and 500 are reached", () => {
    expect(
      next("FREQ=WEEKLY;COUNT=3", "2026-11-23", "2026-11-23", { firstOn: "2026-11-16", occurrenceNumber: 2 })
        ?.nominalOn,
    ).toBe("2026-11-30");
    expect(
      next("FREQ=WEEKLY;COUNT=3", "2026-11-23", "2026-11-25", { basis: "completion", occurrenceNumber: 2 })?.nominalOn,
    ).toBe("2026-12-02");
    expect(next("FREQ=WEEKLY;UNTIL=20261130", "2026-11-23", "2026-11-23")?.nominalOn).toBe("2026-11-30");
    expect(
      next("FREQ=DAILY", "2026-11-30", "2026-11-30", { firstOn: "2025-01-01", occurrenceNumber: 499 })?.nominalOn,
    ).toBe("2026-12-01");
  });

  test("is after the one before, not before the day on which that ended, and of the rule", () => {
    const day = fc
      .date({ min: new Date("2020-01-01"), max: new Date("2060-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const weekdays = fc.uniqueArray(fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU"), { minLength: 1 });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -40, max: 400 }),
        fc.integer({ min: 1, max: 9 }),
        weekdays,
        (nominalOn, late, interval, chosen) => {
          const endedOn = Temporal.PlainDate.from(nominalOn).add({ days: late }).toString();
          const found =
            next(`FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${chosen.join(",")}`, nominalOn, endedOn)?.nominalOn ?? "";
          expect(found > nominalOn && found >= endedOn).toBe(true);
          const date = Temporal.PlainDate.from(found);
          expect(chosen).toContain(["MO", "TU", "WE", "TH", "FR", "SA", "SU"][date.dayOfWeek - 1]);
          const monday = (on: string) =>
            Temporal.PlainDate.from(on).subtract({ days: Temporal.PlainDate.from(on).dayOfWeek - 1 });
          expect((monday(nominalOn).until(monday(found)).days / 7) % interval).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a rule", () => {
  test.each<[string, string, RegExp]>([
    ["of hours", "FREQ=HOURLY", /^FREQ must be DAILY/],
    ["without frequency", "INTERVAL=2", /^must have FREQ/],
    ["with a prefix", "RRULE:FREQ=DAILY", /^must have only the parts/],
    ["in lower case", "freq=daily", /^must have only the parts/],
    ["with an unsupported part", "FREQ=YEARLY;BYWEEKNO=20", /^must have only the parts/],
    ["with an inherited name", "FREQ=DAILY;constructor=1", /^must have only the parts/],
    ["with an empty part", "FREQ=DAILY;", /^must have only the parts/],
    ["with a part twice", "FREQ=DAILY;FREQ=DAILY", /twice/],
    ["with interval 0", "FREQ=DAILY;INTERVAL=0", /^INTERVAL/],
    ["with interval 401", "FREQ=DAILY;INTERVAL=401", /^INTERVAL/],
    ["with count 1", "FREQ=DAILY;COUNT=1", /^COUNT/],
    ["with count 501", "FREQ=DAILY;COUNT=501", /^COUNT/],
    ["until a time", "FREQ=DAILY;UNTIL=20271231T000000Z", /^UNTIL/],
    ["until a date that does not exist", "FREQ=DAILY;UNTIL=20270230", /^UNTIL/],
    ["with count and until", "FREQ=DAILY;COUNT=2;UNTIL=20271231", /both/],
    ["on day 0", "FREQ=MONTHLY;BYMONTHDAY=0", /^BYMONTHDAY/],
    ["on day 32", "FREQ=MONTHLY;BYMONTHDAY=32", /^BYMONTHDAY/],
    ["in month 13", "FREQ=YEARLY;BYMONTH=13", /^BYMONTH/],
    ["with an unknown weekday", "FREQ=WEEKLY;BYDAY=XX", /^BYDAY/],
    ["with the first Monday of a week", "FREQ=WEEKLY;BYDAY=1MO", /^BYDAY must not/],
    ["with days of the month in weeks", "FREQ=WEEKLY;BYMONTHDAY=1", /BYMONTHDAY/],
    ["with a place of nothing", "FREQ=MONTHLY;BYSETPOS=1", /^BYSETPOS needs/],
    ["without an occurrence", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", /second occurrence within 5 years/],
    ["whose next is ten years away", "FREQ=YEARLY;INTERVAL=10", /second occurrence within 5 years/],
    ["that ends with its first date", "FREQ=WEEKLY;UNTIL=20261120", /second occurrence within 5 years/],
  ])("%s is rejected", (_what, rule, reason) => {
    expect(findRuleProblem({ rule, basis: "due_date" }, "2026-11-16")).toMatch(reason);
  });

  test.each([
    "FREQ=DAILY",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1",
    "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1;COUNT=500",
    "INTERVAL=400;FREQ=DAILY;UNTIL=20991231",
    "FREQ=YEARLY;INTERVAL=5",
  ])("%s is accepted", (rule) => {
    expect(findRuleProblem({ rule, basis: "due_date" }, "2026-11-16")).toBeNull();
  });

  test("counted from completion chooses no days, and needs a second occurrence, too", () => {
    const problemOf = (rule: string) => findRuleProblem({ rule, basis: "completion" }, "2026-11-16");
    expect(problemOf("FREQ=WEEKLY;BYDAY=MO")).toMatch(/^must not have BYDAY/);
    expect(problemOf("FREQ=YEARLY;INTERVAL=6")).toMatch(/within 5 years/);
    expect(problemOf("FREQ=WEEKLY;UNTIL=20261120")).toMatch(/within 5 years/);
    expect(problemOf("FREQ=DAILY;INTERVAL=30;COUNT=12")).toBeNull();
  });
});
