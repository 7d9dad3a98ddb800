import { invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { BusinessDays, UncountableDateError } from "../../../platform/business-days.ts";
import { listRecords, nameSorts } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { compareWithTemplate } from "./domain.differences.ts";
import { calendarTemplates, federalTemplate, type CalendarTemplate as ShippedCalendar } from "./domain.templates.ts";
import {
  CalendarTemplate,
  HolidayCalendar,
  type CalculatedDate,
  type Calculation,
  type CalendarFilter,
  type DaySpan,
} from "./schema.ts";
import { findCalendar, findChosen, selectCalendars, type CalendarRow } from "./store.ts";

const workWeek = [1, 2, 3, 4, 5];

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
  const list = { name: "holiday-calendars", alias: "c", sorts: nameSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) => selectCalendars(context, page, query));
  return { holidayCalendars: rows.map(describe), nextCursor };
}

/** Undefined where it does not exist or was deleted. */
export async function findLiveCalendar(context: Context, calendarId: string): Promise<HolidayCalendar | undefined> {
  const row = await findCalendar(context, calendarId);
  return row === undefined ? undefined : describe(row);
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getLiveCalendar(context: Context, calendarId: string): Promise<HolidayCalendar> {
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
  if (calendarId !== "default") return getLiveCalendar(context, calendarId);
  const { holidayCalendarId, createdAt } = await findChosen(context);
  if (holidayCalendarId !== null) return getLiveCalendar(context, holidayCalendarId);
  return ship(context, federalTemplate, createdAt);
}

/**
 * A shipped calendar as a record: unverified, and without an ID.
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
 * A calendar and its business days.
 *
 * @param calendarId `default`: the organization's business calendar
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
export async function findShippedCourt(context: Context, jurisdiction: string): Promise<HolidayCalendar | undefined> {
  const template =
    jurisdiction === "US"
      ? federalTemplate
      : calendarTemplates.find((each) => each.kind === "court" && each.jurisdiction === jurisdiction);
  return template === undefined ? undefined : ship(context, template, (await findChosen(context)).createdAt);
}

/** Whether a calendar exists and is not deleted. */
export async function isLiveCalendar(context: Context, calendarId: string): Promise<boolean> {
  return (await findCalendar(context, calendarId)) !== undefined;
}

/** @throws VALIDATION_FAILED at `holidayCalendarId` unless it is a live business calendar of the organization */
export async function checkBusinessCalendar(context: Context, calendarId: string): Promise<void> {
  const row = await findCalendar(context, calendarId);
  if (row?.kind !== "business")
    throw invalidInput({ path: "holidayCalendarId", message: "must be a holiday calendar of kind business" });
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
