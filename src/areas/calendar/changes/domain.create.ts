import { createId } from "../../../platform/database/ids.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockForUpdateAndFindConflicts } from "../conflicts/domain.ts";
import type { Conflict } from "../conflicts/schema.ts";
import { attendeeRows, authorColumns, contentColumns, reminderSettings } from "./domain.content.ts";
import { lockNewEventForShare } from "../domain.locks.ts";
import { readerOf } from "../domain.masking.ts";
import type { Owner } from "../domain.owner.ts";
import { recordCreation } from "../domain.record.ts";
import { computeSchedule } from "./domain.schedule.ts";
import { showEvent } from "../domain.ts";
import type { CalendarEvent } from "../schema.ts";
import type { NewEvent } from "../schema.input.ts";
import { insertEvent, type NewEventRecord } from "../store.changes.ts";

/**
 * Creates an event or a series.
 *
 * @throws NOT_FOUND for the owner, a person, a document or the related record; INVALID_STATE_TRANSITION for an archived
 *   case or a converted lead; DUPLICATE_ENTRY, also of a member who is busy with `reject`; VALIDATION_FAILED
 */
export async function createEvent(
  context: Context,
  { onConflict = "allow", ...request }: NewEvent,
): Promise<{ calendarEvent: CalendarEvent; conflicts: Conflict[] }> {
  const { organizerMemberId = readerOf(context).memberId } = request;
  const input = { ...request, organizerMemberId };
  const owner = await lockNewEventForShare(context, input);
  const event = computeNewEvent(input, owner, await readTimezone(context));
  await insertEvent(context, event, authorColumns(context));
  const created = await recordCreation(context, event.row.id);
  const conflicts = await lockForUpdateAndFindConflicts(context, created.id, onConflict);
  return { calendarEvent: showEvent(context, created), conflicts };
}

/** @throws VALIDATION_FAILED for the times, the reminders and the recurrence rule */
function computeNewEvent(input: NewEvent, owner: Owner, timezone: string): NewEventRecord {
  const { type, title, attendees = [], documentIds = [], tags = [], reminders = [] } = input;
  return {
    row: {
      ...contentColumns(input),
      ...owner,
      ...computeSchedule(input, timezone),
      id: createId("calendarEvent"),
      type,
      title,
      showAs: input.showAs ?? (type === "out_of_office" ? "out_of_office" : "busy"),
    },
    lists: { attendees: attendeeRows(attendees), documentIds, tags, reminders: reminderSettings(reminders) },
  };
}
