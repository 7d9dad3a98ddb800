import * as z from "zod";
import { Actor, Person } from "../../contract/actor.ts";
import { deadlineType } from "../../contract/closed-sets/deadline-type.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { Jurisdiction } from "../../contract/portal/organization-profile.ts";
import {
  CalendarDate,
  Id,
  Instant,
  PlausibleDate,
  Revision,
  WarningDays,
  isUnique,
  oneLine,
  text,
  versionFields,
  visibleName,
  TimeOfDay,
} from "../../contract/values/values.ts";
import { ShortCase } from "../../contract/values/withheld.ts";
import { calculationEnumerations } from "../deadlines/calculation/enumerations.ts";
import { deadlineEnumerations, eventTriggers } from "../deadlines/enumerations.ts";
import { jurisdictionRuleEnumerations } from "../jurisdiction-rules/enumerations.ts";
import { CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import { findCountsFault, findItemFault } from "./schema.items.ts";
import { deadlineChainEnumerations } from "./enumerations.ts";

const Type = oneOf(deadlineType);
const Unit = oneOf(calculationEnumerations.deadlineUnit);
const RollRule = oneOf(calculationEnumerations.deadlineRollRule);
const StartRule = oneOf(calculationEnumerations.deadlineStartRule);
const ServiceMethod = oneOf(calculationEnumerations.deadlineServiceMethod);
const Weekday = z.int().min(1).max(7);
const Offset = z.int().min(0).max(3_660);
const TriggerSource = oneOf(deadlineEnumerations.deadlineTrigger);
const ChainFact = oneOf(deadlineChainEnumerations.chainFact);
export type ChainFact = z.infer<typeof ChainFact>;
const ChainChoice = oneOf(deadlineChainEnumerations.chainChoice);
const mostAlternatives = 5;

/** What is known of the facts on which items depend. */
const ChainFacts = z.partialRecord(ChainFact, z.boolean());
export type ChainFacts = z.infer<typeof ChainFacts>;
export const TemplateVerification = oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification);
export type TemplateVerification = z.infer<typeof TemplateVerification>;
const TemplateJurisdiction = z
  .union([Jurisdiction, z.literal("US")])
  .meta({ description: "The state whose courts’ calendar counts, or `US` for that of the federal courts." });

/** A key that is no template's is one that there is not: it is checked where the template is looked up. */
export const TemplateKey = Id.meta({
  example: "frcp.trial_set",
  description:
    "Of a shipped template, such as `frcp.trial_set`; of one of the firm: `cht_` and a name of lower case letters, digits and underscores.",
});
const ItemKey = z
  .string()
  .max(40)
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    "must begin with a letter, followed by at most 39 letters, digits and underscores, all lower case",
  )
  .meta({ example: "answer_due" });

/** What is counted from a day, in an item and in each of its alternatives. */
const shownCount = {
  offset: z.int(),
  unit: Unit,
  direction: CountDirection,
  from: z.string().meta({
    description: "`trigger`, `trigger:` and the key of a further trigger, or `item:` and the key of an item before it.",
    example: "trigger",
  }),
  rollRule: RollRule,
  startRule: StartRule.meta({ description: "With which day counting begins." }),
  nextWeekday: Weekday.nullable().meta({
    description: "1 for Monday to 7 for Sunday: after the period the date is the next such weekday after it.",
  }),
  isExtendedByService: z
    .boolean()
    .meta({ description: "Whether service adds days, as the service rule of the jurisdiction says." }),
  onlyIf: z.array(ChainFact).meta({ description: "Counts only where each of these is true." }),
  unless: z.array(ChainFact).meta({ description: "Counts only where none of these is true." }),
};

const ChainAlternative = z
  .object({ ...shownCount, citation: z.string().nullable().meta({ description: "null for that of the item." }) })
  .meta({ id: "ChainAlternative", description: "Another count of an item’s date." });
export type ChainAlternative = z.infer<typeof ChainAlternative>;

export const ChainTemplateItem = z
  .object({
    key: z.string(),
    type: Type,
    title: z.string(),
    ...shownCount,
    dueTime: z.string().nullable().meta({ description: "`HH:MM`; null for the end of the day." }),
    choose: ChainChoice.meta({ description: "Which date is taken where the item has alternatives." }),
    alternatives: z.array(ChainAlternative).max(mostAlternatives),
    isStep: z
      .boolean()
      .meta({ description: "Whether it is only a date from which other items are counted, and no deadline." }),
    serviceDays: z.union([z.literal(0), z.literal(3)]).meta({
      description: "3 where `isExtendedByService`: how many days it is says the service rule of the jurisdiction.",
    }),
    isJurisdictional: z.boolean(),
    warningDays: z.array(z.int()).nullable().meta({ description: "null for those of the firm’s policy." }),
    citation: z.string(),
  })
  .meta({ id: "ChainTemplateItem" });
export type ChainTemplateItem = z.infer<typeof ChainTemplateItem>;

const Facts = z.array(ChainFact).max(6).refine(isUnique, "must not contain a fact twice").default([]);

/** A count as a request gives it. */
const givenCount = {
  offset: Offset,
  unit: Unit,
  direction: CountDirection.default("after"),
  from: z
    .string()
    .max(48)
    .regex(/^(trigger|(trigger|item):[a-z][a-z0-9_]{0,39})$/, "must be trigger, trigger: and a key, or item: and a key")
    .default("trigger")
    .meta({
      description:
        "`trigger`; `trigger:` and the key of a further trigger; or `item:` and the key of an item before it: then it is counted from that date.",
    }),
  rollRule: RollRule.optional().meta({
    description: "By default `none` for limitation, else in the direction of the count.",
  }),
  startRule: StartRule.default("next_day"),
  nextWeekday: Weekday.nullable().default(null).meta({
    description: "1 for Monday to 7 for Sunday: after the period the date is the next such weekday after it.",
  }),
  isExtendedByService: z.boolean().optional().meta({
    description: "Whether service adds days, as the service rule of the jurisdiction says. By default false.",
  }),
  onlyIf: Facts.meta({ description: "Counts only where each of these is true." }),
  unless: Facts.meta({ description: "Counts only where none of these is true." }),
};

const GivenAlternative = z.strictObject({ ...givenCount, citation: oneLine(300).nullable().default(null) });

const GivenChainItem = z
  .strictObject({
    key: ItemKey,
    type: Type,
    title: oneLine(200),
    ...givenCount,
    dueTime: TimeOfDay.nullable().default(null).meta({ description: "null for the end of the day." }),
    choose: ChainChoice.default("earliest").meta({
      description: "Which date is taken where the item has alternatives.",
    }),
    alternatives: z.array(GivenAlternative).max(mostAlternatives).default([]).meta({
      description:
        "Further counts of the date, of which the earliest or latest is taken. An item and its alternatives are counted from the trigger or from one other deadline, not from both.",
    }),
    isStep: z.boolean().default(false).meta({
      description: "Whether it is only a date from which other items are counted, and no deadline. At most 10.",
    }),
    serviceDays: z
      .union([z.literal(0), z.literal(3)])
      .optional()
      .meta({ description: "3 for `isExtendedByService`." }),
    isJurisdictional: z
      .boolean()
      .default(false)
      .meta({ description: "Limitation, `post_trial_motion` and `notice_of_appeal` are so in any case." }),
    warningDays: WarningDays.nullable().default(null),
    citation: oneLine(300),
  })
  .refine(
    ({ serviceDays, isExtendedByService }) =>
      serviceDays === undefined || isExtendedByService === undefined || (serviceDays === 3) === isExtendedByService,
    {
      path: ["serviceDays"],
      message: "must be 3 with isExtendedByService, else 0",
    },
  );

const Trigger = z
  .object({ source: TriggerSource, label: z.string().meta({ description: "What happened on the day." }) })
  .meta({ id: "ChainTemplateTrigger" });

const OtherTrigger = z
  .object({ key: z.string(), label: z.string().meta({ description: "What happened on the day." }) })
  .meta({ id: "ChainOtherTrigger", description: "A further day from which items are counted." });
export type OtherTrigger = z.infer<typeof OtherTrigger>;
const GivenOtherTriggers = z
  .array(z.strictObject({ key: ItemKey, label: oneLine(200) }))
  .max(10)
  .refine((triggers) => isUnique(triggers.map(({ key }) => key)), "must not contain a key twice")
  .default([]);

export const ChainTemplate = z
  .object({
    id: Id.meta({ description: "Its key." }),
    key: z.string().meta({ example: "frcp.trial_set" }),
    name: z.string(),
    jurisdiction: TemplateJurisdiction,
    trigger: Trigger,
    triggers: z
      .array(OtherTrigger)
      .meta({ description: "Further days from which items are counted; a request gives those that are known." }),
    items: z.array(ChainTemplateItem),
    source: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleSource),
    verification: TemplateVerification,
    verifiedBy: Person.nullable(),
    verifiedAt: Instant.nullable(),
    asOf: z.string().meta({
      description: "The month or the day on which the text was read: YYYY-MM or YYYY-MM-DD.",
      example: "2025-06",
    }),
    revision: Revision.meta({ description: "1 for a shipped template that the firm has neither changed nor checked." }),
    updatedAt: Instant.nullable().meta({ description: "null for such a template." }),
  })
  .meta({ id: "ChainTemplate" });
export type ChainTemplate = z.infer<typeof ChainTemplate>;

export const ChainTemplateText = z
  .strictObject({
    name: visibleName(200),
    jurisdiction: TemplateJurisdiction,
    trigger: z.strictObject({ source: TriggerSource, label: oneLine(200) }),
    triggers: GivenOtherTriggers.meta({ description: "Further days from which items are counted." }),
    items: z.array(GivenChainItem).min(1).max(60),
    asOf: z
      .string()
      .max(10)
      .regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, "must be a month, YYYY-MM, or a day, YYYY-MM-DD"),
  })
  .superRefine((template, context) => {
    const fault = findItemFault(template.items, template.triggers) ?? findCountsFault(template.items);
    if (fault !== null) context.addIssue({ code: "custom", path: ["items", ...fault.path], message: fault.message });
  });
export type ChainTemplateText = z.infer<typeof ChainTemplateText>;

export const TemplateFilter = z.strictObject({
  jurisdiction: TemplateJurisdiction.optional(),
  verification: TemplateVerification.optional(),
});
export type TemplateFilter = z.infer<typeof TemplateFilter>;
export const ChosenTemplate = z.strictObject({ key: TemplateKey, expectedRevision: z.int32().min(1) });
export type ChosenTemplate = z.infer<typeof ChosenTemplate>;

const TriggerDates = z
  .record(ItemKey, PlausibleDate)
  .refine((dates) => Object.keys(dates).length <= 10, "must contain at most 10 triggers");

export const NewChain = z.strictObject({
  templateKey: TemplateKey,
  triggerOn: PlausibleDate.meta({
    description: "The day from which is counted; with `trigger`, the date of that record: of an event, its `startOn`.",
  }),
  trigger: z
    .strictObject({
      source: namedEnum("ChainTriggerSource", ["incident", "service", ...eventTriggers]),
      recordId: Id.meta({
        description: "The case for `incident`, the party for `service`, a calendar event of that type for the others.",
      }),
    })
    .optional()
    .meta({
      description:
        "The record whose date it is: the deadlines follow it. Of the template’s source; with a template of `manual` an event of any of these types. Without it the day is only a date.",
    }),
  triggerTime: TimeOfDay.optional().meta({
    description:
      "The time of day of `triggerOn`; required where an item counts hours from it, unless a calendar event is the trigger: then it is the event’s local start time, and only an event that takes whole days needs it. Hours from another item run from its `dueTime`, and from the beginning of its day, with a warning, where it has none.",
  }),
  triggerDates: TriggerDates.default({}).meta({
    description:
      "The days of the template’s further `triggers`, by key. One that is left out is not known: what is counted from it does not count, with a warning.",
  }),
  facts: ChainFacts.default({}).meta({
    description:
      "On what items depend. One that is left out is not known: of several dates the earlier is taken, and a deadline that may not apply is recorded, with a warning.",
  }),
  serviceMethod: ServiceMethod.nullable().default(null).meta({
    description:
      "Adds days to the items with `isExtendedByService`, as the service rule of the template’s jurisdiction says.",
  }),
  adversePartyId: Id.nullable().default(null).meta({ description: "The party against whom the deadlines run." }),
  holidayCalendarId: Id.optional().meta({
    description:
      "By default the case’s court calendar, the firm’s of the county or the template’s jurisdiction, else the shipped one of the jurisdiction.",
  }),
  assignedMemberIds: z
    .array(Id)
    .max(10)
    .refine(isUnique, "must not contain an ID twice")
    .optional()
    .meta({ description: "By default the lead attorney." }),
  includeKeys: z
    .array(ItemKey)
    .min(1)
    .max(60)
    .refine(isUnique, "must not contain a key twice")
    .optional()
    .meta({ description: "Only these items; by default all." }),
});
export type NewChain = z.infer<typeof NewChain>;
export const ChainPreview = NewChain.extend({
  caseId: Id.optional().meta({
    description: "The case whose state decides the time zone; required with `trigger` and `adversePartyId`.",
  }),
});
export type ChainPreview = z.infer<typeof ChainPreview>;

const AppliedTrigger = OtherTrigger.extend({
  on: CalendarDate.nullable().meta({ description: "null where it is not known." }),
}).meta({ id: "AppliedOtherTrigger" });
export type AppliedTrigger = z.infer<typeof AppliedTrigger>;

export const SkippedItem = z
  .object({
    itemKey: z.string(),
    title: z.string(),
    reason: oneOf(deadlineChainEnumerations.chainSkipReason),
    missing: z.array(z.string()).meta({ description: "What has no day, in words." }),
    facts: z.array(ChainFact).meta({ description: "The facts that exclude it." }),
  })
  .meta({ id: "SkippedChainItem", description: "An item of the template that makes no deadline." });
export type SkippedItem = z.infer<typeof SkippedItem>;

export const DeadlineChain = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    case: ShortCase,
    template: z
      .object({ key: z.string(), name: z.string(), revision: Revision })
      .meta({ id: "AppliedChainTemplate", description: "As of the application." }),
    trigger: z
      .object({
        source: TriggerSource,
        recordId: Id.nullable(),
        on: CalendarDate.meta({
          description: "As of the application, or of the last recalculation; of a calendar event, its day.",
        }),
      })
      .meta({ id: "DeadlineChainTrigger" }),
    triggers: z.array(AppliedTrigger).meta({
      description: "The further triggers of the template, as of the application or of the last recalculation.",
    }),
    facts: ChainFacts.meta({ description: "What was given of the facts on which items depend." }),
    serviceMethod: ServiceMethod.nullable(),
    adversePartyId: Id.nullable(),
    holidayCalendarId: Id.nullable().meta({ description: "null for a shipped calendar." }),
    status: oneOf(deadlineChainEnumerations.deadlineChainStatus),
    deadlineIds: z.array(Id).max(60),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "DeadlineChain" });
export type DeadlineChain = z.infer<typeof DeadlineChain>;

/** Without what comes from the case, so that a chain’s events need not follow its changes. */
export const DeadlineChainInEvent = DeadlineChain.omit({ case: true }).meta({ id: "DeadlineChainInEvent" });
export type DeadlineChainInEvent = z.infer<typeof DeadlineChainInEvent>;

const Move = z
  .object({
    deadlineId: Id,
    itemKey: z.string(),
    fromOn: CalendarDate,
    toOn: CalendarDate,
    action: oneOf(deadlineChainEnumerations.chainMoveAction),
  })
  .meta({ id: "ChainMove" });
export type Move = z.infer<typeof Move>;

export const ChainRecalculation = z.strictObject({
  triggerOn: PlausibleDate.meta({ description: "Of a chain that follows a record: the date of that record." }),
  serviceMethod: ServiceMethod.nullable().optional().meta({ description: "Without it each deadline keeps its own." }),
  triggerDates: z.record(ItemKey, PlausibleDate.nullable()).optional().meta({
    description:
      "Days of the template’s further `triggers`, by key; null where one is no longer known. Those left out stay.",
  }),
  facts: ChainFacts.optional().meta({ description: "Facts that are known by now. Those left out stay." }),
  reason: text(1, 1_000),
  commit: z.boolean().meta({ description: "false returns what would move, and moves nothing." }),
  expected: z
    .array(z.strictObject({ deadlineId: Id, dueOn: CalendarDate }))
    .max(60)
    .default([])
    .meta({ description: "With `commit`: the deadlines that the preview moves or proposes, with their `toOn`." }),
});
export type ChainRecalculation = z.infer<typeof ChainRecalculation>;
export const Moves = z.array(Move);

const AffectedDeadline = z
  .object({
    deadlineId: Id,
    itemKey: z.string(),
    title: z.string().meta({ description: "Of the item." }),
    dueOn: CalendarDate,
    wouldBeOn: CalendarDate.nullable().meta({ description: "null where it would not be recorded." }),
    effect: oneOf(deadlineChainEnumerations.chainEffect),
    days: z.int().nullable().meta({ description: "From `dueOn` to `wouldBeOn`; below 0 for an earlier date." }),
  })
  .meta({ id: "AffectedDeadline" });
export type AffectedDeadline = z.infer<typeof AffectedDeadline>;

export const AffectedChain = z
  .object({
    chainId: Id,
    caseId: Id,
    case: ShortCase,
    appliedRevision: Revision.meta({ description: "The revision of the template that was applied." }),
    triggerOn: CalendarDate,
    changes: z.array(AffectedDeadline).max(60),
  })
  .meta({
    id: "AffectedChain",
    description: "A chain whose open deadlines the current text of its template would date otherwise.",
  });
export type AffectedChain = z.infer<typeof AffectedChain>;

export const ChainCancellation = z.strictObject({ reason: text(1, 1_000) });
