import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { BusinessDays } from "../../../platform/business-days.ts";
import type { Context } from "../../../rpc/context.ts";
import { findLiveCalendar, findShippedCourt, openBusinessDays, getLiveCalendar } from "./domain.ts";
import type { HolidayCalendar } from "./schema.ts";
import { listCourtCalendars, lockCalendarRowForShare, type CourtChoice } from "./store.ts";

/** Which calendar the dates of a court are counted in, where no deadline and no request names one. */

interface OpenCalendar {
  calendar: HolidayCalendar;
  days: BusinessDays;
}

/** What a case says of its court. */
export interface CourtOfCase {
  caseState: string | null;
  jurisdictionCounty?: string | null;
  courtCalendarId?: string | null;
}

/** “Travis County” is the county “travis”. */
const foldCounty = (county: string) =>
  county
    .trim()
    .toLowerCase()
    .replace(/ (?:county|parish|borough)$/, "");

/**
 * Of the court calendars of a jurisdiction: one of the county, else one that names no county. Of several, the default,
 * else the oldest.
 *
 * @param calendars the oldest first
 */
export function chooseCourtCalendar(calendars: readonly CourtChoice[], county: string | null): string | undefined {
  const wanted = county === null ? null : foldCounty(county);
  const ofCounty = calendars.filter(
    ({ counties }) => wanted !== null && counties.some((each) => foldCounty(each) === wanted),
  );
  const candidates = ofCounty.length > 0 ? ofCounty : calendars.filter(({ counties }) => counties.length === 0);
  return (candidates.find(({ isDefault }) => isDefault) ?? candidates[0])?.id;
}

/**
 * The calendar that the case names, unless it was deleted.
 *
 * @param jurisdiction which it has to be of, if any
 */
async function findOwnCalendar(
  context: Context,
  { courtCalendarId = null }: CourtOfCase,
  jurisdiction?: string,
): Promise<HolidayCalendar | undefined> {
  const own = courtCalendarId === null ? undefined : await findLiveCalendar(context, courtCalendarId);
  return jurisdiction === undefined || own?.jurisdiction === jurisdiction ? own : undefined;
}

const open = (calendar: HolidayCalendar): OpenCalendar => ({ calendar, days: new BusinessDays(calendar) });

/**
 * The days of a case's court: of the calendar that the case names, else as {@link openDaysOf} its state; without a
 * state, of the firm's business calendar.
 */
export async function openCourtDays(context: Context, of: CourtOfCase): Promise<OpenCalendar> {
  const own = await findOwnCalendar(context, of);
  if (own !== undefined) return open(own);
  return of.caseState === null ? openBusinessDays(context) : openDaysOf(context, of.caseState, of);
}

/**
 * The days of the courts of a jurisdiction: of the calendar that the case names if it is of that jurisdiction, else of
 * the firm's court calendar of the county or the jurisdiction. Without one, the shipped calendar of the jurisdiction
 * applies: the business calendar of most firms has the federal holidays, of which Columbus Day alone makes a date of
 * Texas, California or Washington a day late. The business calendar applies where none is shipped.
 *
 * @param of the case, where there is one
 */
export async function openDaysOf(
  context: Context,
  jurisdiction: string,
  of: CourtOfCase = { caseState: null },
): Promise<OpenCalendar> {
  const own = await findOwnCalendar(context, of, jurisdiction);
  if (own !== undefined) return open(own);
  const calendarId = chooseCourtCalendar(
    await listCourtCalendars(context, jurisdiction),
    of.jurisdictionCounty ?? null,
  );
  const shipped = calendarId === undefined ? await findShippedCourt(context, jurisdiction) : undefined;
  return shipped === undefined ? openBusinessDays(context, calendarId) : open(shipped);
}

/**
 * Locks the calendar that a case is to name, if any, for share, so that it is not deleted meanwhile.
 *
 * @throws VALIDATION_FAILED at `courtCalendarId` unless it is a live court calendar of the organization
 */
export async function lockCourtCalendarForShare(
  context: Context,
  calendarId: string | null | undefined,
): Promise<void> {
  if (calendarId === null || calendarId === undefined) return;
  const isLive = await lockCalendarRowForShare(context, calendarId);
  if (!isLive || (await getLiveCalendar(context, calendarId)).kind !== "court")
    throw invalidInput({ path: "courtCalendarId", message: "must be a holiday calendar of kind court" });
}
