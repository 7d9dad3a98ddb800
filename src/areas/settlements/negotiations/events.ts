import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { negotiation } from "./examples.ts";
import { NegotiationInEvent } from "./schema.ts";

export const negotiationEvents = defineEvents({
  entity: "negotiation",
  area: "settlements",
  scope: "settlements:read",
  payload: NegotiationInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "negotiation.created": {
      description:
        "An entry was added to the negotiation of a case. `relatedIds` names the entries whose status it changed. Terms and notes read `[redacted]`.",
      example: { payload: redactMembers(negotiation, ["terms", "notes"]) },
    },
    "negotiation.expiring": {
      description: "An open demand or offer expires within 7, 3 or 1 days: `metadata` has `daysLeft`.",
      example: {
        payload: redactMembers(negotiation, ["terms", "notes"]),
        metadata: { daysLeft: 7 },
        by: actors.system,
      },
    },
    "negotiation.expired": {
      description: "The time of an open demand or offer is over: it can no longer be answered.",
      example: {
        payload: redactMembers({ ...negotiation, status: "expired" as const }, ["terms", "notes"]),
        before: { status: "open" },
        by: actors.system,
      },
    },
  },
});
