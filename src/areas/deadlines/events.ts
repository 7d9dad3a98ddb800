import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, ids, relateToCase, times } from "../../contract/examples/example-story.ts";
import {
  correctedDeadline,
  deadline,
  extendedDeadline,
  missedDeadline,
  pendingDeadline,
  policy,
  retitledDeadline,
  satisfiedDeadline,
  tolledDeadline,
  verifiedDeadline,
} from "./examples.ts";
import { DeadlinePolicy } from "./policy/schema.ts";
import { DeadlineInEvent, type Deadline } from "./schema.ts";

const hidden = "[redacted]";
const shown = (of: Deadline): DeadlineInEvent => DeadlineInEvent.parse(of);
const moved = {
  dueOn: deadline.dueOn,
  dueAt: deadline.dueAt,
  effectiveOn: deadline.effectiveOn,
  actByOn: deadline.actByOn,
};
const running = { status: "open", urgency: "warning", availableTransitions: deadline.availableTransitions } as const;
const ended = (status: "waived" | "superseded" | "cancelled"): Deadline => ({
  ...deadline,
  status,
  statusReason: "x",
  urgency: "done",
  availableTransitions: ["open"],
  revision: 2,
  updatedAt: times.now,
});
const endedFrom = { ...running, statusReason: null };
const movedTrigger = {
  source: "manual",
  recordId: null,
  label: "Interrogatories served",
  fromOn: "2026-03-04",
  toOn: "2026-03-11",
} as const;
const proposal = {
  proposedOn: "2026-04-10",
  proposedTime: null,
  triggerOn: "2026-03-11",
  triggerTime: null,
  movedTrigger,
  causedBy: actors.vendor,
  at: times.now,
};
const { calculation } = deadline;
const calledOff = {
  ...deadline,
  calculation:
    calculation === null ? null : { ...calculation, warnings: [...calculation.warnings, "trigger_called_off"] },
  revision: 2,
} satisfies Deadline;
const rejected = { ...pendingDeadline, pendingTransition: null, revision: 3 } satisfies Deadline;
const earlier = {
  ...deadline,
  dueOn: "2026-04-02",
  effectiveOn: "2026-04-02",
  actByOn: "2026-04-02",
  dueAt: "2026-04-03T05:00:00.000Z",
  daysLeft: 19,
  actInDays: 19,
  revision: 2,
} satisfies Deadline;
const disputed = { ...verifiedDeadline, verificationStatus: "disputed" } as const satisfies Deadline;

export const deadlineEvents = defineEvents({
  entity: "deadline",
  area: "deadlines",
  scope: "deadlines:read",
  payload: DeadlineInEvent,
  exampleRelatedIds: (id) => [{ entity: "deadline", id }, ...relateToCase(), { entity: "member", id: ids.attorneyId }],
  types: {
    "deadline.created": {
      description:
        "A deadline was recorded. Events of deadlines have no reasons, notes and facts of discovery: they read `[redacted]`.",
      example: { payload: shown(deadline) },
    },
    "deadline.updated": {
      description:
        "A deadline was changed without its date, followed another time zone or last open day, or a later date was rejected or dropped.",
      example: { payload: shown(retitledDeadline), before: { title: deadline.title } },
    },
    "deadline.recalculated": {
      description: "The trigger of a deadline moved, and its date with it.",
      example: { payload: shown(earlier), before: { ...moved, daysLeft: 20, actInDays: 20 } },
    },
    "deadline.recalculation_proposed": {
      description: "The trigger of a deadline moved to a later date, which a second person has to confirm.",
      example: { payload: shown({ ...deadline, recalculation: proposal }), before: { recalculation: null } },
    },
    "deadline.trigger_called_off": {
      description:
        "The calendar event from which a deadline is counted was canceled, or put off without a date. The deadline keeps its date, with the warning `trigger_called_off`: whether it still applies is for the assignees to decide.",
      example: { payload: shown(calledOff), before: { calculation: DeadlineInEvent.parse(deadline).calculation } },
    },
    "deadline.corrected": {
      description: "What decides the date of a deadline was corrected, or its calculated date was overridden.",
      example: { payload: shown(correctedDeadline), before: { dueTime: null, dueAt: deadline.dueAt } },
    },
    "deadline.extended": {
      description: "A deadline was extended.",
      example: {
        payload: shown(extendedDeadline),
        before: {
          ...moved,
          conservativeDueOn: deadline.conservativeDueOn,
          daysLeft: 20,
          actInDays: 20,
          urgency: "warning",
          isOverridden: false,
          extension: null,
        },
      },
    },
    "deadline.tolled": {
      description: "The tolling segments of a limitation were replaced.",
      example: {
        payload: shown(tolledDeadline),
        before: { dueOn: "2028-01-19", dueAt: "2028-01-20T06:00:00.000Z", conservativeDueOn: null, tolling: [] },
      },
    },
    "deadline.verified": {
      description: "A second person found the same date.",
      example: { payload: shown(verifiedDeadline), before: { verificationStatus: "unverified", verification: null } },
    },
    "deadline.disputed": {
      description: "A second person found another date.",
      example: { payload: shown(disputed), before: { verificationStatus: "unverified", verification: null } },
    },
    "deadline.transition_requested": {
      description: "A transition of a limitation waits for a second person.",
      example: { payload: shown(pendingDeadline), before: { pendingTransition: null } },
    },
    "deadline.transition_rejected": {
      description: "A second person rejected a transition.",
      example: {
        payload: shown(rejected),
        before: { pendingTransition: { ...pendingDeadline.pendingTransition, reason: hidden } },
      },
    },
    "deadline.satisfied": {
      description: "What a deadline asks for was done, also late.",
      example: { payload: shown(satisfiedDeadline), before: { ...running, satisfaction: null } },
    },
    "deadline.approaching": {
      description:
        "A deadline is as near as one of its `warningDays`, or nearer, or the next open day is the last one to act: at 08:00 in its time zone, or within the hour. `metadata` has `actByOn` with `actInDays`, `effectiveOn` with `daysLeft`, and `isVerified`.",
      example: {
        by: actors.system,
        payload: shown(deadline),
        metadata: { daysLeft: 20, effectiveOn: "2026-04-03", actInDays: 20, actByOn: "2026-04-03", isVerified: false },
      },
    },
    "deadline.missed": {
      description: "A deadline passed undone. The system records it within five minutes.",
      example: {
        by: actors.system,
        payload: shown(missedDeadline),
        before: { status: "open", urgency: "overdue", availableTransitions: deadline.availableTransitions },
      },
    },
    "deadline.waived": {
      description: "A deadline was waived.",
      example: { payload: shown(ended("waived")), before: endedFrom },
    },
    "deadline.superseded": {
      description: "Another deadline replaces this one.",
      example: {
        payload: shown({ ...ended("superseded"), supersededById: tolledDeadline.id }),
        before: { ...endedFrom, supersededById: null },
      },
    },
    "deadline.cancelled": {
      description: "A deadline was canceled.",
      example: { payload: shown(ended("cancelled")), before: endedFrom },
    },
    "deadline.reopened": {
      description: "A deadline was reopened.",
      example: {
        payload: shown({ ...deadline, statusReason: "x", revision: 3 }),
        before: { status: "cancelled", urgency: "done", availableTransitions: ["open"] },
      },
    },
  },
});

export const deadlinePolicyEvents = defineEvents({
  entity: "deadline_policy",
  area: "deadlines",
  scope: "deadlines:read",
  payload: DeadlinePolicy,
  exampleRelatedIds: () => [{ entity: "organization", id: ids.organizationId }],
  types: {
    "deadline_policy.updated": {
      description: "How the firm handles deadlines was changed.",
      example: {
        payload: { ...policy, limitationVerification: "other_persons", revision: 2, updatedAt: times.now },
        before: { limitationVerification: "members" },
      },
    },
  },
});
