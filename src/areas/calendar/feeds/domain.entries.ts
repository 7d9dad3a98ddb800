import { setImmediate } from "node:timers/promises";
import {
  ICalCalendar,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalEventData,
} from "ical-generator";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { AgendaDeadline } from "../../deadlines/agenda/domain.ts";
import { hasNameOf, hasWholeNameOf } from "../domain.feed-titles.ts";
import { maskingOf } from "../domain.masking.ts";
import { eventTypeLabels } from "../enumerations.ts";
import type { SharedOccurrence } from "../occurrences/domain.attended.ts";
import { listInitials } from "./domain.initials.ts";

/**
 * What a feed shows: times, types, case numbers, courts and, where it has the calendars of several members, their
 * initials. No title, no place but a court, no description, no other person: a calendar outside, and anyone who gets
 * the URL, learns no client's name, and nothing medical but the type of an appointment.
 * Every text that somebody typed is checked for the names of the event's client or lead: `feedTitle`, the department
 * and the court.
 */

/** What entries are written with. */
export interface EntryNames {
  /** Of clients and leads, by the ID of the case or lead. */
  owners: ReadonlyMap<string, string>;
  /** The initials of members by their IDs; null in a feed of one member. */
  initials: ReadonlyMap<string, string> | null;
  /** Whose feed it is: what is private of others is masked. */
  readerId: string;
}

/** Whose court is named: its name reveals nothing of the client. */
const atCourt: ReadonlySet<string> = new Set(["hearing", "trial", "court_conference"]);

/** Midnight in UTC of a day: a date without a time is written from it. */
const day = (on: string) => `${on}T00:00:00.000Z`;
const wholeDays = (from: string, to: string) => ({ allDay: true, start: day(from), end: day(addDays(to, 1)) });

type SharedEvent = SharedOccurrence["event"];

const namesOf = ({ caseId, leadId }: SharedEvent, { owners }: EntryNames) =>
  [caseId, leadId].flatMap((id) => owners.get(id ?? "") ?? []);

/** Whether an event has a text that is checked for names. */
export const hasFreeText = ({ feedTitle, courtContact, department }: SharedEvent): boolean =>
  feedTitle !== null || courtContact !== null || department !== null;

/** Without a METHOD, DTSTAMP is when the entry was last changed (RFC 5545, section 3.8.7.2), as LAST-MODIFIED is. */
const changedAt = (at: string) => ({ stamp: at, lastModified: at });

const joinParts = (parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ");

const whose = (memberIds: readonly string[], { initials }: EntryNames) =>
  initials === null ? null : listInitials(memberIds, initials);

/** What TRANSP cannot say, for Outlook. Where it is missing, Outlook reads TRANSP, which is shorter. */
const busyStatus: Partial<Record<SharedOccurrence["showAs"], { busystatus: ICalEventBusyStatus }>> = {
  tentative: { busystatus: ICalEventBusyStatus.TENTATIVE },
  out_of_office: { busystatus: ICalEventBusyStatus.OOF },
};

/** Whether an event is a private one of others, of which a feed has the time alone. */
export const isOthersPrivate = ({ event }: SharedOccurrence, readerId: string): boolean =>
  maskingOf(event, { memberId: readerId, readsMedical: true }) === "private";

export function describeEntry(one: SharedOccurrence, names: EntryNames): ICalEventData {
  const { event, occurrenceOn, startAt, endAt, startOn, endOn, showAs, memberIds } = one;
  const { id, revision, updatedAt, allDay, type, visibility } = event;
  const location = atCourt.has(type) ? describeCourt(event, namesOf(event, names)) : "";
  const what = isOthersPrivate(one, names.readerId) ? "Busy" : describeSummary(event, namesOf(event, names));
  return {
    id: `${id}${occurrenceOn === null ? "" : `-${occurrenceOn}`}@caseport`,
    sequence: revision,
    ...changedAt(updatedAt),
    ...(allDay ? wholeDays(startOn, endOn) : { start: startAt, end: endAt }),
    summary: joinParts([what, whose(memberIds, names)]),
    status: showAs === "tentative" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    transparency: showAs === "free" ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    ...busyStatus[showAs],
    // The type of a private event would reveal what its time is for.
    ...(visibility !== "private" && { categories: [{ name: type }] }),
    ...(visibility !== "private" && location !== "" && { location }),
  };
}

function describeSummary({ feedTitle, visibility, type, case: matter, lead }: SharedEvent, names: string[]): string {
  // Checked again: the client can have got the name since.
  if (feedTitle !== null && !hasNameOf(feedTitle, names)) return feedTitle;
  if (visibility === "private") return "Busy";
  return joinParts([eventTypeLabels[type], matter?.sequenceId ?? lead?.sequenceId]);
}

/** The court and its department. Counties have surnames as names, so of a court only a whole name counts. */
function describeCourt({ courtContact, department }: SharedEvent, names: string[]): string {
  const court = courtContact === null || hasWholeNameOf(courtContact.name, names) ? null : courtContact.name;
  const room = department === null || hasNameOf(department, names) ? null : department;
  return [court, room].filter((part) => part !== null).join(", ");
}

/** The days on which a member is out of office, as members and the API show them beside the calendar. */
export interface FeedAbsence {
  memberId: string;
  startOn: string;
  endOn: string;
  revision: number;
  updatedAt: string;
}

export function describeAbsence(
  { memberId, startOn, endOn, revision, updatedAt }: FeedAbsence,
  names: EntryNames,
): ICalEventData {
  return {
    id: `absence-${memberId}-${startOn}@caseport`,
    sequence: revision,
    ...changedAt(updatedAt),
    ...wholeDays(startOn, endOn),
    summary: joinParts([eventTypeLabels.out_of_office, whose([memberId], names)]),
    transparency: ICalEventTransparency.OPAQUE,
    ...busyStatus.out_of_office,
    categories: [{ name: "out_of_office" }],
  };
}

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
/** `Fri, Dec 4` */
const nameDay = (on: string) => weekday.format(new Date(day(on)));

const clocks = new Map<string, Intl.DateTimeFormat>();
/** `5:00 PM CST`, in the deadline's zone. A feed has thousands of times in a few zones. */
function nameTime(at: string, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone });
  clocks.set(timeZone, clock);
  return clock.format(new Date(at)).replaceAll("\u202F", " ");
}

/**
 * The entries of a deadline. On its day: at its time of day, which is the end of nothing and so has no length, else the
 * whole day. Where that day is closed there is a second one, on the last open day: nobody looks for Friday's work on
 * Sunday. A missed one has its day alone.
 */
export function describeDeadline(deadline: AgendaDeadline, names: EntryNames): ICalEventData[] {
  const { id, typeName, caseNumber, effectiveOn, effectiveAt, actByOn, timeZone, isMissed, isVerified } = deadline;
  const { revision, updatedAt, memberIds } = deadline;
  const common = {
    sequence: revision,
    ...changedAt(updatedAt),
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: [{ name: "deadline" }],
  };
  const mark = isVerified ? "" : " (unverified)";
  const people = whose(memberIds, names);
  const time = effectiveAt === null ? null : nameTime(effectiveAt, timeZone);
  const hasEarlierDay = !isMissed && actByOn < effectiveOn;
  const due = time === null ? `due ${nameDay(effectiveOn)}` : `due ${nameDay(effectiveOn)}, ${time}`;
  const actBy = hasEarlierDay ? `act by ${nameDay(actByOn)}` : null;
  const entry = {
    id: `${id}@caseport`,
    ...common,
    ...(effectiveAt === null ? wholeDays(effectiveOn, effectiveOn) : { start: effectiveAt }),
    summary: `${joinParts([nameDeadline(typeName, isMissed), caseNumber, people, time, actBy])}${mark}`,
  };
  if (!hasEarlierDay) return [entry];
  const name = typeName ?? "Deadline";
  return [
    {
      id: `${id}-act-by@caseport`,
      ...common,
      ...wholeDays(actByOn, actByOn),
      summary: `${joinParts([`Act by: ${name}`, caseNumber, people, due])}${mark}`,
    },
    entry,
  ];
}

function nameDeadline(typeName: string | null, isMissed: boolean): string {
  if (isMissed) return `MISSED: ${typeName ?? "Deadline"}`;
  return typeName === null ? "Deadline" : `Deadline: ${typeName}`;
}

/** An entry on the first day whose events are left out. */
export const describeEnd = (from: string): ICalEventData => ({
  id: `events-end-${from}@caseport`,
  sequence: 0,
  ...changedAt(day(from)),
  ...wholeDays(from, from),
  summary: "Caseport: events from this day on are not in this feed",
  transparency: ICalEventTransparency.TRANSPARENT,
});

/** Entries that are written at once: a millisecond or two. */
const atOnce = 25;
const begin = "BEGIN:VEVENT\r\n";
const end = "END:VCALENDAR";

/**
 * Each record as an entry in iCalendar, or as several, in the order of the records; written without holding the event
 * loop.
 */
export async function writeEntries<Item>(
  items: readonly Item[],
  describe: (item: Item) => ICalEventData | ICalEventData[],
): Promise<string[]> {
  const written: string[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await setImmediate();
    const calendar = new ICalCalendar({ events: items.slice(from, from + atOnce).flatMap(describe) });
    // Line breaks in texts are escaped, and what continues a line begins with a blank.
    const [, ...texts] = calendar.toString().slice(0, -`\r\n${end}`.length).split(`\r\n${begin}`);
    written.push(...texts.map((text) => `${begin}${text}\r\n`));
  }
  return written;
}

/** Calendars outside are asked to read it again after an hour; each does as it likes. Seconds. */
const refreshInterval = 3_600;
const cutDescription =
  "This feed has all deadlines, and as many days of events as fit into 1 MB. An entry says where the events end.";

/**
 * The calendar around entries.
 *
 * @param isCut whether something was left out, which it says
 */
export function writeCalendar(entries: readonly string[], isCut: boolean): string {
  const calendar = new ICalCalendar({
    name: "Caseport",
    prodId: { company: "Caseport", product: "Calendar", language: "EN" },
    ttl: refreshInterval,
    ...(isCut && { description: cutDescription }),
  });
  return `${calendar.toString().slice(0, -end.length)}${entries.join("")}${end}\r\n`;
}
