import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import { startOfDay } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { listAgenda } from "../../deadlines/agenda/domain.ts";
import { listShared, type SharedFilter, type SharedOccurrence } from "../occurrences/domain.attended.ts";
import { listOwnerNames } from "../store.ts";
import {
  describeAbsence,
  describeDeadline,
  describeEnd,
  describeEntry,
  hasFreeText,
  isOthersPrivate,
  writeCalendar,
  writeEntries,
  type EntryNames,
  type FeedAbsence,
} from "./domain.entries.ts";
import { nameInitials } from "./domain.initials.ts";
import type { FeedSubject } from "./domain.scopes.ts";

const daysBack = 30;
const daysAhead = 400;
/** Of the days before today, those that are in a feed before later ones are. */
const daysKept = 7;
const maxEntries = 5_000;
/** No entry of an event is shorter. Bytes. */
const leastBytes = 200;
/** Google Calendar reads 1 MB of a feed. What says where a feed ends is in the rest. */
const maxBytes = 990_000;
const courtDates = ["hearing", "trial", "court_conference", "deposition", "mediation", "arbitration"];

/** A feed as it is read. */
export interface Agenda {
  text: string;
  /** The last day whose events are in it; null where all are. */
  eventsThroughOn: string | null;
}

interface Days {
  from: string;
  to: string;
}

interface Entry {
  on: string;
  text: string;
}

interface Found {
  entries: Entry[];
  /** The day from which on entries were not read; null where all were. */
  unreadFrom: string | null;
}

/**
 * A feed as an iCalendar text. It has every deadline that nobody has disposed of, however far away and however many
 * they are; then absences and events, from 30 days before to 400 days after the firm's today, as many as fit into 1 MB:
 * whole days from a week ago on. An entry says where the events end. It is the same, byte for byte, until something in
 * it changes.
 */
export async function buildAgenda(context: Context, subject: FeedSubject): Promise<Agenda> {
  const reading = await openReading(context, subject);
  const { kept, last } = reading;
  const deadlines = subject.includeDeadlines ? await readDeadlines(reading) : [];
  const bytes = deadlines.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // Of more, none would fit; one says from which day on they are left out.
  const most = Math.min(maxEntries, Math.max(1, Math.ceil((maxBytes - bytes) / leastBytes)));
  const [absences, events] = [await readAbsences(reading), await readEvents(reading, { from: kept, to: last }, most)];
  const earlier = { from: reading.first, to: addDays(kept, -1) };
  const before = events.unreadFrom === null ? await readEvents(reading, earlier, most) : noEvents;
  const found = {
    // What began before the days that are kept is left out where it is too much: the nearest days would be missing.
    entries: [...absences, ...(before.unreadFrom === null ? before.entries : []), ...events.entries],
    unreadFrom: events.unreadFrom,
  };
  const { entries, cutOn } = chooseDays(found, kept, maxBytes - bytes);
  const ends = cutOn === null ? [] : await writeEntries([cutOn], describeEnd);
  return {
    text: writeCalendar([...deadlines, ...entries.map(({ text }) => text), ...ends], ends.length > 0),
    eventsThroughOn: cutOn === null ? null : addDays(cutOn, -1),
  };
}

/** What a feed is read with. */
interface Reading extends FeedSubject {
  context: Context;
  timezone: string;
  /** The first and the last day of events, and the one from which on they come first. */
  first: string;
  kept: string;
  last: string;
  initials: EntryNames["initials"];
}

async function openReading(context: Context, subject: FeedSubject): Promise<Reading> {
  const [timezone, today] = [await readTimezone(context), await readToday(context)];
  const days = { first: addDays(today, -daysBack), kept: addDays(today, -daysKept), last: addDays(today, daysAhead) };
  return { ...subject, context, timezone, ...days, initials: subject.isShared ? nameInitials(subject.members) : null };
}

const namesOf = ({ initials, readerId }: Reading, owners: EntryNames["owners"] = new Map()): EntryNames => ({
  owners,
  initials,
  readerId,
});

async function readDeadlines(reading: Reading): Promise<string[]> {
  const names = namesOf(reading);
  const texts: string[] = [];
  for await (const part of listAgenda(reading.context, reading.memberIds)) {
    texts.push(...(await writeEntries(part, (deadline) => describeDeadline(deadline, names))));
  }
  return texts;
}

async function readAbsences(reading: Reading): Promise<Entry[]> {
  if (reading.eventTypes !== "all") return [];
  const absences = reading.members.flatMap(({ id, absentFromOn, absentToOn, revision, updatedAt }): FeedAbsence[] => {
    const isNear = absentFromOn !== null && absentToOn !== null && absentToOn >= reading.first;
    return isNear ? [{ memberId: id, startOn: absentFromOn, endOn: absentToOn, revision, updatedAt }] : [];
  });
  const texts = await writeEntries(absences, (absence) => describeAbsence(absence, namesOf(reading)));
  return absences.map(({ startOn }, index) => ({ on: startOn, text: texts[index] ?? "" }));
}

const noEvents: Found = { entries: [], unreadFrom: null };

/** The events that begin on some days; those of the first days, also what began before. */
async function readEvents(reading: Reading, days: Days, most: number): Promise<Found> {
  const { context, timezone, memberIds, eventTypes, readerId, first } = reading;
  if (eventTypes === "none") return noEvents;
  const filter: SharedFilter = { memberIds, types: eventTypes === "all" ? null : courtDates };
  const window = { from: startOfDay(days.from, timezone), to: startOfDay(addDays(days.to, 1), timezone) };
  const { occurrences, unreadFrom } = await listShared(context, window, filter, most);
  const begun = days.from === first ? "" : window.from;
  // Of a private event not even the type is shown, which a feed of court dates would.
  const isShown = (one: SharedOccurrence) =>
    one.startAt >= begun && (eventTypes === "all" || !isOthersPrivate(one, readerId));
  const shown = occurrences.filter(isShown);
  const names = namesOf(reading, await readOwners(context, shown));
  const texts = await writeEntries(shown, (one) => describeEntry(one, names));
  return { entries: shown.map(({ startOn }, index) => ({ on: startOn, text: texts[index] ?? "" })), unreadFrom };
}

async function readOwners(context: Context, occurrences: readonly SharedOccurrence[]): Promise<EntryNames["owners"]> {
  const checked = occurrences.map(({ event }) => event).filter(hasFreeText);
  const idsOf = (column: "caseId" | "leadId") => [...new Set(checked.flatMap((event) => event[column] ?? []))];
  return listOwnerNames(context, idsOf("caseId"), idsOf("leadId"));
}

interface Chosen {
  entries: Entry[];
  /** The first day that is left out; null where none is, or only days before the kept ones. */
  cutOn: string | null;
}

/** The whole days that fit: those from a day on, in order, then those before it, the nearest first. */
export function chooseDays({ entries, unreadFrom }: Found, keptFrom: string, bytes: number): Chosen {
  const days = [...Map.groupBy(entries, ({ on }) => on)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const ahead = days.filter(([on]) => on >= keptFrom && (unreadFrom === null || on < unreadFrom));
  const before = days.filter(([on]) => on < keptFrom).toReversed();
  const chosen = new Set<string>();
  let bytesLeft = bytes;
  const takeUntilFull = (list: typeof days): string | null => {
    for (const [on, ofDay] of list) {
      const size = ofDay.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      if (size > bytesLeft) return on;
      bytesLeft -= size;
      chosen.add(on);
    }
    return null;
  };
  const fullOn = takeUntilFull(ahead);
  if (fullOn === null) takeUntilFull(before);
  return { entries: entries.filter(({ on }) => chosen.has(on)), cutOn: fullOn ?? unreadFrom };
}
