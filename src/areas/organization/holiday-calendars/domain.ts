import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { BusinessDays, UncountableDateError } from "../../../platform/business-days.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { lockAttorneyForShare, notConfigured } from "../../../rpc/authorize.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import {
  CalendarTemplate,
  HolidayCalendar,
  type CalculatedDate,
  type Calculation,
  type CalendarChanges,
  type CalendarFilter,
  type DaySpan,
  type NewCalendar,
  type Verification,
} from "./schema.ts";
import {
  changeCalendar,
  countCalendars,
  findCalendar,
  findChosen,
  findVerifiableSpan,
  insertCalendar,
  lockCalendar,
  selectCalendars,
  type CalendarRow,
} from "./store.ts";
import { followDays, followDeletion } from "./domain.followers.ts";
import { compareWithTemplate } from "./domain.differences.ts";
import {
  calendarTemplates,
  federalTemplate,
  findTemplate,
  type CalendarTemplate as ShippedCalendar,
} from "./domain.templates.ts";

const maxCalendars = 60;
const workWeek = [1, 2, 3, 4, 5];

const calendarSorts = { ...commonSorts, name: { column: "nameKey", type: "text", descending: false } } as const;

export const listTemplates = () =>
  calendarTemplates.map((template) => CalendarTemplate.parse({ ...template, workWeek }));

function describe(row: CalendarRow): HolidayCalendar {
  const calendar = {
    ...row,
    verificationStatus: row.verifiedAt === null ? "unverified" : "verified",
    isBusinessCalendar: row.id === row.businessCalendarId,
    templateDifferences: [],
  };
  return compareWithTemplate(HolidayCalendar.parse(calendar));
}

export async function listCalendars(
  context: Context,
  query: CalendarFilter,
): Promise<{ holidayCalendars: HolidayCalendar[]; nextCursor: string | null }> {
  const list = { name: "holiday-calendars", alias: "c", sorts: calendarSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) => selectCalendars(context, page, query));
  return { holidayCalendars: rows.map(describe), nextCursor };
}

/** Undefined where it does not exist or was deleted. */
export async function findLiveCalendar(context: Context, calendarId: string): Promise<HolidayCalendar | undefined> {
  const row = await findCalendar(context, calendarId);
  return row === undefined ? undefined : describe(row);
}

/** @throws NOT_FOUND, also when it was deleted */
export async function requireLiveCalendar(context: Context, calendarId: string): Promise<HolidayCalendar> {
  const calendar = await findLiveCalendar(context, calendarId);
  if (calendar === undefined) throw notFound("Holiday calendar");
  return calendar;
}

/**
 * A calendar, or with `default` the organization's business calendar: the shipped federal one while none is chosen.
 *
 * @throws NOT_FOUND
 */
export async function getCalendar(context: Context, calendarId: string): Promise<HolidayCalendar> {
  if (calendarId !== "default") return requireLiveCalendar(context, calendarId);
  const { holidayCalendarId, createdAt } = await findChosen(context);
  if (holidayCalendarId !== null) return requireLiveCalendar(context, holidayCalendarId);
  return ship(context, federalTemplate, createdAt);
}

/**
 * A shipped calendar as it is, which nobody vouches for.
 *
 * @param createdAt since when the organization exists
 */
function ship(context: Context, template: ShippedCalendar, createdAt: string): HolidayCalendar {
  const unverified = {
    verificationStatus: "unverified",
    verifiedThroughOn: null,
    verifiedBy: null,
    verifiedAt: null,
    verificationNote: null,
  } as const;
  const versions = { revision: 1, createdAt, updatedAt: createdAt, deletedAt: null };
  const empty = { exceptions: [], counties: [], isDefault: false, templateDifferences: [] };
  return HolidayCalendar.parse({
    ...template,
    ...unverified,
    ...versions,
    ...empty,
    id: null,
    organizationId: context.organizationId,
    workWeek,
    isBusinessCalendar: template === federalTemplate,
  });
}

/**
 * The days of a calendar, for whatever counts in them.
 *
 * @throws NOT_FOUND
 */
export async function openBusinessDays(
  context: Context,
  calendarId = "default",
): Promise<{ calendar: HolidayCalendar; days: BusinessDays }> {
  const calendar = await getCalendar(context, calendarId);
  return { calendar, days: new BusinessDays(calendar) };
}

/**
 * The shipped calendar of a jurisdiction's courts, whatever the firm's business calendar is; undefined where none is
 * shipped.
 */
export async function getShippedCourt(context: Context, jurisdiction: string): Promise<HolidayCalendar | undefined> {
  const template =
    jurisdiction === "US"
      ? federalTemplate
      : calendarTemplates.find((each) => each.kind === "court" && each.jurisdiction === jurisdiction);
  return template === undefined ? undefined : ship(context, template, (await findChosen(context)).createdAt);
}

/** Whether a calendar is there and not deleted. */
export async function isLiveCalendar(context: Context, calendarId: string): Promise<boolean> {
  return (await findCalendar(context, calendarId)) !== undefined;
}

/** @throws VALIDATION_FAILED at `holidayCalendarId` unless it is a live business calendar of the organization */
export async function requireBusinessCalendar(context: Context, calendarId: string): Promise<void> {
  const row = await findCalendar(context, calendarId);
  if (row?.kind !== "business")
    throw invalidInput({ path: "holidayCalendarId", message: "must be a holiday calendar of kind business" });
}

function recordCalendarEvent(
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

/** Weekdays and exceptions are stored in their order, so that the same calendar is the same record. */
function inOrder<Given extends Pick<CalendarChanges, "workWeek" | "exceptions">>({
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
  // Serializes creations.
  await lockOrganizationForUpdate(context);
  if ((await countCalendars(context)) >= maxCalendars) {
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      `The organization has ${maxCalendars} holiday calendars, which is the limit. Delete one first`,
      { errorReason: "limit_reached" },
    );
  }
  const { name = "", kind = "business", rules = [], jurisdiction = null } = template ?? wanted;
  requireCourt({ ...wanted, kind, jurisdiction });
  const id = createId("holidayCalendar");
  await insertCalendar(context, {
    ...inOrder(wanted),
    id,
    name,
    kind,
    rules,
    jurisdiction,
    ...(templateKey !== undefined && { templateKey }),
  });
  return recordCalendarEvent(context, "holiday_calendar.created", await requireLiveCalendar(context, id), null);
}

/**
 * Locks a calendar until commit.
 *
 * @throws NOT_FOUND
 */
async function requireForUpdate(context: Context, calendarId: string): Promise<HolidayCalendar> {
  if (!(await lockCalendar(context, calendarId))) throw notFound("Holiday calendar");
  return requireLiveCalendar(context, calendarId);
}

/** @throws VALIDATION_FAILED where a calendar has counties or is a default that is not of the courts of a jurisdiction */
function requireCourt({
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
 * A change of its days needs a new verification.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY
 */
export async function updateCalendar(
  context: Context,
  calendarId: string,
  given: CalendarChanges,
): Promise<HolidayCalendar> {
  const changes = inOrder(given);
  const before = await requireForUpdate(context, calendarId);
  const { kind, jurisdiction, counties, isDefault } = before;
  requireCourt({
    kind,
    jurisdiction: changes.jurisdiction === undefined ? jurisdiction : changes.jurisdiction,
    counties: changes.counties ?? counties,
    isDefault: changes.isDefault ?? isDefault,
  });
  const changed = diffRecords(HolidayCalendar.parse(before), HolidayCalendar.parse({ ...before, ...changes }));
  const hasOtherDays = ["workWeek", "rules", "exceptions"].some((field) => field in changed);
  if ((await changeCalendar(context, calendarId, { ...changes, ...(hasOtherDays && unverify) })) === undefined)
    throw staleRevision("holiday calendar");
  const after = await requireLiveCalendar(context, calendarId);
  if (hasOtherDays) await followDays(context, { id: calendarId, revision: after.revision });
  return recordCalendarEvent(context, "holiday_calendar.updated", after, before);
}

/**
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for the business calendar, and while an open deadline is
 *   counted in it
 */
export async function deleteCalendar(context: Context, calendarId: string): Promise<void> {
  // The organization first, as where it chooses its business calendar.
  const { holidayCalendarId } = await lockOrganizationForUpdate(context);
  const before = await requireForUpdate(context, calendarId);
  if (holidayCalendarId === calendarId)
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      "It is the organization’s business calendar; choose another one first",
      { errorReason: "record_in_use" },
    );
  await followDeletion(context, calendarId);
  const after = await changeCalendar(context, calendarId, "delete");
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

/**
 * An attorney vouches for a calendar: the member themselves, or the attorney for whom the key acts.
 *
 * @throws INTEGRATION_NOT_CONFIGURED for a key without an active acting attorney; FORBIDDEN for a member who is no
 *   attorney; NOT_FOUND; VALIDATION_FAILED at `verifiedThroughOn`; STALE_REVISION
 */
export async function verifyCalendar(
  context: Context,
  calendarId: string,
  { verifiedThroughOn, note }: Verification,
): Promise<HolidayCalendar> {
  const { principal } = context;
  const attorneyId = principal.actingAttorneyActive ? principal.actingAttorneyId : null;
  if (attorneyId === null || !(await lockAttorneyForShare(context, attorneyId))) {
    throw principal.kind === "member"
      ? new AppError("FORBIDDEN", "Only an attorney can verify a holiday calendar")
      : notConfigured(principal);
  }
  const before = await requireForUpdate(context, calendarId);
  const { first, last } = await findVerifiableSpan(context);
  if (verifiedThroughOn < first || verifiedThroughOn > last)
    throw invalidInput({ path: "verifiedThroughOn", message: "must be today or later, and at most five years ahead" });
  const verified = { verifiedThroughOn, verifiedByMemberId: attorneyId, verificationNote: note };
  if ((await changeCalendar(context, calendarId, { verified })) === undefined) throw staleRevision("holiday calendar");
  return recordCalendarEvent(
    context,
    "holiday_calendar.verified",
    await requireLiveCalendar(context, calendarId),
    before,
  );
}

/** @throws NOT_FOUND; VALIDATION_FAILED for a span that ends before it begins, or of more than five years */
export async function listNamedDays(context: Context, calendarId: string, { from, to }: DaySpan) {
  if (to < from) throw invalidInput({ path: "to", message: "must not be before from" });
  // Text of five digits would come before that of four.
  const lastYear = Math.min(Number(from.slice(0, 4)) + 5, 9999);
  if (to > `${String(lastYear).padStart(4, "0")}${lastYear === 9999 ? "-12-31" : from.slice(4)}`) {
    throw invalidInput({ path: "to", message: "must be at most five years after from" });
  }
  const { calendar, days } = await openBusinessDays(context, calendarId);
  return {
    days: days.listSpecialDays(from, to),
    isVerified: calendar.verifiedThroughOn !== null && to <= calendar.verifiedThroughOn,
  };
}

/** @throws NOT_FOUND; VALIDATION_FAILED where the calendar is never open, or the date is out of range */
export async function calculateDate(context: Context, calendarId: string, count: Calculation): Promise<CalculatedDate> {
  const { calendar, days } = await openBusinessDays(context, calendarId);
  try {
    const { skipped: skippedDays, ...result } = days.count(count);
    return { ...count, ...result, skippedDays, calendarId: calendar.id, calendarRevision: calendar.revision };
  } catch (error) {
    if (!(error instanceof UncountableDateError)) throw error;
    throw invalidInput({ path: "offset", message: error.message });
  }
}
