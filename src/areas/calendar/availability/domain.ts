import { notFound } from "../../../contract/errors/error-codes.ts";
import { dayOf, startOfDay, toInstant } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { Context } from "../../../rpc/context.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { listAttended, type Attended } from "../occurrences/domain.attended.ts";
import { readIds, readWindow } from "../occurrences/domain.ts";
import type { Window } from "../occurrences/store.ts";
import type { Availability, AvailabilityQuery } from "./schema.ts";
import { findAbsences, readWorkday, type Absence, type Workday } from "./store.ts";

type Interval = Availability["availability"][number]["busy"][number];

const strength = { tentative: 1, busy: 2, out_of_office: 3 } as const;
const maxSlots = 200;

/** The intervals of a member, of those at the same time the strongest, touching ones joined. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const times = [...new Set(intervals.flatMap(({ startAt, endAt }) => [startAt, endAt]))].toSorted();
  const merged: Interval[] = [];
  for (const [index, startAt] of times.slice(0, -1).entries()) {
    const endAt = times[index + 1] ?? startAt;
    const [strongest] = intervals
      .filter((each) => each.startAt <= startAt && each.endAt >= endAt)
      .toSorted((one, other) => strength[other.showAs] - strength[one.showAs]);
    if (strongest === undefined) continue;
    const last = merged.at(-1);
    if (last !== undefined && last.endAt === startAt && last.showAs === strongest.showAs) last.endAt = endAt;
    else merged.push({ startAt, endAt, showAs: strongest.showAs });
  }
  return merged;
}

const clip = ({ startAt, endAt, showAs }: Interval, { from, to }: Window): Interval[] =>
  startAt < to && endAt > from
    ? [{ startAt: startAt < from ? from : startAt, endAt: endAt > to ? to : endAt, showAs }]
    : [];

const ofAttended = ({ startAt, endAt, showAs }: Attended): Interval[] =>
  showAs === "free" ? [] : [{ startAt, endAt, showAs }];
const ofAbsence = ({ startOn, endOn }: Absence, timezone: string): Interval[] =>
  startOn === null || endOn === null
    ? []
    : [
        {
          startAt: startOfDay(startOn, timezone),
          endAt: startOfDay(addDays(endOn, 1), timezone),
          showAs: "out_of_office",
        },
      ];

/** @throws NOT_FOUND for a member; VALIDATION_FAILED for a window that is too long, or has too many events */
export async function getAvailability(
  context: Context,
  { from, to, memberIds: list, durationMinutes, stepMinutes }: AvailabilityQuery,
): Promise<Availability> {
  const memberIds = readIds(list);
  const window = readWindow({ from, to }, 62);
  const absences = await findAbsences(context, memberIds);
  if (absences.length < memberIds.length) throw notFound("Member");
  const attended = await listAttended(context, window, memberIds);
  const workday = await readWorkday(context);
  const availability = absences.map((absence) => {
    const events = attended
      .filter((each) => each.memberId === absence.memberId && !each.isDeclined)
      .flatMap(ofAttended);
    return {
      memberId: absence.memberId,
      busy: mergeIntervals([...events, ...ofAbsence(absence, workday.timezone)].flatMap((each) => clip(each, window))),
    };
  });
  const taken = availability.flatMap(({ busy }) => busy).filter(({ showAs }) => showAs !== "tentative");
  return {
    availability,
    slots:
      durationMinutes === undefined
        ? []
        : await findSlots(context, window, workday, { taken, durationMinutes, stepMinutes }),
  };
}

/** Open slots within the working hours of the days on which the organization is open. */
async function findSlots(
  context: Context,
  window: Window,
  { timezone, workdayStartsAt, workdayEndsAt }: Workday,
  { taken, durationMinutes, stepMinutes }: { taken: readonly Interval[]; durationMinutes: number; stepMinutes: number },
) {
  const { days } = await openBusinessDays(context);
  const slots: { startAt: string; endAt: string }[] = [];
  const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  for (
    let on = dayOf(window.from, timezone);
    on <= dayOf(window.to, timezone) && slots.length < maxSlots;
    on = addDays(on, 1)
  ) {
    if (days.findClosure(on) !== null) continue;
    const closesAt = toInstant(on, workdayEndsAt, timezone);
    for (
      let startAt = toInstant(on, workdayStartsAt, timezone);
      later(startAt, durationMinutes) <= closesAt;
      startAt = later(startAt, stepMinutes)
    ) {
      const endAt = later(startAt, durationMinutes);
      const isFree =
        startAt >= window.from &&
        endAt <= window.to &&
        !taken.some((each) => each.startAt < endAt && each.endAt > startAt);
      if (isFree) slots.push({ startAt, endAt });
    }
  }
  return slots.slice(0, maxSlots);
}
