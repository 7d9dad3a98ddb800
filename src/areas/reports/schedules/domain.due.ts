import type { ParameterValues } from "../../../contract/reports/definition.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import type { MemberPrincipal } from "../../../rpc/principal.ts";
import { findNextRun, validateSchedule, stopSchedule, timingOf } from "./domain.rules.ts";
import type { scheduleFormats } from "../schema.ts";
import {
  listDueSchedules,
  listScheduleRows,
  recordRunAccess,
  lockDueScheduleForUpdate,
  lockOrganizationClockForShare,
  type DueSchedule,
  type ListedRow,
} from "./store.ts";

export type { DueSchedule };

/**
 * Processes every due schedule of all organizations.
 *
 * @param perform returns whether it processed the schedule
 * @returns how many were processed
 * @throws the first failure, after all others were tried
 */
export function runDueReportSchedules(
  database: UnitOfWork["database"],
  execute: (due: DueSchedule) => Promise<boolean>,
): Promise<number> {
  return runDueWork({ list: (batch) => listDueSchedules(database, batch), execute });
}

export interface TakenSchedule {
  schedule: ListedRow;
  owner: MemberPrincipal;
  reportId: string;
  parameters: ParameterValues;
  format: (typeof scheduleFormats)[number];
}

/** Locks the schedule if it is still due, and pauses it if it may no longer run. */
export async function takeSchedule(
  context: Context,
  scheduleId: string,
): Promise<TakenSchedule | "not_due" | "stopped"> {
  if (!(await lockDueScheduleForUpdate(context, scheduleId))) return "not_due";
  const [schedule] = await listScheduleRows(context, { scheduleId });
  if (schedule === undefined) return "not_due";
  const verdict = await validateSchedule(context, schedule);
  if (typeof verdict === "string") {
    await stopSchedule(context, schedule, verdict);
    return "stopped";
  }
  const { reportId, parameters, format } = schedule;
  // Validated when saved, and again just now.
  return {
    schedule,
    owner: verdict,
    reportId,
    parameters: parameters as ParameterValues,
    format: format as TakenSchedule["format"],
  };
}

/**
 * Updates the schedule after a run.
 *
 * @param exportId the export it created
 */
export async function moveScheduleOn(context: Context, schedule: ListedRow, exportId: string): Promise<void> {
  const nextRunAt = findNextRun(timingOf(schedule), await lockOrganizationClockForShare(context));
  await recordRunAccess(context, schedule.id, { exportId, nextRunAt });
}
