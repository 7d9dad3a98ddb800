import type { ParameterValues } from "../../../contract/reports/definition.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { Context } from "../../../rpc/context.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import type { MemberPrincipal } from "../../../rpc/principal.ts";
import { findNextRun, validateSchedule, stopSchedule, timingOf } from "./domain.rules.ts";
import type { scheduleFormats } from "../schema.ts";
import { listDueSchedules, listScheduleRows, recordRunAccess, takeDueSchedule } from "./store.ts";
import type { DueSchedule, ListedRow } from "./store.ts";

export type { DueSchedule };

/**
 * Does something with every schedule whose time has come, in all organizations.
 * @param perform says whether it did
 * @returns with how many it was done
 * @throws the first failure, after all others were tried
 */
export function runDueReportSchedules(database: UnitOfWork["database"], execute: (due: DueSchedule) => Promise<boolean>): Promise<number> {
  return runDueWork({ list: (batch) => listDueSchedules(database, batch), execute });
}

/** A schedule that may run now, with its owner as a principal, and what it asks for. */
export interface TakenSchedule {
  schedule: ListedRow;
  owner: MemberPrincipal;
  reportId: string;
  parameters: ParameterValues;
  format: (typeof scheduleFormats)[number];
}

/** Holds a schedule to the end of the transaction, where it is due still; one that may not run any more is stopped. */
export async function takeSchedule(context: Context, scheduleId: string): Promise<TakenSchedule | "not_due" | "stopped"> {
  if (!(await takeDueSchedule(context, scheduleId))) return "not_due";
  const [schedule] = await listScheduleRows(context, { scheduleId });
  if (schedule === undefined) return "not_due";
  const verdict = await validateSchedule(context, schedule);
  if (typeof verdict === "string") {
    await stopSchedule(context, schedule, verdict);
    return "stopped";
  }
  const { reportId, parameters, format } = schedule;
  // As they were checked when they were saved, and just now.
  return { schedule, owner: verdict, reportId, parameters: parameters as ParameterValues, format: format as TakenSchedule["format"] };
}

/** Records that a taken schedule ran, and when it runs next. @param exportId what it made */
export async function moveScheduleOn(context: Context, schedule: ListedRow, exportId: string): Promise<void> {
  await recordRunAccess(context, schedule.id, { exportId, nextRunAt: await findNextRun(context, timingOf(schedule)) });
}
