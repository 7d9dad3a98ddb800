import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { deadline } from "../deadlines/examples.ts";
import { defaultTemplates } from "./shipped/domain.templates.ts";
import type { DraftDeadline } from "./schema.drafts.ts";
import { ChainTemplate, DeadlineChain } from "./schema.ts";

const { organizationId, caseId, attorneyId } = ids;

/** The response to the interrogatories that were served on March 4, 2026, electronically. */
const discovery = ChainTemplate.parse(defaultTemplates.get("frcp.discovery_served"));

const counted = {
  unit: "calendar_days",
  direction: "after",
  rollRule: "next_open_day",
  startRule: "next_day",
  nextWeekday: null,
  isExtendedByService: false,
  onlyIf: [],
  unless: [],
  dueTime: null,
  choose: "earliest",
  alternatives: [],
  isStep: false,
  serviceDays: 0,
  isJurisdictional: false,
} as const;
const mutable = { ...counted, onlyIf: [], unless: [], alternatives: [] };
export const ownTemplate = {
  ...discovery,
  id: "cht_expert_exchange",
  key: "cht_expert_exchange",
  name: "Expert exchange",
  trigger: { source: "manual" as const, label: "Exchange ordered" },
  triggers: [],
  items: [
    {
      ...mutable,
      key: "expert_disclosure",
      type: "expert_disclosure" as const,
      title: "Disclosure of our experts",
      offset: 60,
      from: "trigger",
      warningDays: [30, 14, 7],
      citation: "Scheduling order, ¶ 4(a)",
    },
    {
      ...mutable,
      key: "expert_rebuttal",
      type: "expert_rebuttal" as const,
      title: "Rebuttal of their experts",
      offset: 30,
      from: "item:expert_disclosure",
      warningDays: null,
      citation: "Fed. R. Civ. P. 26(a)(2)(D)(ii)",
    },
  ],
  source: "organization" as const,
  asOf: "2026-03",
  updatedAt: times.now,
} satisfies ChainTemplate;
export const verifiedTemplate: ChainTemplate = {
  ...discovery,
  verification: "verified",
  verifiedBy: { id: attorneyId, firstName: "Nadia", lastName: "Okafor" },
  verifiedAt: times.now,
  revision: 2,
  updatedAt: times.now,
};

export const deadlineChain = exampleRecord(DeadlineChain, {
  id: "dch_01kf3mh5s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  case: matter,
  template: { key: discovery.key, name: discovery.name, revision: 1 },
  trigger: { source: "manual", recordId: null, on: "2026-03-04" },
  triggers: [],
  facts: {},
  serviceMethod: "electronic",
  status: "active",
  deadlineIds: [deadline.id],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});
const changed = { revision: 2, updatedAt: times.now };
export const recalculatedChain: DeadlineChain = {
  ...deadlineChain,
  trigger: { ...deadlineChain.trigger, on: "2026-03-03" },
  ...changed,
};
export const cancelledChain: DeadlineChain = { ...deadlineChain, status: "cancelled", ...changed };

const [item] = discovery.items;
const chained = {
  ...deadline,
  title: item?.title ?? "",
  citation: item?.citation ?? "",
  source: "chain",
  trigger: { source: "manual", recordId: null, label: discovery.trigger.label, on: "2026-03-04" },
  rollRule: "next_open_day",
  chain: { id: deadlineChain.id, templateName: discovery.name, itemKey: "discovery_response" },
  notes: null,
  externalId: null,
} as const;
const cancelled = {
  ...chained,
  status: "cancelled",
  statusReason: "The requests were withdrawn.",
  urgency: "done",
  availableTransitions: ["open"],
  ...changed,
} as const;

const {
  type,
  deadlineClass,
  title,
  dueOn,
  dueTime,
  timeZone,
  dueAt,
  conservativeDueOn,
  effectiveOn,
  actByOn,
  isJurisdictional,
  citation,
  calculation,
} = chained;
const draft: DraftDeadline = {
  itemKey: "discovery_response",
  type,
  deadlineClass,
  title,
  dueOn,
  dueTime,
  timeZone,
  dueAt,
  conservativeDueOn,
  effectiveOn,
  actByOn,
  isJurisdictional,
  citation,
  calculation,
  warnings: ["unverified_rule", "unverified_calendar"],
};

const { key: templateKey, name, jurisdiction, trigger, triggers, items, asOf } = ownTemplate;
const application = { templateKey: discovery.key, triggerOn: "2026-03-04", serviceMethod: "electronic" } as const;
const ofChain = { chainId: deadlineChain.id };

export const deadlineChainExamples = {
  "deadlineChainTemplates.list": {
    parameters: { jurisdiction: "US" },
    response: { chainTemplates: [discovery], nextCursor: null },
  },
  "deadlineChainTemplates.affectedChains.list": {
    parameters: { templateKey: discovery.key },
    response: {
      affectedChains: [
        {
          chainId: deadlineChain.id,
          caseId,
          case: matter,
          appliedRevision: 1,
          triggerOn: "2026-03-04",
          changes: [
            {
              deadlineId: deadline.id,
              itemKey: "discovery_response",
              title: item?.title ?? "",
              dueOn: "2026-04-03",
              wouldBeOn: "2026-04-01",
              effect: "earlier",
              days: -2,
            },
          ],
        },
      ],
      nextCursor: null,
    },
  },
  "deadlineChainTemplates.get": { parameters: { templateKey: discovery.key }, response: { chainTemplate: discovery } },
  "deadlineChainTemplates.set": {
    parameters: { templateKey },
    body: { name, jurisdiction, trigger, triggers, items, asOf },
    response: { chainTemplate: ownTemplate },
  },
  "deadlineChains.preview": {
    body: { ...application, caseId },
    response: { deadlines: [draft], steps: [], skipped: [] },
  },
  "cases.deadlineChains.create": {
    parameters: { caseId },
    body: { ...application, assignedMemberIds: [attorneyId] },
    response: {
      deadlineChain,
      deadlines: [chained],
      warnings: ["unverified_rule", "unverified_calendar"],
      skipped: [],
    },
  },
  "cases.deadlineChains.list": {
    parameters: { caseId },
    response: { deadlineChains: [deadlineChain], nextCursor: null },
  },
  "deadlineChains.get": { parameters: ofChain, response: { deadlineChain, deadlines: [chained] } },
  "deadlineChains.recalculate": {
    parameters: ofChain,
    body: {
      triggerOn: "2026-03-03",
      reason: "The certificate of service says March 3.",
      commit: true,
      expected: [{ deadlineId: deadline.id, dueOn: "2026-04-02" }],
    },
    response: {
      changes: [
        {
          deadlineId: deadline.id,
          itemKey: "discovery_response",
          fromOn: "2026-04-03",
          toOn: "2026-04-02",
          action: "move",
        },
      ],
    },
  },
  "deadlineChains.cancel": {
    parameters: ofChain,
    body: { reason: "The requests were withdrawn." },
    response: { deadlineChain: cancelledChain, deadlines: [cancelled] },
  },
} satisfies Record<string, OperationExample>;
