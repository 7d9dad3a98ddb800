import { AppError } from "../../../contract/error-codes.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { runSystemAction } from "../../../rpc/unit-of-work.ts";
import type { DeclaredAction, UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { moveScheduleOn, runDueReportSchedules, takeSchedule } from "../../reports/schedules/domain.due.ts";
import type { DueSchedule } from "../../reports/schedules/domain.due.ts";
import { createExport } from "../domain.creation.ts";

const action: DeclaredAction = { name: "reports.runDueSchedule", canRecordEvent: ["export.created", "report_schedule.updated"] };

/**
 * Runs every schedule of a report whose time has come, in all organizations.
 * @returns how many were run, or stopped, here
 * @throws the first failure, after all others were run
 */
export function runDueSchedules(database: UnitOfWork["database"]): Promise<number> {
  return runDueReportSchedules(database, (due) => runDueSchedule(database, due));
}

/**
 * Runs one schedule: its export, its next time and the traces of both are one transaction, so that one occasion makes one export,
 * whoever is killed in between. Times that were missed are made up for by one.
 * @returns whether it was due, and run or stopped here
 */
async function runDueSchedule(database: UnitOfWork["database"], { organizationId, scheduleId }: DueSchedule): Promise<boolean> {
  const actor = { database, principal: systemPrincipal(organizationId), requestId: createRequestId(), clientIp: null, action };
  try {
    return await runSystemAction(actor, (context) => exportSchedule(context, scheduleId));
  } catch (error) {
    // The organization has as many exports open as it may: the schedule stays due, and is looked at again in a minute.
    if (error instanceof AppError && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

async function exportSchedule(context: Context, scheduleId: string): Promise<boolean> {
  const taken = await takeSchedule(context, scheduleId);
  if (typeof taken === "string") return taken === "stopped";
  const { schedule, owner, ...asked } = taken;
  // In its owner's name; that it was asked for by the clock, the events say.
  const { id: exportId } = await createExport({ ...context, principal: owner }, { type: "report", ...asked }, scheduleId);
  await moveScheduleOn(context, schedule, exportId);
  return true;
}
