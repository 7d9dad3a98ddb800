import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { formatTime } from "../ui/format.ts";

export type Conversation = PortalOutputs["conversations"]["get"]["conversation"];
export type Communication = PortalOutputs["conversations"]["listTimeline"]["communications"][number];
export type Message = NonNullable<Communication["message"]>;
export type Call = NonNullable<Communication["call"]>;
type Named = { name: string | null; address: string };

/** A record of the firm whose consent can be recorded. */
export type Person = { clientId: string } | { leadId: string } | { contactId: string };

/** Who the only counterpart of a conversation is; null for several, and for whom no record names. */
export function findPerson({ counterparts }: Pick<Conversation, "counterparts">): Person | null {
  const [only, ...others] = counterparts;
  if (only === undefined || others.length > 0) return null;
  const { clientId, leadId, contactId } = only;
  if (clientId !== null) return { clientId };
  if (leadId !== null) return { leadId };
  return contactId === null ? null : { contactId };
}

export const useInvalidateConversations = () =>
  useInvalidate((trpc) => [trpc.conversations.pathFilter(), trpc.cases.pathFilter(), trpc.clients.pathFilter()]);

/** "(512) 555-0143" of a number of North America; others as they are. */
export function formatAddress(address: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(address) ?? [];
  return area === undefined ? address : `(${area}) ${exchange}-${line}`;
}

export const namePerson = ({ name, address }: Named): string => name ?? formatAddress(address);

/** "8:42 AM" */
export const formatClockTime = (instant: string) => formatTime(instant, { hour: "numeric", minute: "2-digit" });

/** "Fri, Nov 20, 8:42 AM" */
export const formatPlanned = (instant: string) =>
  formatTime(instant, { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** "2026-11-20" in the reader's time zone: what is of one day. */
export const dayOf = (instant: string | number) =>
  formatTime(instant, { year: "numeric", month: "2-digit", day: "2-digit" });

export interface Day<Entry> {
  day: string;
  /** Of its first entry. */
  at: string;
  entries: readonly Entry[];
}

/** Entries in order, by day. */
export function groupByDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  return [...Map.groupBy(entries, ({ at }) => dayOf(at))].flatMap(([day, ofDay]) => {
    const [first] = ofDay;
    return first === undefined ? [] : [{ day, at: first.at, entries: ofDay }];
  });
}

/** "Today", "Yesterday", or "Friday, November 20, 2026" */
export function nameDay(at: string, now: number, { today, yesterday }: { today: string; yesterday: string }): string {
  if (dayOf(at) === dayOf(now)) return today;
  // By the calendar: on the days on which the clocks change, 24 hours before is another day.
  const dayBefore = new Date(now);
  dayBefore.setDate(dayBefore.getDate() - 1);
  if (dayOf(at) === dayOf(dayBefore.getTime())) return yesterday;
  return formatTime(at, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
}
