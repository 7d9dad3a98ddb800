import { assignedLead, attemptedLead, contactAttempt, contactedLead, convertedLead, lead, lookalikes, statusChange } from "./example-records.leads.ts";
import { ids, person, times } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const parameters = { leadId: lead.id };
const { email, phone, caseType, caseState, dateOfIncident, description, source, utm, consent, externalId } = lead;

/** The operations of the area leads in use, by their names in the catalogue. */
export const leadExamples: Readonly<Record<string, OperationExamples>> = {
  "leads.list": { parameters: { sort: "updated", updatedSince: "2026-03-14T00:00:00Z", status: "new" }, answer: { leads: [lead], nextCursor: null } },
  "leads.get": { parameters, answer: { lead } },
  "leads.create": {
    body: { ...person, email, phone, caseType, caseState, dateOfIncident, description, source, utm, consent, externalId, onDuplicate: "reject" },
    answer: { lead },
  },
  "leads.update": { parameters, body: { score: 85, nextFollowUpAt: times.now }, answer: { lead: { ...lead, score: 85, nextFollowUpAt: times.now, revision: 2 } } },
  "leads.assign": { parameters, body: { assignedToMemberId: ids.attorneyId }, answer: { lead: assignedLead } },
  "leads.searchDuplicates": { body: { phone, name: "Elena Marsh" }, answer: { duplicates: lookalikes } },
  "leads.transition": { parameters, body: { toStatus: "contacted", note: "Wants to meet this week." }, answer: { lead: contactedLead } },
  "leads.listHistory": { parameters: { ...parameters, sort: "oldest" }, answer: { history: [statusChange], nextCursor: null } },
  "leads.recordContactAttempt": {
    parameters,
    body: { channel: "call", outcome: "voicemail", memberId: ids.attorneyId },
    answer: { lead: attemptedLead, contactAttempt },
  },
  "leads.listContactAttempts": { parameters, answer: { contactAttempts: [contactAttempt], nextCursor: null } },
  "leads.convert": {
    parameters,
    body: { attorneyId: ids.attorneyId, clientMatch: { mode: "create" } },
    answer: {
      lead: convertedLead,
      case: { id: ids.caseId, sequenceId: "2026-000123", title: null, caseType: "truck_accident", matterStage: "intake", matterStatus: "pending" },
      client: { id: ids.clientId, ...person },
    },
  },
};
