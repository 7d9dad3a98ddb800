import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BusinessDays, type HolidayRule } from "../../../platform/business-days.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { shippedServiceBasis } from "../../jurisdiction-rules/domain.service.ts";
import { calendarTemplates } from "../../organization/holiday-calendars/domain.templates.ts";
import { countDeadline } from "../calculation/domain.counting.ts";
import type { CourtCalendar } from "../calculation/domain.record.ts";
import { closings, countByTexts, statusOf, type Status } from "./fixtures.oracle.ts";
import { courtDayExamples } from "./fixtures.ts";
import type { CourtDayExample, ExampleCount } from "./fixtures.types.ts";
import type { Count } from "../calculation/schema.ts";

type Jurisdiction = CourtDayExample["jurisdiction"];
const jurisdictions = Object.keys(closings) as Jurisdiction[];

const stateHoliday = (on: string): HolidayRule => ({
  key: `state_${on}`,
  name: "Holiday of the state",
  on: { type: "listed", dates: [on] },
  observed: { saturday: "none", sunday: "none" },
  firstYear: null,
  lastYear: null,
  counts: "forward_only",
});

/** The shipped calendar of the courts of a jurisdiction, with the days of the court of an example. */
function openCourt(example: Pick<CourtDayExample, "jurisdiction" | "court" | "forwardOnly">): CourtCalendar {
  const { jurisdiction, court = [], forwardOnly = [] } = example;
  const template = calendarTemplates.find((each) => each.kind === "court" && each.jurisdiction === jurisdiction);
  if (template === undefined) throw new Error(`no calendar of the courts of ${jurisdiction} is shipped`);
  const rules = [...template.rules, ...forwardOnly.map(stateHoliday)];
  const exceptions = court.map(({ on, type }) => ({ on, type, name: "Closed" }));
  const days = new BusinessDays({ workWeek: [1, 2, 3, 4, 5], rules, exceptions, verifiedThroughOn: null });
  return { calendar: { id: null, revision: 1, verifiedThroughOn: null }, days };
}

const timeZone = "America/New_York";
const plain = {
  startTime: null,
  startRule: "next_day",
  nextWeekday: null,
  dueTime: null,
  serviceMethod: null,
  observedHolidays: "conservative",
} as const satisfies Partial<Count>;

/** The product's date; for hours with the time of day. */
function countByProduct(jurisdiction: Jurisdiction, count: ExampleCount, court: CourtCalendar): string {
  const { rolledOn, dueTime } = countDeadline({ ...plain, ...count }, court, {
    service: shippedServiceBasis(jurisdiction),
    timeZone,
    today: "2026-11-29",
  });
  return count.unit === "hours" ? `${rolledOn} ${dueTime ?? ""}` : rolledOn;
}

describe("real examples", () => {
  test("are 108 or more, of each jurisdiction some with their source's own date", () => {
    const own = courtDayExamples.filter(({ by }) => by === "source");
    expect(courtDayExamples.length).toBeGreaterThanOrEqual(108);
    expect(own.length).toBeGreaterThanOrEqual(65);
    expect(new Set(courtDayExamples.map(({ id }) => id)).size).toBe(courtDayExamples.length);
    expect(new Set(own.map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(jurisdictions));
    expect(courtDayExamples.filter(({ notExpressible }) => notExpressible !== undefined).length).toBeLessThanOrEqual(5);
  });

  test.each(courtDayExamples.filter(({ notExpressible }) => notExpressible === undefined))(
    "$id: $rule, $source",
    (example) => {
      const court = openCourt(example);
      expect(countByProduct(example.jurisdiction, example.count, court)).toBe(example.expected);
      const observed = example.count.observedHolidays === "closed" ? "closed" : "open";
      expect((example.closed ?? []).filter((on) => court.days.findClosure(on, observed) === null)).toEqual([]);
      expect((example.open ?? []).filter((on) => court.days.findClosure(on, "open") !== null)).toEqual([]);
    },
  );

  // Of those that it can read: without days of one court, and without what a caller chose against the rule.
  const read = courtDayExamples.filter(({ court, forwardOnly, count: { observedHolidays, rollRule, serviceDays } }) =>
    [court, forwardOnly, observedHolidays, rollRule, serviceDays].every((each) => each === undefined),
  );
  test("are the same by the oracle", () => {
    expect(
      read.flatMap(({ id, jurisdiction, count, expected }) =>
        countByTexts(jurisdiction, count, timeZone) === expected ? [] : [id],
      ),
    ).toEqual([]);
    expect(read.length).toBeGreaterThan(140);
  });
});

const startOfDays = Date.UTC(2024, 0, 1);
const dayOf = (index: number) => new Date(startOfDays + index * 86_400_000).toISOString().slice(0, 10);
const days = Array.from({ length: 7 * 365 + 2 }, (_, index) => dayOf(index));

describe("the oracle, written from the rules' texts", () => {
  const statusByProduct = ({ days: calendar }: CourtCalendar, on: string, isWeekend: boolean): Status => {
    if (calendar.findClosure(on, "open") !== null) return isWeekend ? "weekend" : "holiday";
    return calendar.findClosure(on, "closed") === null ? "open" : "doubtful";
  };

  test.each(jurisdictions)(
    "the shipped calendar of %s has each day of 2024 to 2030 as the law has it",
    (jurisdiction) => {
      const court = openCourt({ jurisdiction });
      const differences = days.flatMap((on) => {
        const status = statusOf(jurisdiction, on);
        const byProduct = statusByProduct(court, on, status === "weekend");
        return byProduct === status ? [] : [`${on} ${byProduct}, by the law ${status}`];
      });
      expect(differences).toEqual([]);
    },
  );

  const generated = fc
    .record({
      startOn: fc.integer({ min: 0, max: days.length - 1 }).map(dayOf),
      measure: fc.oneof(
        fc.record({ unit: fc.constant("calendar_days" as const), offset: fc.integer({ min: 1, max: 120 }) }),
        fc.record({ unit: fc.constant("court_days" as const), offset: fc.integer({ min: 1, max: 40 }) }),
        fc.record({
          unit: fc.constantFrom("weeks" as const, "months" as const),
          offset: fc.integer({ min: 1, max: 12 }),
        }),
        fc.record({
          unit: fc.constant("hours" as const),
          offset: fc.integer({ min: 1, max: 240 }),
          startTime: fc.constantFrom("00:30", "09:15", "16:00", "23:45"),
        }),
      ),
      direction: fc.constantFrom("after" as const, "before" as const),
      startRule: fc.constantFrom("next_day" as const, "next_open_day" as const),
      nextWeekday: fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 }) },
      ),
      serviceMethod: fc.constantFrom(
        null,
        "personal",
        "electronic",
        "mail",
        "mail_out_of_state",
        "mail_abroad",
        "overnight",
        "fax",
        "left_with_clerk",
        "other_consented",
      ),
    })
    .map(({ measure, nextWeekday, direction, serviceMethod, ...rest }): ExampleCount => ({
      ...rest,
      ...measure,
      // Hours run from an event, and a weekday follows a period after one.
      direction: measure.unit === "hours" ? "after" : direction,
      nextWeekday: measure.unit === "hours" || direction === "before" ? null : nextWeekday,
      serviceMethod: measure.unit === "hours" ? null : serviceMethod,
    }));

  test.each(jurisdictions)("generated periods of %s", { timeout: 30 * 60_000 }, (jurisdiction) => {
    const court = openCourt({ jurisdiction });
    fc.assert(
      fc.property(generated, (count) => {
        expect(countByProduct(jurisdiction, count, court)).toBe(countByTexts(jurisdiction, count, timeZone));
      }),
      { numRuns: isFullExtent ? 20_000 : 500, seed: 45 },
    );
  });
});
