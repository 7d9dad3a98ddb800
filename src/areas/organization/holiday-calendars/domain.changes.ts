import { invalidInput, limitReached, recordInUse } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { diffRecords, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { followDays, followDeletion } from "./domain.followers.ts";
import { getLiveCalendar } from "./domain.ts";
import { lockCalendarForUpdate, recordCalendarEvent } from "./domain.records.ts";
import { findTemplate } from "./domain.templates.ts";
import { HolidayCalendar, type CalendarChanges, type NewCalendar } from "./schema.ts";
import { countCalendars, insertCalendar, softDeleteCalendarRow, updateCalendarRow } from "./store.ts";

const maxCalendars = 60;

/** Weekdays and exceptions are stored in their order, so that the same calendar is the same record. */
function sortDays<Given extends Pick<CalendarChanges, "workWeek" | "exceptions">>({
  workWeek: weekdays,
  exceptions,
  ...given
}: Given) {
  return {
    ...given,
    ...(weekdays !== undefined && { workWeek: weekdays.toSorted((left, right) => left - right) }),
    ...(exceptions !== undefined && {
      exceptions: exceptions.toSorted((left, right) => (left.on < right.on ? -1 : 1)),
    }),
  };
}

/**
 * Creates a calendar, as a copy of a shipped one where the template is named.
 *
 * @throws VALIDATION_FAILED for an unknown template, or counties of no court; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION
 *   at the limit
 */
export async function createCalendar(
  context: Context,
  { templateKey, ...wanted }: NewCalendar,
): Promise<HolidayCalendar> {
  const template = templateKey === undefined ? undefined : findTemplate(templateKey);
  if (templateKey !== undefined && template === undefined)
    throw invalidInput({ path: "templateKey", message: "must be a key of GET /holiday-calendar-templates" });
  // Serializes creations: the count of calendars decides.
  await lockOrganizationForUpdate(context);
  if ((await countCalendars(context)) >= maxCalendars) {
    throw limitReached(`The organization has ${maxCalendars} holiday calendars, which is the limit. Delete one first`);
  }
  const { name = "", kind = "business", rules = [], jurisdiction = null } = template ?? wanted;
  assertCourt({ ...wanted, kind, jurisdiction });
  const id = createId("holidayCalendar");
  await insertCalendar(context, {
    ...sortDays(wanted),
    id,
    name,
    kind,
    rules,
    jurisdiction,
    ...(templateKey !== undefined && { templateKey }),
  });
  return recordCalendarEvent(context, "holiday_calendar.created", await getLiveCalendar(context, id), null);
}

/** @throws VALIDATION_FAILED where a calendar has counties or is a default that is not of the courts of a jurisdiction */
function assertCourt({
  kind,
  jurisdiction,
  counties = [],
  isDefault = false,
}: Pick<HolidayCalendar, "kind" | "jurisdiction"> & Pick<CalendarChanges, "counties" | "isDefault">): void {
  if (kind === "court" && jurisdiction !== null) return;
  const message = "only for a calendar of kind court with a jurisdiction";
  if (counties.length > 0) throw invalidInput({ path: "counties", message });
  if (isDefault) throw invalidInput({ path: "isDefault", message });
}

const unverify = { verifiedThroughOn: null, verifiedByMemberId: null, verifiedAt: null, verificationNote: null };

/**
 * Updates a calendar. A change of its days needs a new verification.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY
 */
export async function updateCalendar(
  context: Context,
  calendarId: string,
  given: CalendarChanges,
  expectedRevision?: number,
): Promise<HolidayCalendar> {
  const changes = sortDays(given);
  const before = await lockCalendarForUpdate(context, calendarId);
  if (expectedRevision !== undefined) requireExpected([expectedRevision], "holiday calendar", before.revision);
  const { kind, jurisdiction, counties, isDefault } = before;
  assertCourt({
    kind,
    jurisdiction: changes.jurisdiction === undefined ? jurisdiction : changes.jurisdiction,
    counties: changes.counties ?? counties,
    isDefault: changes.isDefault ?? isDefault,
  });
  const changed = diffRecords(HolidayCalendar.parse(before), HolidayCalendar.parse({ ...before, ...changes }));
  const hasOtherDays = ["workWeek", "rules", "exceptions"].some((field) => field in changed);
  if ((await updateCalendarRow(context, calendarId, { ...changes, ...(hasOtherDays && unverify) })) === undefined)
    throw staleRevision("holiday calendar");
  const after = await getLiveCalendar(context, calendarId);
  if (hasOtherDays) await followDays(context, { id: calendarId, revision: after.revision });
  return recordCalendarEvent(context, "holiday_calendar.updated", after, before);
}

/**
 * Soft-deletes a calendar.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for the business calendar, and while an open deadline is
 *   counted in it
 */
export async function deleteCalendar(context: Context, calendarId: string): Promise<void> {
  // Lock order: the organization before its calendars, as in a choice of the business calendar.
  const { holidayCalendarId } = await lockOrganizationForUpdate(context);
  const before = await lockCalendarForUpdate(context, calendarId);
  if (holidayCalendarId === calendarId)
    throw recordInUse("It is the organization’s business calendar; choose another one first");
  await followDeletion(context, calendarId);
  const after = await softDeleteCalendarRow(context, calendarId);
  if (after === undefined) throw staleRevision("holiday calendar");
  recordCalendarEvent(
    context,
    "holiday_calendar.deleted",
    HolidayCalendar.parse({
      ...before,
      revision: after.revision,
      updatedAt: after.updatedAt,
      deletedAt: after.deletedAt,
    }),
    before,
  );
}
