import type { Context } from "../../../rpc/context.ts";

/** What other areas do in the transaction in which the days of a calendar change. */
export interface CalendarFollower {
  changeDays(context: Context, calendar: { id: string; revision: number }): Promise<void>;
}

/** By area. `src/case-followers.ts` sets it: areas have no circular dependencies. */
export const calendarFollowers: Record<string, CalendarFollower> = {};

export async function followDays(context: Context, calendar: { id: string; revision: number }): Promise<void> {
  for (const follower of Object.values(calendarFollowers)) await follower.changeDays(context, calendar);
}
