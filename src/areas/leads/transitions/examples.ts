import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { attemptedLead, contactedLead, lead } from "../examples.ts";
import { type ContactAttempt, LeadHistoryEntry } from "./schema.ts";

export const statusChange = exampleRecord(LeadHistoryEntry, {
  id: "lsc_01kf3m0d5g7j9m1q3s5v7x9z1b",
  toStatus: "new",
  actor: actors.vendor,
  changedAt: times.opened,
});

export const contactAttempt = {
  id: "lca_01kjp8x0b3d5f7h9k1n3p5r7t9",
  leadId: ids.leadId,
  channel: "call",
  direction: "outbound",
  outcome: "voicemail",
  at: times.now,
  member: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  note: null,
  createdAt: times.now,
} satisfies ContactAttempt;

const parameters = { leadId: lead.id };

export const trailExamples = {
  "leads.transition": {
    parameters,
    body: { toStatus: "contacted", note: "Wants to meet this week." },
    response: { lead: contactedLead },
  },
  "leads.history.list": {
    parameters: { ...parameters, sort: "oldest" },
    response: { history: [statusChange], nextCursor: null },
  },
  "leads.contactAttempts.create": {
    parameters,
    body: { channel: "call", outcome: "voicemail", memberId: ids.attorneyId },
    response: { lead: attemptedLead, contactAttempt },
  },
  "leads.contactAttempts.list": { parameters, response: { contactAttempts: [contactAttempt], nextCursor: null } },
} satisfies Record<string, OperationExample>;
