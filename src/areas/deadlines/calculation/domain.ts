import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { findServiceBasis } from "../../jurisdiction-rules/domain.ts";
import { openDaysOf } from "../../organization/holiday-calendars/domain.courts.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { countDeadline } from "./domain.counting.ts";
import { findDueAt } from "./domain.instants.ts";
import { countOrReject } from "./domain.record.ts";
import type { Count, GivenCount } from "./schema.ts";

type Checked = Pick<Count, "unit" | "startTime" | "dueTime" | "nextWeekday" | "direction">;

/** @throws VALIDATION_FAILED for members of a count that do not go together */
export function requireCountable({ unit, startTime, dueTime, nextWeekday, direction }: Checked): void {
  const isInHours = unit === "hours";
  if (isInHours && startTime === null) throw invalidInput({ path: "startTime", message: "required with unit hours" });
  if (!isInHours && startTime !== null)
    throw invalidInput({ path: "startTime", message: "allowed only with unit hours" });
  if (isInHours && dueTime !== null)
    throw invalidInput({ path: "dueTime", message: "must not be sent with unit hours: it follows from startTime" });
  if (nextWeekday !== null && direction === "before")
    throw invalidInput({ path: "nextWeekday", message: "allowed only with direction after" });
}

/**
 * Counts a date.
 *
 * @throws NOT_FOUND for the calendar; VALIDATION_FAILED where it cannot be counted
 */
export async function calculateDeadline(
  context: Context,
  { jurisdiction, holidayCalendarId, timeZone: givenZone, ...count }: GivenCount,
) {
  requireCountable(count);
  // A count of no jurisdiction follows the business calendar, as before a count had one; only its service rule is federal.
  const isOfCourt = holidayCalendarId === undefined && jurisdiction !== undefined;
  const court = await (isOfCourt ? openDaysOf(context, jurisdiction) : openBusinessDays(context, holidayCalendarId));
  const timeZone = givenZone ?? (await readTimezone(context));
  const circumstances = {
    service: await findServiceBasis(context, jurisdiction ?? "US"),
    timeZone,
    today: await readToday(context),
  };
  const calculation = countOrReject("offset", () => countDeadline(count, court, circumstances));
  return {
    calculation,
    dueOn: calculation.rolledOn,
    dueAt: findDueAt(calculation.rolledOn, calculation.dueTime, timeZone),
  };
}
