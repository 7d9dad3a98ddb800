import { setImmediate } from "node:timers/promises";
import { ICalCalendar, ICalEventStatus, ICalEventTransparency, type ICalEventData } from "ical-generator";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { AgendaDeadline } from "../../deadlines/domain.ts";
import { hasNameOf, hasWholeNameOf } from "../domain.feed-titles.ts";
import { eventTypeLabels } from "../enumerations.ts";
import type { Attended } from "../occurrences/domain.attended.ts";

/**
 * What a feed shows: times, types, case numbers and courts. No title, no place but a court, no description, no person:
 * a calendar outside, and anyone who gets the URL, learns no name, and nothing medical but the type of an appointment.
 * Every text that somebody typed is checked for the names of the event's client or lead: `feedTitle`, the department
 * and the court.
 */

/** Of clients and leads, by the ID of the case or lead. */
export type OwnerNames = ReadonlyMap<string, string>;

/** Whose court is named: its name reveals nothing of the client. */
const atCourt: ReadonlySet<string> = new Set(["hearing", "trial", "court_conference"]);

/** Midnight in UTC of a day: a date without a time is written from it. */
const day = (on: string) => `${on}T00:00:00.000Z`;
const wholeDays = (from: string, to: string) => ({ allDay: true, start: day(from), end: day(addDays(to, 1)) });

type AttendedEvent = Attended["event"];

const namesOf = ({ caseId, leadId }: AttendedEvent, names: OwnerNames) =>
  [caseId, leadId].flatMap((id) => names.get(id ?? "") ?? []);

/** Whether an event has a text that is checked for names. */
export const hasFreeText = ({ feedTitle, courtContact, department }: AttendedEvent): boolean =>
  feedTitle !== null || courtContact !== null || department !== null;

export function describeEntry(one: Attended, names: OwnerNames): ICalEventData {
  const { event, occurrenceOn, startAt, endAt, startOn, endOn, showAs } = one;
  const { id, revision, updatedAt, allDay, type, visibility } = event;
  const location = atCourt.has(type) ? describeCourt(event, namesOf(event, names)) : "";
  return {
    id: `${id}${occurrenceOn === null ? "" : `-${occurrenceOn}`}@caseport`,
    sequence: revision,
    stamp: updatedAt,
    ...(allDay ? wholeDays(startOn, endOn) : { start: startAt, end: endAt }),
    summary: describeSummary(event, namesOf(event, names)),
    status: showAs === "tentative" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    transparency: showAs === "free" ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    // The type of a private event would reveal what its time is for.
    ...(visibility !== "private" && { categories: [{ name: type }] }),
    ...(visibility !== "private" && location !== "" && { location }),
  };
}

function describeSummary({ feedTitle, visibility, type, case: matter, lead }: AttendedEvent, names: string[]): string {
  // Checked again: the client can have got the name since.
  if (feedTitle !== null && !hasNameOf(feedTitle, names)) return feedTitle;
  if (visibility === "private") return "Busy";
  const number = matter?.sequenceId ?? lead?.sequenceId;
  return [eventTypeLabels[type], number].filter((part) => part !== undefined).join(" · ");
}

/** The court and its department. Counties have surnames as names, so of a court only a whole name counts. */
function describeCourt({ courtContact, department }: AttendedEvent, names: string[]): string {
  const court = courtContact === null || hasWholeNameOf(courtContact.name, names) ? null : courtContact.name;
  const room = department === null || hasNameOf(department, names) ? null : department;
  return [court, room].filter((part) => part !== null).join(", ");
}

export function describeDeadline(deadline: AgendaDeadline): ICalEventData {
  const { id, typeName, caseNumber, effectiveOn, isVerified, revision, updatedAt } = deadline;
  const name = typeName === null ? "Deadline" : `Deadline: ${typeName}`;
  return {
    id: `${id}@caseport`,
    sequence: revision,
    stamp: updatedAt,
    ...wholeDays(effectiveOn, effectiveOn),
    summary: `${name} · ${caseNumber}${isVerified ? "" : " (unverified)"}`,
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: [{ name: "deadline" }],
  };
}

/** Which entries are left out from which day on. */
export interface FeedEnd {
  what: "events" | "deadlines";
  from: string;
}

export const describeEnd = ({ what, from }: FeedEnd): ICalEventData => ({
  id: `${what}-end-${from}@caseport`,
  sequence: 0,
  stamp: day(from),
  ...wholeDays(from, from),
  summary: `Caseport: ${what} from this day on are not in this feed`,
  transparency: ICalEventTransparency.TRANSPARENT,
});

/** Entries that are written at once: some milliseconds. */
const atOnce = 100;
const begin = "BEGIN:VEVENT\r\n";
const end = "END:VCALENDAR";

/** Each record as an entry in iCalendar, in the order of the records; written without holding the event loop. */
export async function writeEntries<Item>(
  items: readonly Item[],
  describe: (item: Item) => ICalEventData,
): Promise<string[]> {
  const written: string[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await setImmediate();
    const calendar = new ICalCalendar({ events: items.slice(from, from + atOnce).map(describe) });
    // Line breaks in texts are escaped, and what continues a line begins with a blank.
    const [, ...texts] = calendar.toString().slice(0, -`\r\n${end}`.length).split(`\r\n${begin}`);
    written.push(...texts.map((text) => `${begin}${text}\r\n`));
  }
  return written;
}

/** Calendars outside read it again after an hour. Seconds. */
const refreshInterval = 3_600;
const cutDescription =
  "This feed has as much as fits into 1 MB: deadlines first, then events. An entry says where the events end.";

/** The calendar around entries. @param isCut whether something was left out, which it says */
export function writeCalendar(entries: readonly string[], isCut: boolean): string {
  const calendar = new ICalCalendar({
    name: "Caseport",
    prodId: { company: "Caseport", product: "Calendar", language: "EN" },
    ttl: refreshInterval,
    ...(isCut && { description: cutDescription }),
  });
  return `${calendar.toString().slice(0, -end.length)}${entries.join("")}${end}\r\n`;
}
