import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import { startOfDay } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { listAgenda } from "../../deadlines/domain.ts";
import { listFirstAttended, type Attended } from "../occurrences/domain.attended.ts";
import { listOwnerNames } from "../store.ts";
import {
  describeDeadline, describeEnd, describeEntry, hasFreeText, writeCalendar, writeEntries, type FeedEnd, type OwnerNames,
} from "./domain.entries.ts";
import { findFeedRow, type FoundFeed } from "./store.ts";

const daysBack = 30;
const daysAhead = 400;
/** Of the days before today, those that are in a feed before later ones are. */
const daysKept = 7;
const maxEntries = 5_000;
/** Google Calendar reads 1 MB of a feed. What says where a feed ends is in the rest. */
const maxBytes = 990_000;

type FeedOfMember = Pick<FoundFeed, "feedId" | "memberId">;

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
 * A feed as an iCalendar text of less than 1 MB: its member's agenda from 30 days before to 400 days after the firm's
 * today. Where that is more, deadlines come first, then events of as many whole days as fit, from a week ago on, and an
 * entry says where they end. It is the same, byte for byte, until something in it changes.
 */
export async function buildAgenda(context: Context, feed: FeedOfMember): Promise<Agenda> {
  const timezone = await readTimezone(context);
  const today = await readToday(context);
  const days = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) };
  const deadlines = chooseDays(await readDeadlines(context, feed, days), days.from, maxBytes);
  const kept = addDays(today, -daysKept);
  const events = chooseDays(await readEvents(context, feed, days, timezone), kept, deadlines.bytesLeft);
  const ends: FeedEnd[] = [
    ...(deadlines.cutOn === null ? [] : [{ what: "deadlines" as const, from: deadlines.cutOn }]),
    ...(events.cutOn === null ? [] : [{ what: "events" as const, from: events.cutOn }]),
  ];
  const texts = [...deadlines.entries, ...events.entries].map(({ text }) => text);
  return {
    text: writeCalendar([...texts, ...(await writeEntries(ends, describeEnd))], ends.length > 0),
    eventsThroughOn: events.cutOn === null ? null : addDays(events.cutOn, -1),
  };
}

async function readDeadlines(context: Context, { feedId, memberId }: FeedOfMember, days: Days): Promise<Found> {
  const feed = await findFeedRow(context, feedId);
  const deadlines = feed?.includeDeadlines === true ? await listAgenda(context, memberId, days, maxEntries) : [];
  const texts = await writeEntries(deadlines, describeDeadline);
  const entries = deadlines.map(({ effectiveOn }, index) => ({ on: effectiveOn, text: texts[index] ?? "" }));
  return { entries, unreadFrom: findUnread(entries) };
}

async function readEvents(context: Context, { memberId }: FeedOfMember, days: Days, timezone: string): Promise<Found> {
  const window = { from: startOfDay(days.from, timezone), to: startOfDay(addDays(days.to, 1), timezone) };
  const attended = await listFirstAttended(context, window, memberId, maxEntries);
  const shown = attended.filter(({ isDeclined }) => !isDeclined);
  const names = await readNames(context, shown);
  const texts = await writeEntries(shown, (one) => describeEntry(one, names));
  const entries = shown.map(({ startOn }, index) => ({ on: startOn, text: texts[index] ?? "" }));
  return { entries, unreadFrom: findUnread(attended.map(({ startOn }) => ({ on: startOn }))) };
}

/** Of a list that was read up to a limit, the last day: the list may end within it. */
function findUnread(read: readonly { on: string }[]): string | null {
  return read.length < maxEntries ? null : (read.at(-1)?.on ?? null);
}

async function readNames(context: Context, attended: readonly Attended[]): Promise<OwnerNames> {
  const checked = attended.map(({ event }) => event).filter(hasFreeText);
  const idsOf = (column: "caseId" | "leadId") => [...new Set(checked.flatMap((event) => event[column] ?? []))];
  return listOwnerNames(context, idsOf("caseId"), idsOf("leadId"));
}

interface Chosen {
  entries: Entry[];
  /** The first day that is left out; null where none is, or only days before the kept ones. */
  cutOn: string | null;
  bytesLeft: number;
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
  return { entries: entries.filter(({ on }) => chosen.has(on)), cutOn: fullOn ?? unreadFrom, bytesLeft };
}
