import { defineEvents } from "../../contract/events/event-declaration.ts";
import { times } from "../../contract/examples/example-story.ts";
import {
  assignedLead,
  attemptedLead,
  contactedLead,
  convertedLead,
  declinedLead,
  lead,
  resemblingLead,
} from "./examples.ts";
import { Lead } from "./schema.ts";

export const leadEvents = defineEvents({
  entity: "lead",
  area: "leads",
  scope: "leads:read",
  payload: Lead,
  exampleRelatedIds: (id) => [{ entity: "lead", id }],
  types: {
    "lead.created": { description: "A lead was created.", example: { payload: lead } },
    "lead.updated": {
      description: "A lead was changed.",
      example: { payload: { ...lead, revision: 2 }, before: { score: null, qualification: "unreviewed" } },
    },
    "lead.status_changed": {
      description: "A lead moved to another status.",
      example: {
        payload: contactedLead,
        before: { status: "new", availableTransitions: lead.availableTransitions, statusChangedAt: times.opened },
      },
    },
    "lead.declined": {
      description: "A lead was declined.",
      example: {
        payload: declinedLead,
        before: { status: "contacted", availableTransitions: contactedLead.availableTransitions, declineReason: null },
      },
    },
    "lead.assigned": {
      description: "A lead was assigned to a member, or unassigned.",
      example: { payload: assignedLead, before: { assignedTo: null } },
    },
    "lead.contact_attempted": {
      description: "An attempt to reach a lead was recorded.",
      example: {
        payload: attemptedLead,
        before: { contactAttemptCount: 0, firstResponseAt: null, lastContactAttemptAt: null },
      },
    },
    "lead.duplicate_flagged": {
      description: "A new lead resembles an earlier one.",
      example: { payload: resemblingLead },
    },
    "lead.converted": {
      description: "A lead was converted to a case.",
      example: {
        payload: convertedLead,
        before: {
          status: "retainer_signed",
          availableTransitions: ["converted"],
          convertedCaseId: null,
          convertedClientId: null,
          convertedAt: null,
        },
      },
    },
  },
});
