import * as z from "zod";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";

import { TimeZone } from "../../contract/values/time-zones.ts";
import {
  CalendarDate,
  Id,
  PlausibleDate,
  PastDate,
  WarningDays,
  isUnique,
  oneLine,
  text,
  TimeOfDay,
} from "../../contract/values/values.ts";
import { CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import {
  AccrualBasis,
  CountJurisdiction,
  countParts,
  DeadlineRollRule,
  DeadlineServiceMethod,
  DeadlineUnit,
  ObservedHolidays,
  TollingTime,
} from "./calculation/schema.ts";
import { deadlineEnumerations } from "./enumerations.ts";
import { DeadlineStatus, DeadlineType } from "./schema.ts";

const Reason = text(1, 1_000);

const GivenTrigger = z.strictObject({
  source: oneOf(deadlineEnumerations.deadlineTrigger),
  recordId: Id.nullable().optional().meta({
    description:
      "The party, for `service`; the court action, for `filed`; the incident, or none, for `death`, `discovery` and `treatment_end`; a calendar event of that type and case, for `trial`, `hearing`, `court_conference`, `deposition`, `mediation` and `arbitration`: neither private nor a series. Others have none.",
  }),
  label: oneLine(200).nullable().optional(),
  on: PlausibleDate.optional().meta({
    description:
      "Read from the record for `incident`, `service`, `filed` and with `recordId`; required for the others.",
  }),
});
export type GivenTrigger = z.infer<typeof GivenTrigger>;

/** What describes a deadline without deciding its date. */
const descriptive = {
  adversePartyId: Id.nullable().optional().meta({ description: "The party against whom it runs." }),
  citation: oneLine(300)
    .nullable()
    .optional()
    .meta({ description: "Required with `source` `external` and `court_order`." }),
  isJurisdictional: z.boolean().optional().meta({
    description:
      "Whether no court may extend it; by default true for limitation, `post_trial_motion` and `notice_of_appeal`.",
  }),
  assignedMemberIds: z.array(Id).max(10).refine(isUnique, "must not contain an ID twice").optional(),
  warningDays: WarningDays.optional().meta({ description: "By default those of the firm’s policy for the class." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

/** What a date is determined by. */
const dateInputs = {
  dueTime: TimeOfDay.nullable().optional(),
  timeZone: TimeZone.optional().meta({ description: "By default that of the case’s state, else the organization’s." }),
  accrualBasis: AccrualBasis.nullable()
    .optional()
    .meta({ description: "For limitation. By a rule: what `accrualOn` is the day of, in place of the recorded one." }),
  accrualOn: PastDate.nullable().optional(),
  discoveryFacts: text(1, 5_000)
    .nullable()
    .optional()
    .meta({ description: "Required with `accrualBasis` `discovery` and `other`." }),
  offset: z.int().min(0).max(3_660).optional(),
  unit: DeadlineUnit.optional(),
  direction: CountDirection.optional(),
  startTime: countParts.startTime.optional(),
  startRule: countParts.startRule.optional(),
  nextWeekday: countParts.nextWeekday.optional(),
  serviceMethod: DeadlineServiceMethod.nullable().optional(),
  serviceDays: countParts.serviceDays.optional(),
  jurisdiction: CountJurisdiction.optional().meta({
    description:
      "Whose service rule applies: by default that of the chain, else the case’s state, else `US`. The rule is kept with the deadline as it is now; a change of `jurisdiction` or `serviceMethod` takes the current one.",
  }),
  holidayCalendarId: Id.optional().meta({
    description:
      "By default the calendar that the case names, else the firm’s court calendar of its county or state, else the shipped one of the state, else the business calendar.",
  }),
  observedHolidays: ObservedHolidays.optional(),
  rollRule: DeadlineRollRule.optional().meta({
    description: "By default `none` for limitation, else in the direction of the count.",
  }),
};

/** What a rule takes besides the case's own facts. */
const ruleFacts = {
  discoveredOn: PastDate.optional().meta({ description: "With `ruleKey`: when the injury was discovered." }),
  deathOn: PastDate.optional().meta({ description: "With `ruleKey`; by default the client’s." }),
  treatmentEndedOn: PastDate.optional().meta({ description: "With `ruleKey`." }),
  claimRejectedOn: PastDate.optional().meta({
    description: "With `ruleKey`: when the public body rejected the claim.",
  }),
};

export const NewDeadline = z.strictObject({
  type: DeadlineType,
  title: oneLine(200).optional().meta({ description: "By default the type and the name of the adverse party." }),
  claimantPartyId: Id.nullable().optional(),
  ...descriptive,
  dueOn: PlausibleDate.optional().meta({ description: "Without `ruleKey` and `trigger`." }),
  ruleKey: text(1, 100).optional().meta({
    description:
      "A rule of `GET /jurisdiction-rules` by which the date is calculated from the case’s facts, instead of `dueOn`.",
    example: "limitation.pa.personal_injury",
  }),
  ...ruleFacts,
  ...dateInputs,
  trigger: GivenTrigger.optional().meta({ description: "With `offset` and `unit`, instead of `dueOn`." }),
  source: namedEnum("GivenDeadlineSource", ["manual", "court_order", "external"]).default("manual"),
  reason: Reason.optional().meta({ description: "Limitation with `dueOn` needs `citation` or `reason`." }),
  calculation: z
    .strictObject({
      steps: z
        .array(z.strictObject({ text: text(1, 300), on: CalendarDate.nullable().default(null) }))
        .min(1)
        .max(60),
    })
    .optional()
    .meta({ description: "With `source` `external` and `dueOn` only; kept as sent. No names." }),
  allowDuplicate: z
    .boolean()
    .optional()
    .meta({ description: "Records a second open statute of limitations of the same claimant and adverse party." }),
});
export type NewDeadline = z.infer<typeof NewDeadline>;

export const DeadlineChanges = z.strictObject({
  title: oneLine(200).optional(),
  ...descriptive,
  dueOn: PlausibleDate.optional().meta({ description: "Of a calculated date: overrides it." }),
  ...dateInputs,
  trigger: z
    .strictObject({ on: PlausibleDate })
    .optional()
    .meta({ description: "Moves a trigger that no record has." }),
  isOverridden: z.literal(false).optional().meta({ description: "Calculates an overridden date again." }),
  reason: Reason.optional().meta({ description: "Required with whatever changes the date." }),
});
export type DeadlineChanges = z.infer<typeof DeadlineChanges>;

export const DeadlineTransition = z.strictObject({
  toStatus: DeadlineStatus.exclude(["missed"]),
  reason: Reason.optional().meta({ description: "Required for `waived` and `cancelled`, and to reopen." }),
  basis: oneOf(deadlineEnumerations.waiverBasis).optional().meta({ description: "Required for `waived`." }),
  on: CalendarDate.optional().meta({
    description: "Required for `satisfied` and `satisfied_late`: the day on which it was done.",
  }),
  documentId: Id.optional().meta({ description: "A document of the case that shows it; goes on legal hold." }),
  docketNumber: oneLine(100).optional(),
  note: text(1, 2_000).optional(),
  supersededById: Id.optional().meta({
    description: "Required for `superseded`: an open deadline of the same case and type.",
  }),
});
export type DeadlineTransition = z.infer<typeof DeadlineTransition>;

export const DeadlineExtension = z.strictObject({
  dueOn: PlausibleDate.meta({ description: "Later than the current one." }),
  dueTime: TimeOfDay.nullable().optional(),
  basis: oneOf(deadlineEnumerations.extensionBasis),
  reason: Reason,
  documentId: Id.optional().meta({ description: "Required for `court_order`." }),
});
export type DeadlineExtension = z.infer<typeof DeadlineExtension>;

const GivenSegment = z
  .strictObject({
    ...TollingTime.shape,
    fromOn: PlausibleDate,
    toOn: PlausibleDate.nullable().default(null),
    documentId: Id.nullable().default(null),
    note: text(1, 2_000).nullable().default(null),
  })
  .refine(({ fromOn, toOn }) => toOn === null || fromOn < toOn, "must end after it begins");
export const DeadlineTolling = z.strictObject({
  segments: z.array(GivenSegment).max(20).meta({ description: "Replaces those before." }),
  reason: Reason,
});
export type DeadlineTolling = z.infer<typeof DeadlineTolling>;

export const DeadlineDecision = z.strictObject({
  subject: namedEnum("DeadlineDecisionSubject", ["date", "transition", "recalculation"]).default("date"),
  decision: namedEnum("DeadlineDecisionKind", ["confirm", "dispute", "reject"]).meta({
    description: "`date` is confirmed or disputed, the others confirmed or rejected.",
  }),
  dueOn: CalendarDate.optional().meta({ description: "Required to confirm a date: the one that you found." }),
  basis: oneOf(deadlineEnumerations.verificationBasis),
  note: text(1, 2_000).optional().meta({ description: "Required to dispute." }),
});
export type DeadlineDecision = z.infer<typeof DeadlineDecision>;

/** On the later dates that wait of several deadlines of a case. */
export const DecisionOnMove = z.strictObject({
  deadlines: z
    .array(
      z.strictObject({
        deadlineId: Id,
        proposedOn: CalendarDate.meta({ description: "The later date that was seen." }),
        proposedTime: TimeOfDay.nullable().default(null).meta({ description: "With its time of day." }),
      }),
    )
    .min(1)
    .max(60)
    .refine(
      (deadlines) => isUnique(deadlines.map(({ deadlineId }) => deadlineId)),
      "must not contain a deadline twice",
    ),
  decision: namedEnum("MoveDecisionKind", ["confirm", "reject"]),
  note: text(1, 2_000).optional(),
});
export type DecisionOnMove = z.infer<typeof DecisionOnMove>;
