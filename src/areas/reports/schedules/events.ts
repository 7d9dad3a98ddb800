import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors } from "../../../contract/examples/example-story.ts";
import { ScheduleInEvent } from "../schema.ts";
import { scheduleInEvent } from "./examples.ts";

const { manager } = actors;

export const scheduleEvents = defineEvents({
  entity: "report_schedule",
  area: "reports",
  scope: "reports:read",
  // Excludes parameter values: readers of events need not be allowed to see the report's data.
  payload: ScheduleInEvent,
  exampleRelatedIds: (id) => [{ entity: "report_schedule", id }],
  types: {
    "report_schedule.created": {
      description: "A report was scheduled.",
      example: { payload: scheduleInEvent, by: manager },
    },
    "report_schedule.updated": {
      description: "The schedule of a report was changed, paused or resumed.",
      example: { payload: { ...scheduleInEvent, revision: 2 }, before: { hour: 6 }, by: manager },
    },
    "report_schedule.deleted": {
      description: "A report is no longer scheduled.",
      example: { payload: { ...scheduleInEvent, revision: 3 }, by: manager },
    },
  },
});
