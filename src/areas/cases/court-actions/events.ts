import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { courtAction } from "./examples.ts";
import { CourtActionInEvent } from "./schema.ts";

const shown = redactMembers(courtAction, ["notes"]);

export const courtActionEvents = defineEvents({
  entity: "court_action",
  area: "cases",
  scope: "cases:read",
  payload: CourtActionInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "court_action.created": {
      description: "A court action of a case was recorded.",
      example: { payload: shown },
    },
    "court_action.updated": {
      description: "A court action of a case was changed, besides its status.",
      example: { payload: { ...shown, trialOn: "2027-01-18", revision: 2 }, before: { trialOn: null } },
    },
    "court_action.status_changed": {
      description: "A court action of a case has another status.",
      example: {
        payload: { ...shown, status: "trial_set", trialOn: "2027-01-18", revision: 2 },
        before: { status: "filed" },
      },
    },
    "court_action.deleted": {
      description: "A court action of a case was deleted.",
      example: { payload: { ...shown, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
