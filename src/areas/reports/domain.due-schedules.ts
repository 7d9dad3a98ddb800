import { AppError } from "../../contract/error-codes.ts";
import type { ParameterValues } from "../../contract/report-definition.ts";
import { performDueWork } from "../../platform/due-work.ts";
import { createRequestId } from "../../platform/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { actInOrganization } from "../../rpc/entrance.ts";
import type { OutsideActor } from "../../rpc/entrance.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import type { Act } from "../../rpc/write-traces.ts";
import { createExport } from "../exports/domain.creation.ts";
import { findNextRun, judgeSchedule, stopSchedule, timingOf } from "./domain.schedule-rules.ts";
import { listDueSchedules, listScheduleRows, noteRun, takeDueSchedule } from "./store.schedules.ts";
import type { DueSchedule } from "./store.schedules.ts";
import type { scheduleFormats } from "./schema.ts";

const act: Act = { action: "reports.runDueSchedule", mayAnnounce: ["export.created", "report_schedule.updated"] };

/**
 * Runs every schedule whose time has come, in all organizations.
 * @returns how many were run, or stopped, here
 * @throws the first failure, after all others were run
 */
export function runDueSchedules(database: OutsideActor["database"]): Promise<number> {
  return performDueWork({ list: (batch) => listDueSchedules(database, batch), perform: (due) => runDueSchedule(database, due) });
}

/**
 * Runs one schedule: its export, its next time and the traces of both are one transaction, so that one occasion makes one export,
 * whoever is killed in between. Times that were missed are made up for by one.
 * @returns whether it was due, and run or stopped here
 */
async function runDueSchedule(database: OutsideActor["database"], { organizationId, scheduleId }: DueSchedule): Promise<boolean> {
  const actor = { database, principal: systemPrincipal(organizationId), requestId: createRequestId(), address: null, act };
  try {
    return await actInOrganization(actor, (context) => runSchedule(context, scheduleId));
  } catch (error) {
    // The organization has as many exports open as it may: the schedule stays due, and is looked at again in a minute.
    if (error instanceof AppError && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

async function runSchedule(context: Context, scheduleId: string): Promise<boolean> {
  if (!(await takeDueSchedule(context, scheduleId))) return false;
  const [schedule] = await listScheduleRows(context, { scheduleId });
  if (schedule === undefined) return false;
  const verdict = await judgeSchedule(context, schedule);
  if (typeof verdict === "string") {
    await stopSchedule(context, schedule, verdict);
    return true;
  }
  const { reportId, parameters, format } = schedule;
  const request = { type: "report", reportId, parameters: parameters as ParameterValues, format: format as (typeof scheduleFormats)[number] } as const;
  // In its owner's name; that it was asked for by the clock, the events say.
  const { id: exportId } = await createExport({ ...context, principal: verdict }, request, scheduleId);
  await noteRun(context, scheduleId, { exportId, nextRunAt: await findNextRun(context, timingOf(schedule)) });
  return true;
}
