import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { readTimezone, readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { findServiceBasis } from "../../jurisdiction-rules/domain.ts";
import { openDaysOf } from "../../organization/holiday-calendars/domain.courts.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { countDeadline } from "./domain.counting.ts";
import { findDueAt } from "./domain.instants.ts";
import { countOrReject } from "./domain.record.ts";
import { findCountFault, type Checked } from "./domain.faults.ts";
import type { Count, GivenCount } from "./schema.ts";

/**
 * @property startTime left out where it is not checked
 * @throws VALIDATION_FAILED for members of a count that do not go together
 */
export function checkCountable({ startTime, ...count }: Checked & Partial<Pick<Count, "startTime">>): void {
  const isInHours = count.unit === "hours";
  if (isInHours && startTime === null) throw invalidInput({ path: "startTime", message: "required with unit hours" });
  if (!isInHours && startTime !== null && startTime !== undefined)
    throw invalidInput({ path: "startTime", message: "allowed only with unit hours" });
  const fault = findCountFault(count);
  if (fault !== null) throw invalidInput(fault);
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
  checkCountable(count);
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
