import * as z from "zod";
import { Actor, Person } from "../../contract/actor.ts";
import { deadlineType } from "../../contract/closed-sets/deadline-type.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { Jurisdiction } from "../../contract/portal/organization-profile.ts";
import { CalendarDate, Id, Instant, PlausibleDate, Revision, WarningDays, isUnique, oneLine, text, versionFields, visibleName } from "../../contract/values/values.ts";
import { ShortCase } from "../../contract/values/withheld.ts";
import { calculationEnumerations } from "../deadlines/calculation/enumerations.ts";
import { deadlineEnumerations, eventTriggers } from "../deadlines/enumerations.ts";
import { jurisdictionRuleEnumerations } from "../jurisdiction-rules/enumerations.ts";
import { CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import { deadlineChainEnumerations } from "./enumerations.ts";

const Type = oneOf(deadlineType);
const Unit = oneOf(calculationEnumerations.deadlineUnit);
const RollRule = oneOf(calculationEnumerations.deadlineRollRule);
const ServiceMethod = oneOf(calculationEnumerations.deadlineServiceMethod);
const TriggerSource = oneOf(deadlineEnumerations.deadlineTrigger);
export const TemplateVerification = oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification);
export type TemplateVerification = z.infer<typeof TemplateVerification>;
const TemplateJurisdiction = z.union([Jurisdiction, z.literal("US")]).meta({ description: "The state whose courts’ calendar counts, or `US` for that of the federal courts." });

/** A key that is no template's is one that there is not: it is checked where the template is looked up. */
export const TemplateKey = Id.meta({ example: "frcp.trial_set", description: "Of a shipped template, such as `frcp.trial_set`; of one of the firm: `cht_` and a name of lower case letters, digits and underscores." });
const ItemKey = z.string().max(40).regex(/^[a-z][a-z0-9_]{0,39}$/, "must begin with a letter, followed by at most 39 letters, digits and underscores, all lower case").meta({ example: "answer_due" });

export const ChainTemplateItem = z
  .object({
    key: z.string(),
    type: Type,
    title: z.string(),
    offset: z.int(),
    unit: Unit,
    direction: CountDirection,
    from: z.string().meta({ description: "`trigger`, or `item:` and the key of an item before it.", example: "trigger" }),
    rollRule: RollRule,
    serviceDays: z.union([z.literal(0), z.literal(3)]).meta({ description: "The days that service by mail, with the clerk, or by other means consented to adds." }),
    isJurisdictional: z.boolean(),
    warningDays: z.array(z.int()).nullable().meta({ description: "null for those of the firm’s policy." }),
    citation: z.string(),
  })
  .meta({ id: "ChainTemplateItem" });
export type ChainTemplateItem = z.infer<typeof ChainTemplateItem>;

const GivenChainItem = z.strictObject({
  key: ItemKey,
  type: Type,
  title: oneLine(200),
  offset: z.int().min(0).max(3_660),
  unit: Unit,
  direction: CountDirection.default("after"),
  from: z
    .string()
    .max(45)
    .regex(/^(trigger|item:[a-z][a-z0-9_]{0,39})$/, "must be trigger, or item: and a key")
    .default("trigger")
    .meta({ description: "`trigger`, or `item:` and the key of an item before it: then it is counted from that deadline’s date." }),
  rollRule: RollRule.optional().meta({ description: "By default `none` for limitation, else in the direction of the count." }),
  serviceDays: z.union([z.literal(0), z.literal(3)]).default(0),
  isJurisdictional: z.boolean().default(false).meta({ description: "Limitation, `post_trial_motion` and `notice_of_appeal` are so in any case." }),
  warningDays: WarningDays.nullable().default(null),
  citation: oneLine(300),
});

const afterItem = "item:";

/** The key of the item from whose date an item is counted; null for the trigger. */
export const sourceOf = ({ from }: { from: string }): string | null => (from.startsWith(afterItem) ? from.slice(afterItem.length) : null);

/** What is wrong with the items of a template: a key twice, or a source that does not stand before. */
export function findItemFault(items: readonly { key: string; from: string }[]): { path: (string | number)[]; message: string } | null {
  const before = new Set<string>();
  for (const [place, item] of items.entries()) {
    const source = sourceOf(item);
    if (before.has(item.key)) return { path: [place, "key"], message: "must not be the key of two items" };
    if (source !== null && !before.has(source)) return { path: [place, "from"], message: "must name an item before it" };
    before.add(item.key);
  }
  return null;
}

const Trigger = z
  .object({ source: TriggerSource, label: z.string().meta({ description: "What happened on the day." }) })
  .meta({ id: "ChainTemplateTrigger" });

export const ChainTemplate = z
  .object({
    id: Id.meta({ description: "Its key." }),
    key: z.string().meta({ example: "frcp.trial_set" }),
    name: z.string(),
    jurisdiction: TemplateJurisdiction,
    trigger: Trigger,
    items: z.array(ChainTemplateItem),
    source: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleSource),
    verification: TemplateVerification,
    verifiedBy: Person.nullable(),
    verifiedAt: Instant.nullable(),
    asOf: z.string().meta({ description: "The month in which the text was written, YYYY-MM.", example: "2025-06" }),
    revision: Revision.meta({ description: "1 for a shipped template that the firm has neither changed nor checked." }),
    updatedAt: Instant.nullable().meta({ description: "null for such a template." }),
  })
  .meta({ id: "ChainTemplate" });
export type ChainTemplate = z.infer<typeof ChainTemplate>;

export const ChainTemplateText = z.strictObject({
  name: visibleName(200),
  jurisdiction: TemplateJurisdiction,
  trigger: z.strictObject({ source: TriggerSource, label: oneLine(200) }),
  items: z
    .array(GivenChainItem)
    .min(1)
    .max(60)
    .superRefine((items, context) => {
      const fault = findItemFault(items);
      if (fault !== null) context.addIssue({ code: "custom", ...fault });
    }),
  asOf: z.string().max(7).regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, YYYY-MM"),
});
export type ChainTemplateText = z.infer<typeof ChainTemplateText>;

export const TemplateFilter = z.strictObject({ jurisdiction: TemplateJurisdiction.optional(), verification: TemplateVerification.optional() });
export type TemplateFilter = z.infer<typeof TemplateFilter>;
export const ChosenTemplate = z.strictObject({ key: TemplateKey, expectedRevision: z.int32().min(1) });
export type ChosenTemplate = z.infer<typeof ChosenTemplate>;

export const NewChain = z.strictObject({
  templateKey: TemplateKey,
  triggerOn: PlausibleDate.meta({ description: "The day from which is counted; with `trigger`, the date of that record: of an event, its `startOn`." }),
  trigger: z
    .strictObject({ source: namedEnum("ChainTriggerSource", ["incident", "service", ...eventTriggers]), recordId: Id.meta({ description: "The case for `incident`, the party for `service`, a calendar event of that type for the others." }) })
    .optional()
    .meta({ description: "The record whose date it is: the deadlines follow it. Of the template’s source; with a template of `manual` an event of any of these types. Without it the day is only a date." }),
  serviceMethod: ServiceMethod.nullable().default(null).meta({ description: "Adds 3 days to the items with `serviceDays` 3, if it is `mail`, `left_with_clerk` or `other_consented`." }),
  adversePartyId: Id.nullable().default(null).meta({ description: "The party against whom the deadlines run." }),
  holidayCalendarId: Id.optional().meta({ description: "By default the firm’s court calendar of the template’s jurisdiction; of `US`, else the shipped federal one." }),
  assignedMemberIds: z.array(Id).max(10).refine(isUnique, "must not contain an ID twice").optional().meta({ description: "By default the lead attorney." }),
  includeKeys: z.array(ItemKey).min(1).max(60).refine(isUnique, "must not contain a key twice").optional().meta({ description: "Only these items; by default all." }),
});
export type NewChain = z.infer<typeof NewChain>;
export const ChainPreview = NewChain.extend({ caseId: Id.optional().meta({ description: "The case whose state decides the time zone; required with `trigger` and `adversePartyId`." }) });
export type ChainPreview = z.infer<typeof ChainPreview>;

export const DeadlineChain = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    case: ShortCase,
    template: z.object({ key: z.string(), name: z.string(), revision: Revision }).meta({ id: "AppliedChainTemplate", description: "As of the application." }),
    trigger: z
      .object({ source: TriggerSource, recordId: Id.nullable(), on: CalendarDate.meta({ description: "As of the application, or of the last recalculation; of a calendar event, its day." }) })
      .meta({ id: "DeadlineChainTrigger" }),
    serviceMethod: ServiceMethod.nullable(),
    adversePartyId: Id.nullable(),
    holidayCalendarId: Id.nullable().meta({ description: "null for the shipped federal calendar." }),
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
  .object({ deadlineId: Id, itemKey: z.string(), fromOn: CalendarDate, toOn: CalendarDate, action: oneOf(deadlineChainEnumerations.chainMoveAction) })
  .meta({ id: "ChainMove" });
export type Move = z.infer<typeof Move>;

export const ChainRecalculation = z.strictObject({
  triggerOn: PlausibleDate.meta({ description: "Of a chain that follows a record: the date of that record." }),
  serviceMethod: ServiceMethod.nullable().optional().meta({ description: "Without it each deadline keeps its own." }),
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

export const ChainCancellation = z.strictObject({ reason: text(1, 1_000) });
