import * as z from "zod";
import { deadlineServiceMethod } from "../../contract/closed-sets/service-method.ts";
import { lienType } from "../../contract/closed-sets/lien.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { StateOrFederal } from "../../contract/portal/organization-profile.ts";
import { Brackets, Rate } from "../../contract/values/rate.ts";
import { CalendarDate, Id, Instant, isUnique, text, TimeOfDay } from "../../contract/values/values.ts";
import { CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import { jurisdictionRuleEnumerations, MinorityMethod, ServiceDayUnit } from "./enumerations.ts";

export const LimitationClaim = oneOf(jurisdictionRuleEnumerations.limitationClaim);
export type LimitationClaim = z.infer<typeof LimitationClaim>;
export const RuleKind = oneOf(jurisdictionRuleEnumerations.jurisdictionRuleKind);
export const RuleVerification = oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification);

const count = (most: number) => z.int().min(0).max(most);
const Period = z
  .strictObject({ years: count(30), months: count(600), days: count(3_660) })
  .refine(({ years, months, days }) => years + months + days > 0, "must not be empty")
  .meta({ id: "LimitationPeriod", description: "Years and months first, then days." });

const LimitationRule = z
  .strictObject({
    type: namedEnum("LimitationRuleType", [
      "statute_of_limitations",
      "notice_of_claim",
      "pre_suit_notice",
      "certificate_of_merit",
    ]).meta({ description: "The type of the deadline." }),
    claim: LimitationClaim,
    period: Period.nullable().meta({
      description: "null for a pointer: it says which statute to look up, and calculates nothing.",
    }),
    from: oneOf(jurisdictionRuleEnumerations.limitationStart),
    discovery: oneOf(jurisdictionRuleEnumerations.limitationDiscovery),
    discoveryPeriod: Period.nullable(),
    repose: Period.nullable().meta({ description: "From the incident, whatever was known." }),
    effectiveFrom: CalendarDate.nullable().meta({ description: "The first day of an incident to which it applies." }),
    effectiveUntil: CalendarDate.nullable().meta({ description: "The last one." }),
    direction: CountDirection,
    rollRule: z
      .enum(["none", "next_open_day"])
      .meta({ description: "`next_open_day`: a last day on a closed day moves forward, once the rule is verified." }),
    entity: text(1, 50).nullable().meta({ description: "The public body, or the case, to which it is limited." }),
  })
  .meta({ id: "LimitationRule" });
export type LimitationRule = z.infer<typeof LimitationRule>;

const MinorityRule = z
  .strictObject({
    method: MinorityMethod.meta({
      description:
        "`suspend`: the period begins on the 18th birthday. `years_after`: it does not end before so many years after it.",
    }),
    years: z.int().min(1).max(10).nullable().meta({ description: "Of `years_after`." }),
  })
  .refine(({ method, years }) => (method === "years_after") === (years !== null), {
    path: ["years"],
    message: "required for years_after, and only for it",
  })
  .meta({ id: "MinorityRule" });
export type MinorityRule = z.infer<typeof MinorityRule>;

const ServiceMethod = oneOf(deadlineServiceMethod);

const ServiceAddition = z
  .strictObject({
    method: ServiceMethod,
    days: z.int().min(0).max(60),
    unit: ServiceDayUnit,
    citation: text(1, 300).nullable().default(null).meta({ description: "null for that of the rule." }),
  })
  .meta({ id: "ServiceAddition", description: "The days that a method of service adds." });
export type ServiceAddition = z.infer<typeof ServiceAddition>;

const ServiceAdditions = z
  .array(ServiceAddition)
  .max(20)
  .refine((additions) => isUnique(additions.map(({ method }) => method)), "must not contain a method twice");

export const ServiceRule = z
  .strictObject({
    order: oneOf(jurisdictionRuleEnumerations.serviceDayOrder),
    methods: ServiceAdditions.meta({ description: "A method that is not among them adds no days." }),
    isCompletionRolled: z.boolean().default(false).meta({
      description:
        "With `before_period`: whether service that would be complete on a closed day is complete on the next open one.",
    }),
    backward: z
      .strictObject({
        isAdded: z.boolean().meta({
          description:
            "Whether days are added to a period that is counted backward from a day, such as that of a hearing.",
        }),
        rollsAgain: z
          .boolean()
          .meta({ description: "Whether the day that they lead to moves to an open day before it." }),
        methods: ServiceAdditions.nullable().default(null).meta({ description: "null for the same days as forward." }),
      })
      .meta({ id: "BackwardServiceRule" }),
  })
  .meta({ id: "ServiceRule" });
export type ServiceRule = z.infer<typeof ServiceRule>;

export const FeeCapCondition = oneOf(jurisdictionRuleEnumerations.feeCapCondition);
export type FeeCapCondition = z.infer<typeof FeeCapCondition>;

const FeeCapVariant = z.strictObject({ when: FeeCapCondition, brackets: Brackets }).meta({ id: "FeeCapVariant" });

export const FeeCapRule = z
  .strictObject({
    feeBase: oneOf(jurisdictionRuleEnumerations.feeBase),
    variants: z
      .array(FeeCapVariant)
      .min(1)
      .max(5)
      .refine(
        (variants) => isUnique(variants.map(({ when }) => when)) && variants.at(-1)?.when === "otherwise",
        "must end with otherwise, and contain no condition twice",
      ),
    byApplicationAboveCents: z.int().min(1).max(10_000_000_000_000).nullable().meta({
      description: "US cents of the base above which a court sets the fee; null where the brackets go on.",
    }),
  })
  .meta({ id: "FeeCapRule" });
export type FeeCapRule = z.infer<typeof FeeCapRule>;

export const LienReductionRule = z
  .strictObject({
    lienTypes: z.array(oneOf(lienType)).min(1).max(20).refine(isUnique, "must not contain a type twice"),
    reduction: z
      .enum(["common_fund", "procurement_42cfr411", "ahlborn", "cap"])
      .nullable()
      .meta({ description: "null for a pointer: it says which statute to look up, and calculates nothing." }),
    cap: z
      .strictObject({ rate: Rate, of: oneOf(jurisdictionRuleEnumerations.lienCapBase) })
      .nullable()
      .meta({ id: "LienCap" }),
  })
  .refine(({ reduction, cap }) => (reduction === "cap") === (cap !== null), {
    path: ["cap"],
    message: "required for cap, and only for it",
  })
  .meta({ id: "LienReductionRule" });
export type LienReductionRule = z.infer<typeof LienReductionRule>;

export const FeeDivisionRule = z
  .strictObject({
    bases: z
      .array(z.enum(["joint_responsibility", "proportional_services"]))
      .max(2)
      .refine(isUnique, "must not contain a basis twice")
      .meta({ description: "One of them is required; none where the rule asks for no basis." }),
    consent: oneOf(jurisdictionRuleEnumerations.feeDivisionConsent),
    isConsentBeforeReferral: z.boolean().meta({
      description: "Whether the client agrees before the matter is referred.",
    }),
    needsWrittenAgreement: z.boolean().meta({ description: "Whether the attorneys agree in writing." }),
    maxShare: Rate.nullable().meta({
      description: "The most of the fee that the referring firm gets; null where the rule has no limit.",
    }),
  })
  .meta({ id: "FeeDivisionRule" });
export type FeeDivisionRule = z.infer<typeof FeeDivisionRule>;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export const TextHoursRule = z
  .strictObject({
    hours: z
      .array(
        z
          .strictObject({ days: z.array(z.enum(weekdays)).min(1).max(7), from: TimeOfDay, until: TimeOfDay })
          .refine(({ from, until }) => from < until, { path: ["until"], message: "must be after from" })
          .meta({ id: "TextHours", description: "In the recipient's time zone; `until` is not among them." }),
      )
      .min(1)
      .max(7)
      .refine((hours) => isUnique(hours.flatMap(({ days }) => days)), "must not contain a day twice")
      .meta({ description: "On a day that is not among them, no text is sent." }),
  })
  .meta({ id: "TextHoursRule" });
export type TextHoursRule = z.infer<typeof TextHoursRule>;

/** What a rule says, by its kind. */
const AnyRule = z.union([
  LimitationRule,
  MinorityRule,
  ServiceRule,
  FeeCapRule,
  LienReductionRule,
  FeeDivisionRule,
  TextHoursRule,
]);

const Verifier = z.object({ id: Id, firstName: z.string(), lastName: z.string() }).meta({ id: "RuleVerifier" });

export const JurisdictionRule = z
  .object({
    id: Id.nullable().meta({ description: "null for a default that the firm has neither changed nor checked." }),
    key: z.string().meta({ example: "limitation.pa.personal_injury" }),
    kind: RuleKind,
    jurisdiction: StateOrFederal,
    rule: AnyRule,
    citation: z.string().meta({ description: "The statute or rule of court." }),
    summary: z.string().meta({ description: "The rule in words." }),
    source: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleSource),
    verification: RuleVerification,
    verifiedBy: Verifier.nullable(),
    verifiedAt: Instant.nullable(),
    asOf: z.string().meta({
      description: "The month or the day on which the text was read: YYYY-MM or YYYY-MM-DD.",
      example: "2025-06",
    }),
    note: z.string().nullable(),
    revision: z.int32().min(0).meta({ description: "0 for a default." }),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "JurisdictionRule" });
export type JurisdictionRule = z.infer<typeof JurisdictionRule>;

export const RuleFilter = z.strictObject({
  kind: RuleKind.optional(),
  jurisdiction: StateOrFederal.optional(),
  verification: RuleVerification.optional(),
  claim: LimitationClaim.optional(),
});
export type RuleFilter = z.infer<typeof RuleFilter>;

/**
 * `limitation.pa.personal_injury`: kind, jurisdiction, and for all but minority, service, fee division and text hours a
 * name.
 */
const Key = z
  .string()
  .regex(
    /^((limitation|claim_notice|fee_cap|lien_reduction)\.[a-z]{2}\.[a-z0-9_]{1,60}|(minority|service|fee_division|text_hours)\.[a-z]{2})$/,
    "must be a key such as limitation.pa.personal_injury",
  );

export const ChosenRule = z.strictObject({ key: Key, expectedRevision: z.int32().min(0) });
export type ChosenRule = z.infer<typeof ChosenRule>;

export const RuleText = z.strictObject({
  rule: AnyRule,
  citation: text(1, 300),
  asOf: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, "must be a month, YYYY-MM, or a day, YYYY-MM-DD"),
  note: text(1, 2_000).nullable(),
});
export type RuleText = z.infer<typeof RuleText>;
