import { defineEvents } from "../../contract/events/event-declaration.ts";
import { relateToCase } from "../../contract/examples/example-story.ts";
import { closedCheck, conflictCheck, decidedCheck } from "./examples.ts";
import { ConflictCheck } from "./schema.ts";

export const conflictEvents = defineEvents({
  entity: "conflict_check",
  area: "contacts",
  scope: "contacts:read",
  // Without results: readers of checks may lack the scopes for clients or cases.
  payload: ConflictCheck,
  exampleRelatedIds: relateToCase,
  types: {
    "conflict_check.created": { description: "A conflict check was created.", example: { payload: conflictCheck } },
    "conflict_check.updated": {
      description: "A result of a conflict check was decided.",
      example: { payload: decidedCheck, before: { undecidedCount: 1 } },
    },
    "conflict_check.closed": {
      description: "A conflict check was closed with a decision.",
      example: { payload: closedCheck, before: { decision: "pending", note: null, decidedBy: null, decidedAt: null } },
    },
  },
});
