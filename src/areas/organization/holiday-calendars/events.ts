import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { times } from "../../../contract/examples/example-story.ts";
import { holidayCalendar, verified } from "./examples.ts";
import { HolidayCalendar } from "./schema.ts";

const changed = { ...holidayCalendar, revision: 2, updatedAt: times.now };
const { verificationStatus, verifiedThroughOn, verifiedBy, verifiedAt, verificationNote } = holidayCalendar;

export const calendarEvents = defineEvents({
  entity: "holiday_calendar",
  area: "org",
  scope: "org:read",
  payload: HolidayCalendar,
  exampleRelatedIds: (id) => [{ entity: "holiday_calendar", id }],
  types: {
    "holiday_calendar.created": {
      description: "A holiday calendar was created.",
      example: { payload: holidayCalendar },
    },
    "holiday_calendar.updated": {
      description: "A holiday calendar was changed. If its days changed, it is unverified.",
      example: { payload: { ...changed, name: "Holidays of the firm" }, before: { name: "Firm holidays" } },
    },
    "holiday_calendar.verified": {
      description: "An attorney verified a holiday calendar.",
      example: {
        payload: { ...changed, ...verified },
        before: { verificationStatus, verifiedThroughOn, verifiedBy, verifiedAt, verificationNote },
      },
    },
    "holiday_calendar.deleted": {
      description: "A holiday calendar was deleted.",
      example: { payload: { ...changed, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
