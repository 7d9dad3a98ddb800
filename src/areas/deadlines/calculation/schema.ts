import * as z from "zod";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { Jurisdiction } from "../../../contract/portal/organization-profile.ts";
import { commaSeparated } from "../../../contract/values/comma-separated.ts";
import { TimeZone } from "../../../contract/values/time-zones.ts";
import { CalendarDate, Id, Instant, PlausibleDate, PastDate, TimeOfDay } from "../../../contract/values/values.ts";
import { jurisdictionRuleEnumerations, MinorityMethod, ServiceDayUnit } from "../../jurisdiction-rules/enumerations.ts";
import { calendarEnumerations, CountDirection } from "../../organization/holiday-calendars/enumerations.ts";
import { calculationEnumerations } from "./enumerations.ts";

export const DeadlineUnit = oneOf(calculationEnumerations.deadlineUnit);
export const DeadlineRollRule = oneOf(calculationEnumerations.deadlineRollRule);
export const ObservedHolidays = oneOf(calculationEnumerations.observedHolidays);
export const DeadlineServiceMethod = oneOf(calculationEnumerations.deadlineServiceMethod);
export const AccrualBasis = oneOf(calculationEnumerations.accrualBasis);
export const TollingBasis = oneOf(calculationEnumerations.tollingBasis);
export const DeadlineWarning = oneOf(calculationEnumerations.deadlineWarning);
export type AccrualBasis = z.infer<typeof AccrualBasis>;
export type DeadlineWarning = z.infer<typeof DeadlineWarning>;
export type DeadlineRollRule = z.infer<typeof DeadlineRollRule>;
export const DeadlineStartRule = oneOf(calculationEnumerations.deadlineStartRule);
export const CountJurisdiction = z.union([Jurisdiction, z.literal("US")]);

const Offset = z.int().min(0).max(3_660);

const Weekday = z.int().min(1).max(7);

/** What a count has beside its offset, with what is said of each. */
export const countParts = {
  startTime: TimeOfDay.nullable().meta({
    description:
      "The time of the event, from which hours run: required with `unit` `hours`, and only with it. Where a calendar event is the trigger it is read from it, in the time zone of the deadline.",
  }),
  startRule: DeadlineStartRule,
  nextWeekday: Weekday.nullable().meta({
    description:
      "After the period the date is the next such weekday: 1 is Monday. “The Monday next after the expiration of twenty days” is 20 days and 1. Only with `direction` `after`.",
  }),
  serviceDays: z
    .int()
    .min(0)
    .max(60)
    .nullable()
    .meta({ description: "Calendar days for service in place of those of `serviceMethod`." }),
} as const;

/** A count from a day, as a request gives it. */
export const countMembers = {
  offset: Offset,
  unit: DeadlineUnit,
  direction: CountDirection.default("after"),
  rollRule: DeadlineRollRule.optional().meta({
    description: "`next_open_day` after the start, `previous_open_day` before it, unless given.",
  }),
  startTime: countParts.startTime.default(null),
  startRule: countParts.startRule.default("next_day"),
  nextWeekday: countParts.nextWeekday.default(null),
  dueTime: TimeOfDay.nullable()
    .default(null)
    .meta({ description: "null for the end of the day. Of hours it follows from `startTime`." }),
  serviceMethod: DeadlineServiceMethod.nullable().default(null).meta({
    description:
      "What it adds is said by the service rule of the jurisdiction: `GET /jurisdiction-rules?kind=service`.",
  }),
  serviceDays: countParts.serviceDays.optional(),
  observedHolidays: ObservedHolidays.default("conservative"),
};
const Count = z.object({ startOn: CalendarDate, ...countMembers });
/**
 * What a date is counted from.
 *
 * @property serviceDays replaces those of the service method
 */
export type Count = z.infer<typeof Count>;

/** A time in which the period does not run: from its first day to the day on which it runs again. */
export const TollingTime = z.object({ basis: TollingBasis, fromOn: CalendarDate, toOn: CalendarDate.nullable() });
export type TollingTime = z.infer<typeof TollingTime>;

const AppliedService = z
  .object({
    ruleKey: z.string().nullable().meta({ description: "null for days that the request gave." }),
    method: DeadlineServiceMethod.nullable(),
    days: z.int(),
    unit: ServiceDayUnit,
    order: oneOf(jurisdictionRuleEnumerations.serviceDayOrder),
    citation: z.string().nullable(),
    isVerified: z.boolean().nullable(),
  })
  .meta({ id: "AppliedServiceRule" });

const SkippedDay = z.object({
  on: CalendarDate,
  reason: oneOf(calendarEnumerations.closedDayReason),
  name: z.string().nullable(),
});

export const DeadlineCalculation = z
  .object({
    method: oneOf(calculationEnumerations.calculationMethod),
    engine: z.string().meta({ description: "The version of the arithmetic." }),
    startOn: CalendarDate.nullable().meta({ description: "The day from which is counted; it is not counted itself." }),
    offset: Offset.nullable().meta({ description: "null for a period of several units." }),
    unit: DeadlineUnit.nullable(),
    direction: CountDirection,
    startTime: z.string().nullable().default(null),
    startRule: DeadlineStartRule.default("next_day"),
    nextWeekday: Weekday.nullable().default(null),
    rawOn: CalendarDate.nullable().meta({ description: "Before a closed day moves it, and before days for service." }),
    rolledOn: CalendarDate.nullable().meta({ description: "The date that results." }),
    dueTime: z.string().nullable().default(null).meta({ description: "`HH:MM`; null for the end of the day." }),
    jurisdiction: CountJurisdiction.nullable().default(null).meta({ description: "Whose service rule applies." }),
    service: AppliedService.nullable().default(null).meta({
      description:
        "The rule by which days for service were added, or by which none were; null without service, and where the jurisdiction has no rule.",
    }),
    serviceDays: z.int().meta({ description: "The days that were added for service." }),
    skippedDays: z
      .array(SkippedDay)
      .max(400)
      .meta({ description: "The closed days that were passed over, at most 400." }),
    tolledDays: z.int().meta({ description: "Days on which the period did not run." }),
    minority: z
      .object({
        bornOn: z.string().meta({ description: "`[redacted]` in events." }),
        adultOn: CalendarDate,
        method: MinorityMethod,
      })
      .nullable()
      .meta({ description: "How the claimant's minority changed the date." }),
    discovery: z
      .object({ method: namedEnum("DiscoveryMethod", ["replaces", "later", "given"]), on: CalendarDate })
      .nullable()
      .meta({ description: "The discovery that was taken into account; `given` where the caller chose the day." }),
    reposeOn: CalendarDate.nullable().meta({ description: "The outer limit." }),
    candidates: z
      .array(z.object({ label: z.string(), on: CalendarDate }))
      .max(10)
      .meta({ description: "The dates among which the rule chooses." }),
    conservativeOn: CalendarDate.nullable().meta({
      description: "The earliest date that the facts allow: without discovery, tolling and minority.",
    }),
    calendar: z
      .object({ id: Id.nullable(), revision: z.int(), isVerified: z.boolean() })
      .nullable()
      .meta({ description: "`id` is null for a shipped calendar." }),
    ruleKey: z.string().nullable(),
    citation: z.string().nullable(),
    warnings: z.array(DeadlineWarning),
    steps: z
      .array(z.object({ text: z.string(), on: CalendarDate.nullable() }))
      .max(60)
      .meta({ description: "How the date was found. No names." }),
  })
  .meta({ id: "DeadlineCalculation" });
export type DeadlineCalculation = z.infer<typeof DeadlineCalculation>;

const Claim = oneOf(jurisdictionRuleEnumerations.limitationClaim);

export const GivenCount = z.strictObject({
  startOn: PlausibleDate.meta({ description: "Not counted itself." }),
  ...countMembers,
  jurisdiction: CountJurisdiction.optional().meta({
    description:
      "Whose service rule applies, and in the days of whose courts it is counted: a state, or `US` for the federal courts. Without it the federal service rule applies, and the days are those of the organization's business calendar.",
  }),
  holidayCalendarId: Id.optional().meta({
    description:
      "By default, with `jurisdiction`, the firm's calendar of its courts or the shipped one; otherwise the organization's business calendar.",
  }),
  timeZone: TimeZone.optional().meta({ description: "By default the organization's." }),
});
export type GivenCount = z.infer<typeof GivenCount>;

/** What clients that show `dueAt` as a day get wrong: January 7 in New York reads 2027-01-08T05:00Z. */
export const dueAtDescription =
  "For comparing with the clock; the day to show is `dueOn`. Without a time of day it is the midnight that ends that day, which in UTC is on the day after: `2027-01-08T05:00:00.000Z` for January 7 in New York.";

export const CalculatedDeadline = z.object({
  calculation: DeadlineCalculation,
  dueOn: CalendarDate.meta({ description: "The last day: what is shown." }),
  dueAt: Instant.meta({ description: dueAtDescription }),
});

const claims = commaSeparated(Claim, {
  noun: "claim",
  maxLength: 200,
  most: 5,
  description: "At most 5, separated by commas; by default those of the case type.",
  example: "motor_vehicle,wrongful_death",
});

const facts = { discoveredOn: PastDate, deathOn: PastDate, treatmentEndedOn: PastDate, claimRejectedOn: PastDate };

export const SuggestionQuery = z.strictObject({
  ...z.object(facts).partial().shape,
  claimantPartyId: Id.optional().meta({
    description:
      "The party of the case whose claim it is, if not the client; dates of birth and death are not known of it.",
  }),
  governmentEntity: z.enum(["yes", "no"]).optional().meta({
    description:
      "Whether a public body is liable; left out, it is what the case’s incident says (`governmentEntityInvolved`). With `no` notices to public bodies and suits against them are left out.",
  }),
  claims,
});
export type SuggestionQuery = z.infer<typeof SuggestionQuery>;

const about = { claim: Claim.nullable(), citation: z.string().nullable(), note: z.string().nullable() };

export const LimitationSuggestion = z
  .object({
    ruleKey: z.string(),
    type: z.string().meta({ description: "The type of the deadline." }),
    claim: Claim,
    dueOn: CalendarDate,
    conservativeDueOn: CalendarDate.nullable(),
    actByOn: CalendarDate.meta({ description: "The last open day on or before the earlier of both." }),
    calculation: DeadlineCalculation,
    citation: z.string(),
    verification: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification),
    asOf: z.string(),
    existingDeadlineId: Id.nullable().meta({
      description: "A deadline of the case and claimant by this rule that is open or missed.",
    }),
  })
  .meta({ id: "LimitationSuggestion" });
export type LimitationSuggestion = z.infer<typeof LimitationSuggestion>;

export const MissingLimitation = z
  .object({ ...about, reason: oneOf(calculationEnumerations.missingLimitationReason) })
  .meta({ id: "MissingLimitation", description: "A claim for which no date is calculated, and why." });
export type MissingLimitation = z.infer<typeof MissingLimitation>;

export const Suggestions = z.object({
  suggestions: z.array(LimitationSuggestion).max(20),
  missing: z.array(MissingLimitation).max(40),
});
export type Suggestions = z.infer<typeof Suggestions>;
