import * as z from "zod";
import { Actor, Author, Person } from "../../contract/actor.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { DueListSort, HistorySort, listPageLimit, pageInput, sortedPageInput } from "../../contract/page.ts";
import { MemberName, MemberStatus } from "../../contract/portal/member-record.ts";
import { CalendarDate, Id, Instant, text, versionFields } from "../../contract/values/values.ts";
import { ShortCase } from "../../contract/values/withheld.ts";
import { jurisdictionRuleEnumerations } from "../jurisdiction-rules/enumerations.ts";
import { CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import {
  AccrualBasis,
  CountJurisdiction,
  countParts,
  DeadlineCalculation,
  DeadlineRollRule,
  DeadlineServiceMethod,
  DeadlineStartRule,
  DeadlineUnit,
  dueAtDescription,
  ObservedHolidays,
  TollingTime,
} from "./calculation/schema.ts";
import { deadlineEnumerations } from "./enumerations.ts";

export const DeadlineType = oneOf(deadlineEnumerations.deadlineType);
export const DeadlineClass = oneOf(deadlineEnumerations.deadlineClass);
export const DeadlineStatus = oneOf(deadlineEnumerations.deadlineStatus);
export type DeadlineStatus = z.infer<typeof DeadlineStatus>;
export const DeadlineVerification = oneOf(deadlineEnumerations.deadlineVerification);
const DeadlineSource = oneOf(deadlineEnumerations.deadlineSource);
const Urgency = oneOf(deadlineEnumerations.deadlineUrgency);

const OnParty = z.object({ partyId: Id, contact: z.object({ id: Id, name: z.string() }) });

export const TollingSegment = TollingTime.extend({
  id: Id,
  toOn: CalendarDate.nullable().meta({
    description: "The first day on which time runs again; null while it does not.",
  }),
  documentId: Id.nullable(),
  note: z.string().nullable(),
}).meta({ id: "TollingSegment" });
export type TollingSegment = z.infer<typeof TollingSegment>;

const Trigger = z.object({
  source: oneOf(deadlineEnumerations.deadlineTrigger),
  recordId: Id.nullable().meta({
    description:
      "The record that the deadline follows: the case, for `incident`; the party, for `service`; the court action, for `filed`; the incident, for `death`, `discovery` and `treatment_end`; the calendar event, for `trial` and the like.",
  }),
  label: z.string().nullable(),
  on: CalendarDate,
});

const MovedTrigger = z
  .object({
    source: oneOf(deadlineEnumerations.deadlineTrigger),
    recordId: Id.nullable().meta({
      description:
        "The case, the party, the court action, the incident or the calendar event whose day moved; or the deadline of the same chain whose date did.",
    }),
    label: z.string().nullable(),
    fromOn: CalendarDate,
    toOn: CalendarDate,
  })
  .meta({ id: "MovedTrigger" });

const Recalculation = z.object({
  proposedOn: CalendarDate,
  proposedTime: z.string().nullable().default(null).meta({ description: "`HH:MM`; null for the end of the day." }),
  triggerOn: CalendarDate,
  triggerTime: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: "Of hours, the `startTime` that they would run from." }),
  movedTrigger: MovedTrigger.nullable().meta({
    description:
      "What moved: the same for all deadlines of a chain that wait because of it. null where the holiday calendar or a date of birth changed.",
  }),
  causedBy: Actor,
  at: Instant,
});

const PendingTransition = z.object({
  toStatus: DeadlineStatus,
  basis: oneOf(deadlineEnumerations.waiverBasis).nullable(),
  reason: z.string().nullable(),
  supersededById: Id.nullable(),
  requestedBy: Actor,
  requestedAt: Instant,
});

const Verification = z.object({
  by: Actor,
  onBehalfOf: Person.nullable(),
  at: Instant,
  basis: oneOf(deadlineEnumerations.verificationBasis),
  note: z.string().nullable(),
});

const Satisfaction = z.object({
  on: CalendarDate,
  documentId: Id.nullable(),
  docketNumber: z.string().nullable(),
  note: z.string().nullable(),
  recordedBy: Actor,
  recordedAt: Instant,
});

export const Deadline = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    case: ShortCase,
    claimantPartyId: Id.nullable().meta({ description: "Whose claim it is; null for the case’s client." }),
    claimant: OnParty.nullable(),
    adversePartyId: Id.nullable(),
    adverse: OnParty.nullable(),
    type: DeadlineType,
    deadlineClass: DeadlineClass,
    title: z.string(),
    dueOn: CalendarDate.meta({
      description: "The last day, in `timeZone`: what a calendar, a list or a person is shown.",
    }),
    dueTime: z.string().nullable().meta({ description: "`HH:MM`; null for the end of the day." }),
    timeZone: z.string().meta({ description: "IANA." }),
    timeZoneBasis: oneOf(deadlineEnumerations.deadlineTimeZoneBasis),
    dueAt: Instant.meta({
      description: `When it is over: \`dueOn\` at \`dueTime\`, or the end of \`dueOn\`, in \`timeZone\`. ${dueAtDescription}`,
    }),
    conservativeDueOn: CalendarDate.nullable().meta({ description: "The earliest date that the facts allow." }),
    effectiveOn: CalendarDate.meta({
      description: "What to rely on: `dueOn` once verified, until then the earlier of `dueOn` and `conservativeDueOn`.",
    }),
    actByOn: CalendarDate.meta({ description: "The last open day on or before `effectiveOn`." }),
    originalDueOn: CalendarDate.meta({ description: "The first `dueOn`." }),
    daysLeft: z.int().meta({ description: "From today in `timeZone` to `effectiveOn`." }),
    actInDays: z.int().meta({
      description:
        "From today in `timeZone` to `actByOn`, which warnings and `urgency` count to; negative once that day is past.",
    }),
    urgency: Urgency,
    status: DeadlineStatus,
    statusReason: z.string().nullable(),
    availableTransitions: z.array(DeadlineStatus),
    pendingTransition: PendingTransition.nullable().meta({ description: "Waits for a second person." }),
    verificationStatus: DeadlineVerification,
    verification: Verification.nullable().meta({ description: "The last decision." }),
    setBy: Author.extend({ causedBy: Actor.nullable() }).meta({
      description: "Who determined the current date; `causedBy`: whose change the system followed.",
    }),
    source: DeadlineSource,
    isJurisdictional: z.boolean().meta({ description: "Whether no court may extend it." }),
    rule: z
      .object({
        key: z.string(),
        citation: z.string(),
        verification: oneOf(jurisdictionRuleEnumerations.jurisdictionRuleVerification),
        asOf: z.string(),
      })
      .nullable(),
    citation: z.string().nullable(),
    trigger: Trigger.nullable(),
    offset: z.int().nullable(),
    unit: DeadlineUnit.nullable(),
    direction: CountDirection.nullable(),
    holidayCalendarId: Id.nullable().meta({
      description: "null for a shipped calendar: that of the courts of its state or of its chain.",
    }),
    observedHolidays: ObservedHolidays,
    rollRule: DeadlineRollRule.nullable(),
    serviceMethod: DeadlineServiceMethod.nullable(),
    serviceDays: countParts.serviceDays,
    jurisdiction: CountJurisdiction.nullable().meta({
      description: "Whose service rule was applied; null for a date that is not counted.",
    }),
    startTime: countParts.startTime,
    startRule: DeadlineStartRule.nullable(),
    nextWeekday: countParts.nextWeekday,
    calculation: DeadlineCalculation.nullable(),
    isOverridden: z.boolean().meta({ description: "Whether `dueOn` was set manually although it was calculated." }),
    accrualBasis: AccrualBasis.nullable(),
    accrualOn: CalendarDate.nullable(),
    discoveryFacts: z.string().nullable(),
    tolling: z.array(TollingSegment),
    isTolled: z.boolean().meta({ description: "Whether a tolling segment has no end." }),
    recalculation: Recalculation.nullable().meta({ description: "A later date that waits for a second person." }),
    chain: z
      .object({ id: Id, templateName: z.string(), itemKey: z.string() })
      .nullable()
      .meta({ description: "The chain that it was made with: `GET /deadline-chains/{chainId}`." }),
    satisfaction: Satisfaction.nullable(),
    extension: z
      .object({
        fromOn: CalendarDate,
        basis: oneOf(deadlineEnumerations.extensionBasis),
        documentId: Id.nullable(),
        at: Instant,
      })
      .nullable()
      .meta({ description: "The last one." }),
    supersededById: Id.nullable(),
    supersedesId: Id.nullable().meta({ description: "The last deadline that this one replaces." }),
    assignees: z.array(MemberName.extend({ status: MemberStatus })),
    warningDays: z.array(z.int()).meta({
      description:
        "How many days before `actByOn` the assignees and the case’s lead attorney are warned, at 08:00 in `timeZone`; from three days on those who manage deadlines are, too. Of the classes `limitation`, `court` and `notice` they are also warned on the last open day before `actByOn`.",
    }),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "Deadline" });
export type Deadline = z.infer<typeof Deadline>;

/** What events never say, for no reader. */
const Redacted = z
  .string()
  .overwrite(() => "[redacted]")
  .nullable()
  .meta({ description: "`[redacted]`, or null." });
const { minority } = DeadlineCalculation.shape;

/**
 * Without the members that come from case and parties, so that a deadline’s events need not follow each change of
 * these; and without reasons, notes and facts, whatever is parsed with it.
 */
export const DeadlineInEvent = Deadline.omit({ case: true, claimant: true, adverse: true })
  .extend({
    statusReason: Redacted,
    discoveryFacts: Redacted,
    notes: Redacted,
    pendingTransition: PendingTransition.extend({ reason: Redacted }).nullable(),
    verification: Verification.extend({ note: Redacted }).nullable(),
    satisfaction: Satisfaction.extend({ note: Redacted }).nullable(),
    tolling: z.array(TollingSegment.extend({ note: Redacted }).meta({ id: "TollingSegmentInEvent" })),
    calculation: DeadlineCalculation.extend({
      minority: minority
        .unwrap()
        .extend({ bornOn: z.string().overwrite(() => "[redacted]") })
        .nullable(),
    })
      .meta({ id: "DeadlineCalculationInEvent" })
      .nullable(),
  })
  .meta({ id: "DeadlineInEvent" });
export type DeadlineInEvent = z.infer<typeof DeadlineInEvent>;

const filters = {
  ...sortedPageInput,
  type: DeadlineType.optional(),
  deadlineClass: DeadlineClass.optional(),
  status: DeadlineStatus.optional(),
  isOpen: z.boolean().optional().meta({ description: "Whether it is open or missed." }),
  verificationStatus: DeadlineVerification.optional(),
  hasPending: z
    .boolean()
    .optional()
    .meta({ description: "Whether a transition or a later date waits for a second person." }),
  assignedMemberId: Id.optional(),
  dueFrom: CalendarDate.optional().meta({ description: "The first `effectiveOn`." }),
  dueTo: CalendarDate.optional().meta({ description: "The last `effectiveOn`." }),
  urgency: Urgency.optional(),
  isTolled: z.boolean().optional(),
  isOverridden: z.boolean().optional(),
  source: DeadlineSource.optional(),
  chainId: Id.optional(),
  ruleKey: text(1, 100).optional(),
  adversePartyId: Id.optional(),
  externalId: text(1, 200).optional(),
  sort: DueListSort.default("newest").meta({ description: "`due`: by `effectiveOn`." }),
};
export const CaseDeadlineFilter = z.strictObject(filters);
export const DeadlineFilter = CaseDeadlineFilter.extend({ caseId: Id.optional() });
export type DeadlineQuery = z.infer<typeof DeadlineFilter>;

const Snapshot = Deadline.pick({
  dueOn: true,
  dueTime: true,
  timeZone: true,
  effectiveOn: true,
  status: true,
  verificationStatus: true,
})
  .extend({
    triggerOn: CalendarDate.nullable(),
    tolledDays: z.int(),
    steps: DeadlineCalculation.shape.steps
      .default([])
      .meta({ description: "How the date was calculated; empty for one that was given." }),
  })
  .meta({ id: "DeadlineSnapshot" });

export const DeadlineChange = z
  .object({
    id: Id,
    deadlineId: Id,
    number: z.int().meta({ description: "1 for the creation." }),
    kind: oneOf(deadlineEnumerations.deadlineChangeKind),
    reason: z.string().nullable(),
    before: Snapshot.nullable(),
    after: Snapshot,
    actor: Author,
    causedBy: Actor.nullable(),
    at: Instant,
  })
  .meta({ id: "DeadlineChange" });
export type DeadlineChange = z.infer<typeof DeadlineChange>;

export const HistoryQuery = z.strictObject({
  deadlineId: Id,
  ...pageInput(listPageLimit),
  sort: HistorySort.default("oldest"),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export const DeadlineMove = z
  .object({
    deadlineId: Id,
    type: DeadlineType,
    title: z.string(),
    itemKey: z.string().nullable().meta({ description: "Of its chain’s template." }),
    fromOn: CalendarDate.meta({ description: "Its present date." }),
    fromTime: z.string().nullable().meta({ description: "`HH:MM`; null for the end of the day." }),
    toOn: CalendarDate.meta({ description: "The date that it would have, or that would wait." }),
    toTime: z.string().nullable().meta({ description: "`HH:MM`; null for the end of the day." }),
    action: oneOf(deadlineEnumerations.deadlineMoveAction),
  })
  .meta({ id: "DeadlineMove" });
export type DeadlineMove = z.infer<typeof DeadlineMove>;
