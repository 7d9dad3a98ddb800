import { timezoneDependent as calendarEvents } from "./areas/calendar/timezone/domain.ts";
import { timezoneDependent as deadlines } from "./areas/deadlines/recalculation/domain.timezone.ts";
import { timezoneDependent as reportSchedules } from "./areas/reports/schedules/domain.rules.ts";
import { timezoneDependent as taskReminders } from "./areas/tasks/reminders/domain.ts";
import { timezoneDependents } from "./rpc/timezone-dependents.ts";

/** Imported by whatever can change an organization's time zone: the routers and the commands. */
timezoneDependents
  .set("reportSchedules", reportSchedules)
  .set("taskReminders", taskReminders)
  .set("calendarEvents", calendarEvents)
  .set("deadlines", deadlines);
