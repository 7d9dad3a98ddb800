import { notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { getLiveCalendar } from "./domain.ts";
import type { HolidayCalendar } from "./schema.ts";
import { lockCalendarRowForUpdate } from "./store.ts";

/**
 * Locks a calendar FOR NO KEY UPDATE until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockCalendarForUpdate(context: Context, calendarId: string): Promise<HolidayCalendar> {
  if (!(await lockCalendarRowForUpdate(context, calendarId))) throw notFound("Holiday calendar");
  return getLiveCalendar(context, calendarId);
}

/** Records an event of a calendar; `before` is null for a new one. */
export function recordCalendarEvent(
  context: Context,
  eventType: EventType,
  calendar: HolidayCalendar,
  before: HolidayCalendar | null,
): HolidayCalendar {
  const id = calendar.id ?? "";
  const diff = before === null ? {} : diffRecords(before, calendar);
  recordEvent(context, {
    eventType,
    entityId: id,
    payload: calendar,
    diff,
    relatedIds: [{ entity: "holiday_calendar", id }],
  });
  return calendar;
}
