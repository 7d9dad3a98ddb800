import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { party } from "./examples.ts";
import { CaseParty } from "./schema.ts";

export const partyEvents = defineEvents({
  entity: "case_party",
  area: "cases",
  scope: "cases:read",
  payload: CaseParty,
  exampleRelatedIds: relateToCase,
  types: {
    "case_party.created": { description: "A party was added to a case.", example: { payload: party } },
    "case_party.updated": {
      description: "A party of a case was changed.",
      example: { payload: { ...party, answerDueOn: "2026-03-23", revision: 2 }, before: { answerDueOn: null } },
    },
    "case_party.deleted": {
      description: "A party was removed from a case.",
      example: { payload: { ...party, revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
