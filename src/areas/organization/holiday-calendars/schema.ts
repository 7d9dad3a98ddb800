import * as z from "zod";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { NamedListSort, sortedPageInput } from "../../../contract/page.ts";
import { lunarBounds, lunarCalendars } from "../../../platform/lunar-days.ts";
import { StateOrFederal } from "../../../contract/portal/organization-profile.ts";
import {
  CalendarDate,
  Id,
  Instant,
  isUnique,
  text,
  versionFields,
  visibleName,
} from "../../../contract/values/values.ts";
import { calendarEnumerations, CountDirection } from "./enumerations.ts";

const Kind = oneOf(calendarEnumerations.holidayCalendarKind);
const Status = oneOf(calendarEnumerations.verificationStatus);
const ExceptionType = oneOf(calendarEnumerations.holidayExceptionType);
const ClosedDayReason = oneOf(calendarEnumerations.closedDayReason);
const Weekday = z.int().min(1).max(7).meta({ description: "1 is Monday." });
const Month = z.int().min(1).max(12);
const Year = z.int().min(1).max(9_999).nullable();
const Movement = namedEnum("HolidayMovement", ["none", "previous_friday", "next_monday"]);

const LunarCalendar = namedEnum("LunarCalendar", lunarCalendars);
const CertainObservance = namedEnum("CertainObservance", ["none", "saturday", "sunday", "both"]);
const HolidayCounts = namedEnum("HolidayCounts", ["both", "forward_only"]);

const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const spanOf = (calendar: keyof typeof lunarBounds) =>
  `${lunarBounds[calendar].firstYear} to ${lunarBounds[calendar].lastYear}`;
const lunarDescription =
  `A calendar of the moon has days in the years for which it is published: \`chinese\` ${spanOf("chinese")}, \`hebrew\` ${spanOf("hebrew")}, \`islamic_umalqura\` ${spanOf("islamic_umalqura")}. ` +
  "Days of the last are always doubtful, because a month may begin when the moon is seen.";

/** @param plusDays of a weekday; a request may omit it */
function occurrences<PlusDays extends z.ZodType<number>>(plusDays: PlusDays) {
  return z.discriminatedUnion("type", [
    z
      .strictObject({ type: z.literal("date"), month: Month, day: z.int().min(1).max(31) })
      .refine(({ month, day }) => day <= (lengths[month - 1] ?? 0), {
        path: ["day"],
        message: "must be a day of the month",
      }),
    z.strictObject({
      type: z.literal("nth_weekday"),
      month: Month,
      weekday: Weekday,
      n: z
        .int()
        .min(-1)
        .max(5)
        .refine((n) => n !== 0, "must be 1 to 5, or -1 for the last")
        .meta({ description: "1 to 5, or -1 for the last of the month." }),
      plusDays,
    }),
    z.strictObject({
      type: z.literal("easter"),
      plusDays: z.int().min(-60).max(60).meta({ description: "Days after Easter Sunday (Gregorian)." }),
    }),
    z
      .strictObject({
        type: z.literal("lunar"),
        calendar: LunarCalendar.meta({ description: lunarDescription }),
        month: Month.meta({
          description:
            "Of a year without a leap month: Tishri is 1, Nisan 7; Shawwal is 10. In the Chinese calendar 1 alone.",
        }),
        day: z.int().min(1).max(30),
        plusDays,
      })
      .refine(({ calendar, month }) => month <= lunarBounds[calendar].months, {
        path: ["month"],
        message: "must be 1 in the Chinese calendar; list other days with type listed",
      }),
    z.strictObject({
      type: z.literal("listed"),
      dates: z.array(CalendarDate).min(1).max(60).refine(isUnique, "must not contain a day twice").meta({
        description:
          "Days that are published year by year, such as Diwali or a governor’s choice. Other years have none.",
      }),
    }),
  ]);
}
const PlusDays = z.int().min(-7).max(7);

const Observed = z.strictObject({ saturday: Movement, sunday: Movement }).meta({
  description:
    "Where a `date` or a `lunar` day is observed if it falls on a weekend. The day itself is closed as well.",
});

const doubtDescription =
  "Not every source has it, such as a statute whose day the courts work on. It is closed where days are counted or moved back, and open where they are counted or moved forward.";

const certaintyDescription =
  "Of which weekdays the law itself moves the holiday, as 5 U.S.C. § 6103(b) does of a Saturday’s. The day on which it is observed is then closed whichever reading of observed holidays is chosen; otherwise it is in doubt.";
const countsDescription =
  "`forward_only` closes the day for periods after an event alone, as Fed. R. Civ. P. 6(a)(6)(C) says of a state’s holiday in a federal court.";
const EveryYears = z
  .strictObject({ every: z.int().min(1).max(100), from: z.int().min(1).max(9_999) })
  .nullable()
  .meta({
    description:
      "Only every so many years from one on: Inauguration Day is `every` 4 `from` 1965, general elections are `every` 2 `from` 2024. null for each year.",
  });

export const HolidayRule = z
  .object({
    key: z.string(),
    name: z.string(),
    on: occurrences(PlusDays),
    observed: Observed,
    firstYear: z.int().nullable(),
    lastYear: z.int().nullable(),
    citation: z
      .string()
      .nullable()
      .meta({ description: "The law that the rule was taken from, with the day on which it was read." }),
    isDoubtful: z.boolean().default(false).meta({ description: doubtDescription }),
    certainObservance: CertainObservance.default("none").meta({ description: certaintyDescription }),
    years: EveryYears.default(null),
    counts: HolidayCounts.default("both").meta({ description: countsDescription }),
  })
  .meta({ id: "HolidayRule" });
export type HolidayRule = z.infer<typeof HolidayRule>;

const GivenRule = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, "must be lower-case letters, digits and underscores, at most 40")
      .meta({ description: "Unique in the calendar." }),
    name: visibleName(100),
    on: occurrences(PlusDays.default(0)),
    observed: Observed.default({ saturday: "none", sunday: "none" }),
    firstYear: Year.default(null),
    lastYear: Year.default(null),
    citation: text(1, 200).nullable().default(null),
    isDoubtful: z.boolean().default(false).meta({ description: doubtDescription }),
    certainObservance: CertainObservance.default("none").meta({ description: certaintyDescription }),
    years: EveryYears.default(null),
    counts: HolidayCounts.default("both").meta({ description: countsDescription }),
  })
  .refine(
    ({ on, observed }) =>
      on.type === "date" || on.type === "lunar" || (observed.saturday === "none" && observed.sunday === "none"),
    { path: ["observed"], message: "only for a rule of type date or lunar" },
  );

const GivenException = z.strictObject({
  on: CalendarDate,
  name: visibleName(100),
  type: ExceptionType,
  note: text(1, 500).nullable().default(null),
});
export const HolidayException = z
  .object({ on: CalendarDate, name: z.string(), type: ExceptionType, note: z.string().nullable() })
  .meta({ id: "HolidayException" });

const workWeek = z
  .array(Weekday)
  .min(1)
  .max(7)
  .refine(isUnique, "must not contain a weekday twice")
  .meta({ description: "ISO weekdays on which the calendar is open." });
const rules = z
  .array(GivenRule)
  .max(60)
  .refine((list) => isUnique(list.map(({ key }) => key)), "must not contain a key twice");
const exceptions = z
  .array(GivenException)
  .max(500)
  .refine((list) => isUnique(list.map(({ on }) => on)), "must not contain a day twice")
  .meta({ description: "One for each day; they win over rules." });

const countiesDescription =
  "Of the jurisdiction, for which the calendar applies alone, by the case’s `jurisdictionCounty`; “County” is not needed. Empty for all of it.";
const defaultDescription =
  "Of several court calendars of a jurisdiction, whether it applies where neither the case nor its county decides. Without a default, the oldest one without counties does.";
const counties = z
  .array(visibleName(100))
  .max(300)
  .refine(isUnique, "must not contain a county twice")
  .meta({ description: countiesDescription });
const isDefault = z.boolean().meta({ description: defaultDescription });

const attributes = {
  name: visibleName(100),
  kind: Kind,
  jurisdiction: StateOrFederal.nullable(),
  workWeek,
  rules,
  exceptions,
  counties,
  isDefault,
};

export const NewCalendar = z
  .strictObject({
    templateKey: text(1, 40).meta({ description: "Copies a shipped calendar; then nothing else is sent." }),
    ...attributes,
  })
  .partial()
  .refine(
    ({ templateKey, name, kind, rules: given }) =>
      templateKey !== undefined || (name !== undefined && kind !== undefined && given !== undefined),
    {
      path: ["templateKey"],
      message: "required, or `name`, `kind` and `rules`",
    },
  )
  .refine(({ templateKey, ...others }) => templateKey === undefined || Object.keys(others).length === 0, {
    path: ["templateKey"],
    message: "must be alone",
  });
export type NewCalendar = z.infer<typeof NewCalendar>;

/** Lists are replaced as a whole. */
export const CalendarChanges = z.strictObject(attributes).omit({ kind: true }).partial();
export type CalendarChanges = z.infer<typeof CalendarChanges>;

export const TemplateDifference = z
  .object({
    ruleKey: z.string(),
    name: z.string(),
    difference: namedEnum("TemplateDifferenceKind", ["only_shipped", "only_here", "different_days"]),
  })
  .meta({ id: "TemplateDifference" });
export type TemplateDifference = z.infer<typeof TemplateDifference>;

const Verifier = z.object({ id: Id, firstName: z.string(), lastName: z.string() }).meta({ id: "CalendarVerifier" });

export const HolidayCalendar = z
  .object({
    id: Id.nullable().meta({
      description: "null for the shipped calendar that applies while the organization has chosen none.",
    }),
    organizationId: Id,
    name: z.string(),
    kind: Kind,
    jurisdiction: StateOrFederal.nullable(),
    templateKey: z.string().nullable().meta({ description: "The shipped calendar that it was copied from." }),
    workWeek: z.array(Weekday),
    rules: z.array(HolidayRule),
    exceptions: z.array(HolidayException),
    counties: z.array(z.string()).meta({ description: countiesDescription }),
    isDefault: z.boolean().meta({ description: defaultDescription }),
    templateDifferences: z.array(TemplateDifference).meta({
      description:
        "Rules whose days differ from the shipped calendar as it is now: because that was corrected since the copy, or because the firm changed its own. Take over `rules` of the shipped calendar with PATCH.",
    }),
    verificationStatus: Status,
    verifiedThroughOn: CalendarDate.nullable().meta({ description: "The last day that was checked." }),
    verifiedBy: Verifier.nullable().meta({ description: "The attorney who verified it." }),
    verifiedAt: Instant.nullable(),
    verificationNote: z.string().nullable(),
    isBusinessCalendar: z.boolean().meta({ description: "Whether it is the organization's business calendar." }),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "HolidayCalendar" });
export type HolidayCalendar = z.infer<typeof HolidayCalendar>;

export const CalendarTemplate = z
  .object({
    templateKey: z.string(),
    name: z.string(),
    kind: Kind,
    jurisdiction: StateOrFederal,
    basis: z.string().meta({ description: "The law that the rules were taken from." }),
    workWeek: z.array(Weekday),
    rules: z.array(HolidayRule),
  })
  .meta({ id: "HolidayCalendarTemplate" });

export const CalendarFilter = z.strictObject({
  ...sortedPageInput,
  sort: NamedListSort.default("newest"),
  kind: Kind.optional(),
  jurisdiction: StateOrFederal.optional(),
  verificationStatus: Status.optional(),
});
export type CalendarFilter = z.infer<typeof CalendarFilter>;

export const Verification = z.strictObject({
  verifiedThroughOn: CalendarDate.meta({
    description: "The last day that was checked: today or later, at most five years ahead.",
  }),
  note: text(1, 500).nullable().default(null),
});
export type Verification = z.infer<typeof Verification>;

export const DaySpan = z.strictObject({
  from: CalendarDate,
  to: CalendarDate.meta({ description: "Inclusive; at most five years after `from`." }),
});
export type DaySpan = z.infer<typeof DaySpan>;

export const NamedDay = z
  .object({
    on: CalendarDate,
    name: z.string(),
    ruleKey: z.string().nullable().meta({ description: "null for an exception." }),
    isObserved: z.boolean().meta({ description: "Whether a holiday of another day is observed on it." }),
    isDoubtful: z.boolean().meta({ description: "Whether not every source has it." }),
    isCertain: z.boolean().meta({
      description:
        "Whether it is closed whichever reading of observed holidays is chosen: it is not doubtful, and if a holiday is observed on it, the law says so.",
    }),
    counts: HolidayCounts.meta({ description: "`forward_only` where it is closed for periods after an event alone." }),
    type: ExceptionType,
  })
  .meta({ id: "NamedDay" });

export const Calculation = z.strictObject({
  startOn: CalendarDate.meta({ description: "Not counted itself." }),
  offset: z.int().min(0).max(3_660),
  unit: oneOf(calendarEnumerations.businessDayUnit),
  direction: CountDirection.default("after"),
  roll: oneOf(calendarEnumerations.businessDayRoll).default("none"),
});
export type Calculation = z.infer<typeof Calculation>;

export const CalculatedDate = z
  .object({
    ...Calculation.shape,
    rawOn: CalendarDate.meta({ description: "Before the roll." }),
    resultOn: CalendarDate,
    skippedDays: z
      .array(z.object({ on: CalendarDate, reason: ClosedDayReason, name: z.string().nullable() }))
      .meta({ description: "The closed days that were passed over, at most 400." }),
    calendarId: Id.nullable(),
    calendarRevision: z.int(),
    isVerified: z
      .boolean()
      .meta({ description: "Whether the calendar was checked for every day that the calculation touched." }),
  })
  .meta({ id: "CalculatedDate" });
export type CalculatedDate = z.infer<typeof CalculatedDate>;
