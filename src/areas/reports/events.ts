import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors } from "../../contract/examples/example-story.ts";
import { report } from "./examples.ts";
import { Report } from "./schema.ts";

const { manager } = actors;

export const reportEvents = defineEvents({
  entity: "report",
  area: "reports",
  scope: "reports:read",
  payload: Report,
  exampleRelatedIds: (id) => [{ entity: "report", id }],
  types: {
    "report.created": { description: "A report was saved.", example: { payload: report, by: manager } },
    "report.updated": {
      description: "A report or its API access was changed.",
      example: { payload: { ...report, revision: 2 }, before: { apiVisible: false }, by: manager },
    },
    "report.deleted": {
      description: "A report was deleted.",
      example: { payload: { ...report, revision: 3 }, by: manager },
    },
  },
});
