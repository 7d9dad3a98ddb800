import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
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
  },
});
