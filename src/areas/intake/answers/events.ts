import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { intakeAnswer } from "./examples.ts";
import { IntakeAnswer } from "./schema.ts";

export const answerEvents = defineEvents({
  entity: "intake_answer",
  area: "intake",
  scope: "intake:read",
  payload: IntakeAnswer,
  exampleRelatedIds: relateToCase,
  types: {
    "intake_answer.upserted": {
      description: "An intake answer was created or changed.",
      example: { payload: intakeAnswer },
    },
    "intake_answer.deleted": {
      description: "An intake answer was deleted.",
      example: { payload: { ...intakeAnswer, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
