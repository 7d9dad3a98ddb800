import type { PortalOutputs } from "../client/trpc.ts";
import { addDays, daysBetween } from "../ui/calendar-days.ts";
import { urgencyOf, type Urgency } from "../ui/urgency.tsx";

export type Docket = PortalOutputs["docket"]["read"];
export type DocketMonth = PortalOutputs["docket"]["month"];
export type Entry = Docket["entries"][number];

export const keyOf = ({ deadline, event }: Entry) => deadline?.id ?? `${event?.eventId} ${event?.occurrenceOn}`;

/** The entries of each day that has some, in their order. */
export function groupByDay<Dated extends { date: string }>(
  entries: readonly Dated[],
): [on: string, entries: Dated[]][] {
  return [...Map.groupBy(entries, ({ date }) => date)];
}

/** The open days after today until a day, which is counted if it is open. */
export function countOpenDays(today: string, on: string, closed: readonly { on: string }[]): number {
  const inBetween = closed.filter((day) => day.on > today && day.on <= on).length;
  return Math.max(0, daysBetween(today, on) - inBetween);
}

/** Of a deadline by the last day to act; of a court date, which is not late, by its day. */
export function urgencyOfEntry({ deadline, date }: Entry, today: string): Urgency {
  if (deadline === null) return date < today ? null : urgencyOf(daysBetween(today, date));
  if (deadline.urgency === "overdue") return "overdue";
  return urgencyOf(deadline.actInDays < 0 ? deadline.daysLeft : deadline.actInDays);
}

/** The weeks of a month, from Sunday to Saturday; null outside of it. */
export function listWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const offset = new Date(first).getUTCDay();
  const length = daysBetween(first, `${shiftMonth(month, 1)}-01`);
  const cells = Array.from({ length: Math.ceil((offset + length) / 7) * 7 }, (_, index) => {
    const day = index - offset;
    return day < 0 || day >= length ? null : addDays(first, day);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The month that is so many months later: `2026-12`, 1 → `2027-01`. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
