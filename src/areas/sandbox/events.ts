import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, times } from "../../contract/examples/example-story.ts";
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
    "sandbox.reset": {
      description: "A reset of the sandbox was requested: its records are deleted.",
      example: {
        by: actors.manager,
        payload: { ...sandbox, state: "resetting", revision: 2 },
        before: { state: "ready" },
      },
    },
    "sandbox.ready": {
      description: "The sandbox was filled or reset. If you keep a copy of its records, read them again.",
      example: {
        by: actors.system,
        payload: { ...sandbox, resetAt: times.now, revision: 3 },
        before: { state: "resetting" },
      },
    },
    "sandbox.deleted": {
      description: "The firm's sandbox was deleted.",
      example: { by: actors.manager, payload: sandbox },
    },
  },
});
