import { defineEvents } from "../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../contract/examples/example-story.ts";
import { caseDetail, movedCase } from "./examples.ts";
import { CaseDetail } from "./schema.ts";

export const caseEvents = defineEvents({
  entity: "case",
  area: "cases",
  scope: "cases:read",
  payload: CaseDetail,
  exampleRelatedIds: relateToCase,
  types: {
    "case.created": { description: "A case was created.", example: { payload: caseDetail } },
    "case.updated": {
      description: "A case was changed.",
      example: { payload: caseDetail, before: { matterStage: "intake", stageEnteredAt: times.opened } },
    },
    "case.deleted": {
      description: "A case was deleted.",
      example: { payload: { ...caseDetail, deletedAt: times.now }, before: { deletedAt: null } },
    },
    "case.stage_changed": {
      description: "A case moved to another stage.",
      example: { payload: movedCase, before: { matterStage: "demand_preparation", stageEnteredAt: times.stage } },
    },
    "case.status_changed": {
      description: "A case moved to another status.",
      example: { payload: caseDetail, before: { matterStatus: "pending", openedOn: null } },
    },
    "case.attorney_assigned": {
      description: "An attorney was assigned to a case.",
      example: { payload: caseDetail, before: { attorneyId: null, attorneys: [] } },
    },
    "case.attorney_unassigned": {
      description: "An attorney was unassigned from a case, in one role or in all.",
      example: {
        payload: { ...caseDetail, attorneyId: null, attorneys: [] },
        before: { attorneyId: caseDetail.attorneyId, attorneys: caseDetail.attorneys },
      },
    },
    "case.tag_added": {
      description: "A tag was added to a case.",
      example: { payload: caseDetail, before: { tags: [] } },
    },
    "case.tag_removed": {
      description: "A tag was removed from a case.",
      example: { payload: { ...caseDetail, tags: [] }, before: { tags: caseDetail.tags } },
    },
  },
});
