import { recordInUse } from "../../contract/errors/error-codes.ts";
import type { CalendarFollower } from "../organization/holiday-calendars/domain.followers.ts";
import { isNamedByCase } from "./store.ts";

/**
 * A calendar is not deleted while an open case names it; a closed case that is reopened falls back to its county's or
 * state's.
 */
export const courtCalendarFollower: CalendarFollower = {
  deleteCalendar: async (context, calendarId) => {
    // Whoever names it locks its row for share, and the deletion has locked it.
    if (await isNamedByCase(context, calendarId))
      throw recordInUse("An open case names this calendar as its court’s; give it another one first");
  },
};
