import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { incident } from "./examples.ts";
import { IncidentInEvent, privilegedMembers } from "./schema.ts";

export const incidentEvents = defineEvents({
  entity: "incident",
  area: "cases",
  scope: "cases:read",
  payload: IncidentInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "incident.updated": {
      description: "The incident of a case was recorded or changed.",
      example: {
        payload: redactMembers({ ...incident, treatmentEndedOn: "2026-03-02", revision: 2 }, privilegedMembers),
        before: { treatmentEndedOn: null },
      },
    },
  },
});
