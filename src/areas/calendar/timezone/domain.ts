import { dayOf } from "../../../platform/local-time.ts";
import { findOccurrence } from "../../../platform/recurrence-rule.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeMoved, type TimezoneDependent } from "../../../rpc/timezone-dependents.ts";
import { enqueueExpansion } from "../occurrences/store.expansion.ts";
import { refreshNext } from "../series/domain.next.ts";
import { describeTimes, computeOccurrenceTimes, wholeDays } from "../domain.times.ts";
import { retimeReminders } from "../reminders/domain.ts";
import { moveReminders } from "../reminders/store.ts";
import { listWholeDays, lockWholeDayEventsForUpdate, moveEvents, moveOwnDays } from "./store.ts";
import { findEvents } from "../store.ts";

const clock = () => new Date().toISOString();

/**
 * Whole days are the organization's: they keep their dates, and begin at its midnight. Events with times keep their own
 * time zone. Past events stay.
 */
export const timezoneDependent: TimezoneDependent = {
  async recompute(context) {
    const [now, timezone] = [clock(), await readTimezone(context)];
    await lockWholeDayEventsForUpdate(context, now);
    const events = (await listWholeDays(context, now)).filter(({ timeZone }) => timeZone !== timezone);
    await moveEvents(
      context,
      events.map(({ id, startOn, endOn, rule }) => {
        const { startAt, endAt, seriesEndAt } = describeTimes(wholeDays(startOn, endOn, timezone), rule);
        return { id, startAt, endAt, seriesEndAt, timeZone: timezone };
      }),
    );
    await moveOwnDays(
      context,
      events.flatMap(({ id, moved }) =>
        moved.map(({ occurrenceOn, startOn, endOn }) => {
          const { startAt, endAt } = wholeDays(startOn, endOn, timezone);
          return { eventId: id, occurrenceOn, startAt, endAt };
        }),
      ),
    );
    await retime(
      context,
      events.filter(({ hasReminder, rule }) => hasReminder || rule !== null).map(({ id }) => id),
      now,
    );
    // With their times the database forgot what was stored of these series, which may be many.
    if (events.some(({ rule }) => rule !== null)) await enqueueExpansion(context);
  },
  async preview(context, timezone) {
    const now = clock();
    const events = await listWholeDays(context, now);
    const instants = events.map((event) => {
      const on =
        event.rule === null
          ? event.startOn
          : (findOccurrence(event.rule, event.startOn, dayOf(now, event.timeZone)) ?? event.startOn);
      const series = { ...event, allDay: true };
      return {
        before: computeOccurrenceTimes(series, on).startAt,
        after: computeOccurrenceTimes({ ...series, timeZone: timezone }, on).startAt,
      };
    });
    return describeMoved(instants.toSorted((one, other) => (one.before < other.before ? -1 : 1)));
  },
};

async function retime(context: Context, eventIds: readonly string[], now: string): Promise<void> {
  if (eventIds.length === 0) return;
  const events = await findEvents(context, eventIds);
  await moveReminders(context, events.flatMap(retimeReminders));
  await refreshNext(context, events, now);
}
