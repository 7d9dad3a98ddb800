import { readTimezone } from "../../../platform/database/organization-day.ts";
import { dayOf, timeOf, toInstant } from "../../../platform/local-time.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeMoved, type TimezoneDependent } from "../../../rpc/timezone-dependents.ts";
import { endOfDay } from "../domain.days.ts";
import { listDated, lockDatedForUpdate, moveDated, type DatedColumn } from "./store.ts";

/** The instant that has the same local time in another zone. */
type Relocate = (at: string, from: string, to: string) => string;

function followTimezone(column: DatedColumn, relocate: Relocate): TimezoneDependent {
  return {
    async recompute(context: Context, previous: string) {
      const timezone = await readTimezone(context);
      const dated = (await lockDatedForUpdate(context, column)).map(({ id, at }) => ({
        id,
        at,
        to: relocate(at, previous, timezone),
      }));
      const moved = dated.filter(({ at, to }) => at !== to).map(({ id, to }) => ({ id, at: to }));
      if (moved.length > 0) await moveDated(context, column, moved);
    },
    async preview(context, timezone) {
      const current = await readTimezone(context);
      const moved = (await listDated(context, column)).map(({ at }) => ({
        before: at,
        after: relocate(at, current, timezone),
      }));
      return describeMoved(moved.toSorted((one, other) => (one.before < other.before ? -1 : 1)));
    },
  };
}

/** A request expires at the end of a day of the firm. An instant that was set otherwise stays. */
export const esignExpiries = followTimezone("expiresAt", (at, from, to) => {
  const on = dayOf(at, from);
  return endOfDay(on, from) === at ? endOfDay(on, to) : at;
});

/** Reminders keep their local time. */
export const esignReminders = followTimezone("nextReminderAt", (at, from, to) =>
  toInstant(dayOf(at, from), timeOf(at, from), to),
);
