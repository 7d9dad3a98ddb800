import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors } from "../../contract/examples/example-story.ts";
import { sandbox } from "./examples.ts";
import { Sandbox } from "./schema.ts";

export const sandboxEvents = defineEvents({
  entity: "sandbox",
  area: "org",
  scope: "org:manage",
  payload: Sandbox,
  exampleRelatedIds: (id) => [{ entity: "sandbox", id }],
  types: {
    "sandbox.created": {
      description: "The firm's sandbox was created.",
      example: { by: actors.manager, payload: sandbox },
    },
  },
});
