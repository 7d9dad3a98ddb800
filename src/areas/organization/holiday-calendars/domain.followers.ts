import type { Context } from "../../../rpc/context.ts";

/** What other areas do in the transaction in which the days of a calendar change, or it is deleted. */
export interface CalendarFollower {
  changeDays?(context: Context, calendar: { id: string; revision: number }): Promise<void>;
  /** @throws INVALID_STATE_TRANSITION while something is counted in it, or names it */
  deleteCalendar(context: Context, calendarId: string): Promise<void>;
}

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    /** By area, in the order in which they lock. */
    readonly holidayCalendarFollowers: Readonly<Record<"cases" | "deadlines", CalendarFollower>>;
  }
}

export async function followDays(context: Context, calendar: { id: string; revision: number }): Promise<void> {
  for (const follower of Object.values(context.hooks.holidayCalendarFollowers))
    await follower.changeDays?.(context, calendar);
}

/**
 * The organization is locked.
 *
 * @throws INVALID_STATE_TRANSITION while something is counted in it, or names it
 */
export async function followDeletion(context: Context, calendarId: string): Promise<void> {
  for (const follower of Object.values(context.hooks.holidayCalendarFollowers))
    await follower.deleteCalendar(context, calendarId);
}
