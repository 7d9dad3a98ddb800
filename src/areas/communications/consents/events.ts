import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { consent } from "./examples.ts";
import { ConsentInEvent } from "./schema.ts";

const { proof: _proof, suppression: _suppression, history: _history, ...inEvent } = consent;

export const consentEvents = defineEvents({
  entity: "consent",
  area: "communications",
  scope: "communications:read",
  payload: ConsentInEvent,
  exampleRelatedIds: (id) => [
    { entity: "consent", id },
    { entity: "client", id: ids.clientId },
  ],
  types: {
    "consent.updated": {
      description:
        "A person agreed to texts, calls or emails, or declined them: by a request, a keyword such as STOP, an intake form or their client record.",
      example: { payload: inEvent, before: { status: "unknown", source: null, at: null, maySend: false } },
    },
  },
});
