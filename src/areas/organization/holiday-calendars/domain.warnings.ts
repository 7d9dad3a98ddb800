import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { runDueActions } from "../../../rpc/due-actions.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { notifyOrganizationManagers } from "../../notifications/domain.ts";
import { listEndingVerifications, markWarned } from "./store.ts";

const action: DeclaredAction = { name: "holidayCalendars.warn", canRecordEvent: [] };

/**
 * Notifies the members who manage the organization 60 days before the verification of a calendar ends, once for each
 * date.
 *
 * @returns for how many calendars
 */
export function warnOfEndingVerifications(database: UnitOfWork["database"]): Promise<number> {
  return runDueActions(database, action, (batch) => listEndingVerifications(database, batch), warn);
}

async function warn(context: Context, calendarId: string): Promise<boolean> {
  const calendar = await markWarned(context, calendarId);
  if (calendar === undefined || calendar.verifiedThroughOn === null) return false;
  await notifyOrganizationManagers(context, {
    kind: "organization.calendar_ending",
    parameters: { calendarId, calendarName: calendar.name, verifiedThroughOn: calendar.verifiedThroughOn },
  });
  recordAuditEntry(context, { entity: "holiday_calendar", id: calendarId }, []);
  return true;
}
