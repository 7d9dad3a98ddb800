import { describe, expect, test } from "vitest";
import { BusinessDays } from "../../../platform/business-days.ts";
import { shippedServiceBasis, type RuleJurisdiction } from "../../jurisdiction-rules/domain.service.ts";
import { countDeadline } from "./domain.counting.ts";
import type { CourtCalendar } from "./domain.record.ts";
import type { Count } from "./schema.ts";

/** Weekends, and the holidays that are given. */
const openCourt = (holidays: readonly string[]): CourtCalendar => ({
  calendar: { id: null, revision: 1, verifiedThroughOn: "2040-12-31" },
  days: new BusinessDays({
    workWeek: [1, 2, 3, 4, 5],
    rules: [],
    exceptions: holidays.map((on) => ({ on, name: "Holiday", type: "closed" as const })),
    verifiedThroughOn: "2040-12-31",
  }),
});

const plain = {
  unit: "calendar_days",
  direction: "after",
  startTime: null,
  startRule: "next_day",
  nextWeekday: null,
  dueTime: null,
  serviceMethod: null,
  observedHolidays: "conservative",
} as const;

function countIn(
  jurisdiction: RuleJurisdiction,
  count: Pick<Count, "startOn" | "offset"> & Partial<Count>,
  holidays: readonly string[] = [],
) {
  return countDeadline({ ...plain, ...count }, openCourt(holidays), {
    service: shippedServiceBasis(jurisdiction),
    timeZone: "America/New_York",
    today: "2026-11-29",
  });
}
const dueIn = (...given: Parameters<typeof countIn>) => countIn(...given).rolledOn;
const stepsIn = (...given: Parameters<typeof countIn>) =>
  countIn(...given).steps.map(({ text, on }) => `${on ?? "-"} ${text}`);

describe("days for service", () => {
  test("are added to the period, which rolls once, in Texas, New Jersey and California", () => {
    expect(dueIn("TX", { startOn: "2027-01-14", offset: 30, serviceMethod: "mail" }, ["2027-02-15"])).toBe(
      "2027-02-16",
    );
    expect(dueIn("NJ", { startOn: "2026-01-15", offset: 30, serviceMethod: "mail" }, ["2026-02-16"])).toBe(
      "2026-02-19",
    );
    expect(dueIn("CA", { startOn: "2026-08-26", offset: 30, serviceMethod: "mail" }, ["2026-09-25"])).toBe(
      "2026-09-30",
    );
    expect(stepsIn("TX", { startOn: "2027-01-14", offset: 30, serviceMethod: "mail" }, ["2027-02-15"])).toEqual([
      "2027-02-13 30 days after the start, which is not counted",
      "2027-02-16 3 days are added to the period for service by mail (Tex. R. Civ. P. 21a(c))",
    ]);
  });

  test("are added after the roll in federal courts and in Florida", () => {
    expect(dueIn("US", { startOn: "2027-01-14", offset: 30, serviceMethod: "mail" }, ["2027-02-15"])).toBe(
      "2027-02-19",
    );
    expect(dueIn("FL", { startOn: "2027-01-14", offset: 30, serviceMethod: "mail" }, ["2027-02-15"])).toBe(
      "2027-02-22",
    );
  });

  test("are counted back from a hearing in California, and do not roll", () => {
    // Code Civ. Proc. § 12c(b): 16 court days before 2025-03-05, over Presidents' Day and Lincoln's birthday.
    const motion = { startOn: "2025-03-05", offset: 16, unit: "court_days", direction: "before" } as const;
    const holidays = ["2025-02-12", "2025-02-17"];
    expect(dueIn("CA", motion, holidays)).toBe("2025-02-07");
    expect(countIn("CA", { ...motion, serviceMethod: "mail" }, holidays)).toMatchObject({
      rawOn: "2025-02-07",
      rolledOn: "2025-02-02",
      serviceDays: 5,
    });
    expect(dueIn("CA", { ...motion, serviceDays: 5 }, holidays)).toBe("2025-02-02");
    expect(dueIn("CA", { ...motion, serviceMethod: "overnight" }, holidays)).toBe("2025-02-05");
    expect(stepsIn("CA", { ...motion, serviceMethod: "mail" }, holidays).at(-1)).toBe(
      "2025-02-02 5 days are counted back further for service by mail (Code Civ. Proc. §§ 1005(b), 12c(b))",
    );
  });

  test("are not dropped silently backward where the rule adds none", () => {
    const result = countIn("US", { startOn: "2027-02-01", offset: 14, direction: "before", serviceMethod: "mail" });
    expect(result).toMatchObject({
      rolledOn: "2027-01-18",
      serviceDays: 0,
      warnings: ["unverified_rule", "service_days_not_added"],
    });
    expect(result.steps.at(-1)?.text).toBe(
      "No days are added for service by mail to a period that is counted backward (Fed. R. Civ. P. 6(d))",
    );
  });

  test("follow the method: mail to another state and abroad, court days, a method that a rule does not name", () => {
    const served = { startOn: "2026-06-01", offset: 30 } as const;
    const added = (jurisdiction: RuleJurisdiction, serviceMethod: Count["serviceMethod"]) => {
      const { service } = countIn(jurisdiction, { ...served, serviceMethod });
      return service === null ? null : `${service.days} ${service.unit}`;
    };
    expect([
      added("CA", "mail"),
      added("CA", "mail_out_of_state"),
      added("CA", "mail_abroad"),
      added("CA", "electronic"),
      added("CA", "personal"),
    ]).toEqual(["5 calendar_days", "10 calendar_days", "20 calendar_days", "2 court_days", null]);
    expect([
      added("TX", "mail_abroad"),
      added("NY", "mail_out_of_state"),
      added("NY", "mail_abroad"),
      added("NY", "overnight"),
      added("MI", "mail"),
    ]).toEqual(["3 calendar_days", "6 calendar_days", "0 calendar_days", "1 court_days", "0 calendar_days"]);
  });

  test("pass before service is complete in Illinois", () => {
    expect(stepsIn("IL", { startOn: "2026-06-01", offset: 28, serviceMethod: "mail" })).toEqual([
      "2026-06-05 4 days pass until service by mail is complete (Ill. S. Ct. R. 12(c))",
      "2026-07-03 28 days after the start, which is not counted",
    ]);
  });

  test("of a rule by which service is complete on an open day", () => {
    const { jurisdiction, rule } = shippedServiceBasis("WA");
    if (rule === null) throw new Error("no rule");
    const service = {
      jurisdiction,
      rule: { ...rule, rule: { ...rule.rule, order: "before_period" as const, isCompletionRolled: true } },
    };
    // The third day after Wednesday is a Saturday: service is complete on Monday.
    const { rolledOn, steps } = countDeadline(
      { ...plain, startOn: "2026-06-03", offset: 20, serviceMethod: "mail" },
      openCourt([]),
      { service, timeZone: "UTC", today: "2026-11-29" },
    );
    expect([rolledOn, steps.map(({ text, on }) => `${on ?? "-"} ${text}`).slice(0, 2)]).toEqual([
      "2026-06-29",
      [
        "2026-06-06 3 days pass until service by mail is complete (Wash. CR 6(e))",
        "2026-06-08 Closed; service is complete on the next open day",
      ],
    ]);
    expect(dueIn("WA", { startOn: "2026-06-03", offset: 20, serviceMethod: "mail" })).toBe("2026-06-26");
  });

  test("of a state without a rule are none, with a warning; days that are given are added to the period", () => {
    const served = { startOn: "2027-01-14", offset: 30 } as const;
    expect(countIn("WY", { ...served, serviceMethod: "mail" })).toMatchObject({
      rolledOn: "2027-02-15",
      service: null,
      serviceDays: 0,
      warnings: ["service_rule_unknown"],
    });
    expect(countIn("WY", { ...served, serviceMethod: "personal" }).warnings).toEqual([]);
    expect(countIn("WY", { ...served, serviceDays: 3 })).toMatchObject({
      rolledOn: "2027-02-16",
      service: { ruleKey: null, days: 3, order: "with_period" },
      warnings: [],
    });
  });

  test("by a rule that was read more than a year ago carry a warning", () => {
    const { rule, jurisdiction } = shippedServiceBasis("TX");
    const warned = (asOf: string, today: string) =>
      countDeadline({ ...plain, startOn: "2027-01-14", offset: 30, serviceMethod: "mail" }, openCourt([]), {
        service: { jurisdiction, rule: rule === null ? null : { ...rule, asOf, isVerified: true } },
        timeZone: "UTC",
        today,
      }).warnings;
    expect([
      warned("2025-11-29", "2026-11-30"),
      warned("2025-11-29", "2026-12-01"),
      warned("2025-11", "2026-12-01"),
    ]).toEqual([[], ["rule_older_than_a_year"], ["rule_older_than_a_year"]]);
  });
});

describe("the Monday next after the expiration of twenty days, at 10:00 (Tex. R. Civ. P. 99(b))", () => {
  const answer = { offset: 20, nextWeekday: 1, dueTime: "10:00" } as const;
  test("is the Monday after the twentieth day, also where that is a Monday", () => {
    expect(countIn("TX", { ...answer, startOn: "2026-11-03" })).toMatchObject({
      rawOn: "2026-11-23",
      rolledOn: "2026-11-30",
      dueTime: "10:00",
    });
    expect(dueIn("TX", { ...answer, startOn: "2026-11-04" })).toBe("2026-11-30");
    expect(dueIn("TX", { ...answer, startOn: "2026-11-02" })).toBe("2026-11-23");
    expect(stepsIn("TX", { ...answer, startOn: "2026-11-04" })).toEqual([
      "2026-11-24 20 days after the start, which is not counted",
      "2026-11-30 The next Monday after that",
      "2026-11-30 Due at 10:00",
    ]);
  });
  test("moves on where the Monday is a holiday", () => {
    expect(dueIn("TX", { ...answer, startOn: "2026-08-14" }, ["2026-09-07"])).toBe("2026-09-08");
  });
});

describe("counting that begins on the next open day (Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(1)(A))", () => {
  test("counts the first open day after the event as the first", () => {
    // Friday: Saturday and Sunday are not the first day, Monday is.
    const served = { startOn: "2026-06-05", offset: 5, startRule: "next_open_day" } as const;
    expect([dueIn("FL", { ...served, startRule: "next_day" }), dueIn("FL", served)]).toEqual([
      "2026-06-10",
      "2026-06-12",
    ]);
    expect(stepsIn("FL", served)).toEqual([
      "2026-06-08 Counting begins on the next open day",
      "2026-06-12 5 days from it, which is the first that is counted",
    ]);
    expect(dueIn("FL", { startOn: "2026-06-03", offset: 5, startRule: "next_open_day" })).toBe("2026-06-08");
  });
  test("backward, too", () => {
    expect(dueIn("FL", { startOn: "2026-06-08", offset: 3, direction: "before", startRule: "next_open_day" })).toBe(
      "2026-06-03",
    );
  });
});

describe("hours (Fed. R. Civ. P. 6(a)(2))", () => {
  test("run through the weekend; a last hour on a closed day continues at the same time of the next open day", () => {
    const hours = (startOn: string, startTime: string, offset: number) => {
      const { rolledOn, dueTime } = countIn("US", { startOn, startTime, offset, unit: "hours" }, ["2026-12-25"]);
      return `${rolledOn} ${dueTime ?? ""}`;
    };
    expect([
      hours("2026-06-03", "14:30", 72),
      hours("2026-06-05", "10:00", 72),
      hours("2026-12-24", "09:15", 24),
    ]).toEqual(["2026-06-08 14:30", "2026-06-08 10:00", "2026-12-28 09:15"]);
  });
  test("pass where the clocks change: the example of the committee note of 2009", () => {
    expect(countIn("US", { startOn: "2007-11-02", startTime: "10:00", offset: 72, unit: "hours" })).toMatchObject({
      rolledOn: "2007-11-05",
      dueTime: "09:00",
    });
  });
});

test("the conservative date is the earliest over all readings", () => {
  const days = new BusinessDays({
    workWeek: [1, 2, 3, 4, 5],
    exceptions: [],
    verifiedThroughOn: "2040-12-31",
    rules: [
      {
        key: "lincoln",
        name: "Lincoln’s Birthday",
        on: { type: "date", month: 2, day: 12 },
        observed: { saturday: "none", sunday: "none" },
        firstYear: null,
        lastYear: null,
        isDoubtful: true,
      },
    ],
  });
  const court = { ...openCourt([]), days };
  const read = (observedHolidays: Count["observedHolidays"]) =>
    countDeadline({ ...plain, startOn: "2027-01-08", offset: 35, observedHolidays }, court, {
      service: shippedServiceBasis("NJ"),
      timeZone: "UTC",
      today: "2026-11-29",
    });
  expect([
    read("closed").rolledOn,
    read("open").rolledOn,
    read("closed").conservativeOn,
    read("closed").warnings,
  ]).toEqual(["2027-02-15", "2027-02-12", "2027-02-12", ["observed_holiday"]]);
});
