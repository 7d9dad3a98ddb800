import { ICalCalendar, ICalEventStatus, ICalEventTransparency, type ICalEventData } from "ical-generator";
import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import { startOfDay } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { listAgenda, type AgendaDeadline } from "../../deadlines/domain.ts";
import { hasNameOf } from "../domain.feed-titles.ts";
import { eventTypeLabels } from "../enumerations.ts";
import { listFirstAttended, type Attended } from "../occurrences/domain.attended.ts";
import { listOwnerNames } from "../store.ts";
import { findFeedRow, type FoundFeed } from "./store.ts";

/** Calendars outside read it again after an hour. Seconds. */
const refreshInterval = 3_600;
/** Whose court is named: its name reveals nothing of the client. */
const atCourt: ReadonlySet<string> = new Set(["hearing", "trial", "court_conference"]);

/**
 * The agenda as iCalendar: times, types, case numbers and courts. No title, no place but a court, no description, no person: a calendar outside, and
 * anyone who gets the URL, learns no name, and nothing medical but the type of an appointment.
 * @param names of the clients and leads of events with a `feedTitle`, by the ID of the case or lead
 */
export function writeCalendar(attended: readonly Attended[], deadlines: readonly AgendaDeadline[], names: ReadonlyMap<string, string>): string {
  const calendar = new ICalCalendar({ name: "Caseport", prodId: { company: "Caseport", product: "Calendar", language: "EN" }, ttl: refreshInterval });
  for (const one of attended) calendar.createEvent(describeEntry(one, names));
  for (const one of deadlines) calendar.createEvent(describeDeadline(one));
  return `${calendar.toString()}\r\n`;
}

/** Midnight in UTC of a day: a date without a time is written from it. */
const day = (on: string) => `${on}T00:00:00.000Z`;
const wholeDays = (from: string, to: string) => ({ allDay: true, start: day(from), end: day(addDays(to, 1)) });

function describeEntry(one: Attended, names: ReadonlyMap<string, string>): ICalEventData {
  const { event, occurrenceOn, startAt, endAt, startOn, endOn, showAs } = one;
  const { id, revision, updatedAt, allDay, type, visibility } = event;
  const location = [event.courtContact?.name, event.department].filter((part) => typeof part === "string").join(", ");
  return {
    id: `${id}${occurrenceOn === null ? "" : `-${occurrenceOn}`}@caseport`,
    sequence: revision,
    stamp: updatedAt,
    ...(allDay ? wholeDays(startOn, endOn) : { start: startAt, end: endAt }),
    summary: describeSummary(one, names),
    status: showAs === "tentative" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    transparency: showAs === "free" ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    // The type of a private event would reveal what its time is for.
    ...(visibility !== "private" && { categories: [{ name: type }] }),
    ...(visibility !== "private" && atCourt.has(type) && location !== "" && { location }),
  };
}

function describeSummary({ event: { feedTitle, visibility, type, caseId, leadId, case: matter, lead } }: Attended, names: ReadonlyMap<string, string>): string {
  // Checked again: the client can have got the name since.
  if (feedTitle !== null && !hasNameOf(feedTitle, [caseId, leadId].flatMap((id) => names.get(id ?? "") ?? []))) return feedTitle;
  if (visibility === "private") return "Busy";
  return [eventTypeLabels[type], matter?.sequenceId ?? lead?.sequenceId].filter((part) => part !== undefined).join(" · ");
}

function describeDeadline({ id, typeName, caseNumber, effectiveOn, isVerified, revision, updatedAt }: AgendaDeadline): ICalEventData {
  return {
    id: `${id}@caseport`,
    sequence: revision,
    stamp: updatedAt,
    ...wholeDays(effectiveOn, effectiveOn),
    summary: `${typeName === null ? "Deadline" : `Deadline: ${typeName}`} · ${caseNumber}${isVerified ? "" : " (unverified)"}`,
    transparency: ICalEventTransparency.TRANSPARENT,
    categories: [{ name: "deadline" }],
  };
}

const daysBack = 30;
const daysAhead = 400;
const maxEntries = 5_000;

/**
 * A feed as an iCalendar text: its member's agenda from 30 days before to 400 days after the firm's today. It is the same, byte for byte, until something
 * in it changes.
 */
export async function buildAgenda(context: Context, { feedId, memberId }: Pick<FoundFeed, "feedId" | "memberId">): Promise<string> {
  const feed = await findFeedRow(context, feedId);
  const timezone = await readTimezone(context);
  const today = await readToday(context);
  const days = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) };
  const window = { from: startOfDay(days.from, timezone), to: startOfDay(addDays(days.to, 1), timezone) };
  const attended = (await listFirstAttended(context, window, memberId, maxEntries)).filter(({ isDeclined }) => !isDeclined);
  const titled = attended.map(({ event }) => event).filter(({ feedTitle }) => feedTitle !== null);
  const idsOf = (column: "caseId" | "leadId") => [...new Set(titled.flatMap((event) => event[column] ?? []))];
  const names = await listOwnerNames(context, idsOf("caseId"), idsOf("leadId"));
  const deadlines = feed?.includeDeadlines === true ? await listAgenda(context, memberId, days, maxEntries - attended.length) : [];
  return writeCalendar(attended, deadlines, names);
}
