import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { defaultPolicy } from "./policy/domain.ts";
import type { DeadlinePolicy } from "./policy/schema.ts";
import { Deadline, type DeadlineChange } from "./schema.ts";

const { organizationId, caseId, attorneyId, chartId } = ids;
const attorney = { id: attorneyId, firstName: "Nadia", lastName: "Okafor" };
const author = { ...actors.vendor, onBehalfOf: attorney };

/** The response to discovery that was served on March 4, 2026. */
export const deadline = exampleRecord(Deadline, {
  id: "ddl_01kf3mh0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  case: matter,
  type: "discovery_response",
  deadlineClass: "court",
  title: "Response to the first interrogatories",
  dueOn: "2026-04-03",
  timeZone: "America/Chicago",
  timeZoneBasis: "case_state",
  dueAt: "2026-04-04T05:00:00.000Z",
  conservativeDueOn: "2026-04-03",
  effectiveOn: "2026-04-03",
  actByOn: "2026-04-03",
  originalDueOn: "2026-04-03",
  daysLeft: 20,
  actInDays: 20,
  urgency: "warning",
  status: "open",
  availableTransitions: ["satisfied", "waived", "superseded", "cancelled"],
  verificationStatus: "unverified",
  setBy: { ...author, causedBy: null },
  source: "manual",
  isJurisdictional: false,
  citation: "Fed. R. Civ. P. 33(b)(2)",
  trigger: { source: "manual", recordId: null, label: "Interrogatories served", on: "2026-03-04" },
  offset: 30,
  unit: "calendar_days",
  direction: "after",
  observedHolidays: "conservative",
  serviceMethod: "electronic",
  jurisdiction: "US",
  startRule: "next_day",
  calculation: {
    method: "rule_6",
    engine: "2",
    startOn: "2026-03-04",
    startTime: null,
    offset: 30,
    unit: "calendar_days",
    direction: "after",
    startRule: "next_day",
    nextWeekday: null,
    rawOn: "2026-04-03",
    rolledOn: "2026-04-03",
    dueTime: null,
    jurisdiction: "US",
    service: {
      ruleKey: "service.us",
      method: "electronic",
      days: 0,
      unit: "calendar_days",
      order: "after_roll",
      citation: "Fed. R. Civ. P. 6(d)",
      isVerified: false,
    },
    serviceDays: 0,
    skippedDays: [],
    tolledDays: 0,
    minority: null,
    discovery: null,
    reposeOn: null,
    candidates: [],
    conservativeOn: "2026-04-03",
    calendar: { id: null, revision: 1, isVerified: false },
    ruleKey: null,
    citation: null,
    warnings: ["unverified_rule", "unverified_calendar"],
    steps: [
      { text: "30 days after the start, which is not counted", on: "2026-04-03" },
      { text: "No days are added for service electronically (Fed. R. Civ. P. 6(d))", on: null },
    ],
  },
  isOverridden: false,
  tolling: [],
  isTolled: false,
  assignees: [{ ...attorney, status: "active" }],
  warningDays: [30, 14, 7, 3, 1],
  notes: "Ask for two more weeks if the surgeon’s chart is not there.",
  externalId: "dms-deadline-88",
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

const statute = {
  ...deadline,
  id: "ddl_01kf3mh1s6v8x0z2b4d6f8h0k2",
  type: "statute_of_limitations",
  deadlineClass: "limitation",
  title: "Statute of limitations",
  dueOn: "2028-01-19",
  conservativeDueOn: null,
  effectiveOn: "2028-01-19",
  actByOn: "2028-01-19",
  originalDueOn: "2028-01-19",
  dueAt: "2028-01-20T06:00:00.000Z",
  daysLeft: 676,
  actInDays: 676,
  urgency: "later",
  isJurisdictional: true,
  citation: "Tex. Civ. Prac. & Rem. Code § 16.003(a)",
  trigger: null,
  offset: null,
  unit: null,
  direction: null,
  serviceMethod: null,
  calculation: null,
  warningDays: [180, 90, 60, 30, 14, 7, 3, 1],
  notes: null,
  externalId: null,
} as const satisfies Deadline;

const changed = { revision: 2, updatedAt: times.now };
const decision = { by: actors.manager, onBehalfOf: null, at: times.now };
export const retitledDeadline = {
  ...deadline,
  title: "Responses to both sets of interrogatories",
  ...changed,
} satisfies Deadline;
export const correctedDeadline = {
  ...deadline,
  dueTime: "17:00",
  dueAt: "2026-04-03T22:00:00.000Z",
  ...changed,
} satisfies Deadline;
export const extendedDeadline = {
  ...deadline,
  dueOn: "2026-04-17",
  effectiveOn: "2026-04-17",
  actByOn: "2026-04-17",
  dueAt: "2026-04-18T05:00:00.000Z",
  conservativeDueOn: null,
  daysLeft: 34,
  actInDays: 34,
  urgency: "upcoming",
  isOverridden: true,
  extension: { fromOn: "2026-04-03", basis: "stipulation", documentId: null, at: times.now },
  ...changed,
} as const satisfies Deadline;
export const satisfiedDeadline = {
  ...deadline,
  status: "satisfied",
  urgency: "done",
  availableTransitions: ["open"],
  satisfaction: {
    on: "2026-03-13",
    documentId: chartId,
    docketNumber: null,
    note: null,
    recordedBy: actors.vendor,
    recordedAt: times.now,
  },
  ...changed,
} as const satisfies Deadline;
export const missedDeadline = {
  ...deadline,
  status: "missed",
  urgency: "overdue",
  daysLeft: -1,
  actInDays: -1,
  availableTransitions: ["satisfied", "satisfied_late", "waived", "superseded", "cancelled"],
  ...changed,
} as const satisfies Deadline;
export const verifiedDeadline = {
  ...deadline,
  verificationStatus: "verified",
  verification: { ...decision, basis: "court_rule", note: null },
  ...changed,
} as const satisfies Deadline;
export const tolledDeadline = {
  ...statute,
  dueOn: "2028-03-19",
  conservativeDueOn: "2028-01-19",
  dueAt: "2028-03-20T05:00:00.000Z",
  tolling: [
    {
      id: "tsg_01kf3mh2s6v8x0z2b4d6f8h0k2",
      basis: "agreement",
      fromOn: "2026-02-01",
      toOn: "2026-04-02",
      documentId: null,
      note: null,
    },
  ],
  ...changed,
} as const satisfies Deadline;
const pending = {
  toStatus: "waived",
  basis: "claim_released",
  reason: "Released in the settlement.",
  supersededById: null,
  requestedBy: actors.vendor,
  requestedAt: times.now,
} as const;
export const pendingDeadline = { ...statute, pendingTransition: pending, ...changed } satisfies Deadline;

const seen = {
  dueOn: deadline.dueOn,
  dueTime: null,
  timeZone: deadline.timeZone,
  effectiveOn: deadline.effectiveOn,
  status: "open",
  verificationStatus: "unverified",
  triggerOn: "2026-03-04",
  tolledDays: 0,
  steps: deadline.calculation?.steps ?? [],
} as const;
const change: DeadlineChange = {
  id: "dlc_01kf3mh3s6v8x0z2b4d6f8h0k2",
  deadlineId: deadline.id,
  number: 1,
  kind: "created",
  reason: null,
  before: null,
  after: seen,
  actor: author,
  causedBy: null,
  at: times.stage,
};
const verified: DeadlineChange = {
  ...change,
  id: "dlc_01kf3mh4s6v8x0z2b4d6f8h0k2",
  number: 2,
  kind: "verified",
  before: seen,
  after: { ...seen, verificationStatus: "verified" },
  actor: { ...actors.manager, onBehalfOf: null },
  at: times.now,
};

export const policy: DeadlinePolicy = {
  id: organizationId,
  organizationId,
  ...defaultPolicy,
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
};

const motionResponse = { id: "ddl_01kf3mh5s6v8x0z2b4d6f8h0k2" };
const { type, title, offset, unit, trigger, serviceMethod, jurisdiction, citation, notes, externalId } = deadline;
const ofDeadline = { deadlineId: deadline.id };

export const deadlineExamples = {
  "deadlines.list": {
    parameters: { sort: "due", type: "discovery_response" },
    response: { deadlines: [deadline], nextCursor: null },
  },
  "cases.deadlines.list": {
    parameters: { caseId, sort: "due" },
    response: { deadlines: [deadline], nextCursor: null },
  },
  "cases.deadlines.create": {
    parameters: { caseId },
    body: {
      type,
      title,
      trigger: { source: "manual", label: trigger?.label, on: trigger?.on },
      offset,
      unit,
      serviceMethod,
      jurisdiction: jurisdiction ?? "US",
      citation,
      assignedMemberIds: [attorneyId],
      notes,
      externalId,
    },
    response: { deadline, warnings: ["unverified_rule", "unverified_calendar"] },
  },
  "deadlines.get": { parameters: ofDeadline, response: { deadline } },
  "deadlines.update": {
    parameters: ofDeadline,
    body: { title: retitledDeadline.title },
    response: { deadline: retitledDeadline },
  },
  "deadlines.transition": {
    parameters: ofDeadline,
    body: { toStatus: "satisfied", on: "2026-03-13", documentId: chartId },
    response: { deadline: satisfiedDeadline },
  },
  "deadlines.extend": {
    parameters: ofDeadline,
    body: { dueOn: "2026-04-17", basis: "stipulation", reason: "Agreed with opposing counsel." },
    response: { deadline: extendedDeadline },
  },
  "deadlines.tolling.set": {
    parameters: { deadlineId: statute.id },
    body: {
      segments: [{ basis: "agreement", fromOn: "2026-02-01", toOn: "2026-04-02" }],
      reason: "Tolling agreement of January 30.",
    },
    response: { deadline: tolledDeadline },
  },
  "deadlines.verify": {
    parameters: ofDeadline,
    body: { decision: "confirm", dueOn: deadline.dueOn, basis: "court_rule" },
    response: { deadline: verifiedDeadline },
  },
  "calendarEvents.affectedDeadlines.get": {
    parameters: { calendarEventId: "cal_01kf3mh0s6v8x0z2b4d6f8h0k2", startOn: "2026-05-04" },
    response: {
      startOn: "2026-04-20",
      startTime: "09:00",
      changes: [
        {
          deadlineId: motionResponse.id,
          type: "motion_response",
          title: "Response to the motion to compel",
          itemKey: "motion_response",
          fromOn: "2026-04-13",
          fromTime: null,
          toOn: "2026-04-27",
          toTime: null,
          action: "propose",
        },
      ],
    },
  },
  "deadlines.history.list": { parameters: ofDeadline, response: { changes: [change, verified], nextCursor: null } },
  "deadlinePolicy.get": { response: { deadlinePolicy: policy } },
} satisfies Record<string, OperationExample>;
