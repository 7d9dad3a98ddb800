import { AppError } from "../../../contract/errors/error-codes.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import {
  moveScheduleOn,
  runDueReportSchedules,
  takeSchedule,
  type DueSchedule,
} from "../../reports/schedules/domain.due.ts";
import { createExport } from "../domain.creation.ts";

const action: DeclaredAction = {
  name: "reports.runDueSchedule",
  canRecordEvent: ["export.created", "report_schedule.updated"],
};

/**
 * Runs every due schedule of all organizations.
 *
 * @returns how many this process ran or stopped
 * @throws the first failure, after all others were run
 */
export function runDueSchedules(database: UnitOfWork["database"]): Promise<number> {
  return runDueReportSchedules(database, (due) => runDueSchedule(database, due));
}

/**
 * Runs one schedule. Its export and its next time are one transaction, so each occasion creates one export even if the
 * worker is killed. Several missed occasions create one export.
 *
 * @returns whether it was due, and run or stopped here
 */
async function runDueSchedule(
  database: UnitOfWork["database"],
  { organizationId, scheduleId }: DueSchedule,
): Promise<boolean> {
  const actor = {
    database,
    principal: systemPrincipal(organizationId),
    requestId: createRequestId(),
    clientIp: null,
    action,
  };
  try {
    return await runSystemAction(actor, (context) => exportSchedule(context, scheduleId));
  } catch (error) {
    // The organization has the maximum of open exports: the schedule stays due and is retried in a minute.
    if (error instanceof AppError && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

async function exportSchedule(context: Context, scheduleId: string): Promise<boolean> {
  const taken = await takeSchedule(context, scheduleId);
  if (typeof taken === "string") return taken === "stopped";
  const { schedule, owner, ...request } = taken;
  // On behalf of its owner; the event records that a schedule created it.
  const { id: exportId } = await createExport(
    { ...context, principal: owner },
    { type: "report", ...request },
    scheduleId,
  );
  await moveScheduleOn(context, schedule, exportId);
  return true;
}
