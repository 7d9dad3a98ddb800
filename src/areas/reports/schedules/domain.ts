import { invalidState, limitReached } from "../../../contract/errors/error-codes.ts";
import { listMissingData, type Permission } from "../../../contract/permissions.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { planExport } from "../domain.export.ts";
import { assertActiveMembers, requireMemberPrincipal, assertPermission } from "../domain.members.ts";
import {
  recordScheduleEvent,
  findNextRun,
  lockScheduleForUpdate,
  isSeen,
  validateSchedule,
  timingOf,
  traceSchedule,
  type PauseCause,
  type ScheduleAtRevision,
} from "./domain.rules.ts";
import { listDataPermissions, listSeenReports, type FoundReport } from "../domain.ts";
import { listInheritedRows } from "../store.ts";
import { ListedSchedule, type NewReportSchedule, type ReportScheduleChanges } from "../schema.portal.ts";
import {
  changeSchedule,
  lockScheduleCountForUpdate,
  insertSchedule,
  listScheduleRows,
  lockOrganizationClockForShare,
  type ListedRow,
} from "./store.ts";

const maxSchedules = 100;

/**
 * The schedules of visible reports, and the caller's own.
 *
 * @param reportId only that report's
 */
export async function listSchedules(context: Context, reportId?: string): Promise<ListedSchedule[]> {
  const { memberId, permissions } = requireMemberPrincipal(context);
  const rows = await listScheduleRows(context, reportId === undefined ? {} : { reportId });
  const reports = await listSeenReports(context);
  return rows.filter((row) => isSeen(row, memberId)).map((row) => describeSchedule(row, reports, permissions));
}

async function showSchedule(context: Context, row: ListedRow): Promise<ListedSchedule> {
  return describeSchedule(row, await listSeenReports(context), requireMemberPrincipal(context).permissions);
}

/**
 * Parameters may contain a client's name, so they are shown only to readers of the report's data.
 *
 * @param reports visible to the caller
 */
function describeSchedule(
  row: ListedRow,
  reports: readonly FoundReport[],
  held: ReadonlySet<Permission>,
): ListedSchedule {
  const report = reports.find(({ id }) => id === row.reportId);
  const seesData = report !== undefined && listMissingData(listDataPermissions(report), held).length === 0;
  return ListedSchedule.parse({
    ...row,
    reportName: report?.name ?? null,
    parameters: seesData ? row.parameters : null,
  });
}

/**
 * Schedules exports of a report in the caller's name.
 *
 * @throws NOT_FOUND for the report; FORBIDDEN without `reports:export` or the permissions of its data;
 *   VALIDATION_FAILED at `parameters` or `recipientIds`; INVALID_STATE_TRANSITION if there are too many
 */
export async function createSchedule(
  context: Context,
  { timing, ...wanted }: NewReportSchedule,
): Promise<ListedSchedule> {
  const { memberId } = requireMemberPrincipal(context);
  assertPermission(context, "reports:export");
  await planExport(context, wanted.reportId, wanted.parameters);
  await listInheritedRows(context);
  await assertActiveMembers(context, "recipientIds", wanted.recipientIds);
  if ((await lockScheduleCountForUpdate(context)) >= maxSchedules) {
    throw limitReached(`The organization has ${maxSchedules} schedules, which is the limit. Delete one first`);
  }
  const scheduleId = createId("reportSchedule");
  await insertSchedule(context, {
    ...wanted,
    ...timing,
    nextRunAt: findNextRun(timing, await lockOrganizationClockForShare(context)),
    id: scheduleId,
    ownerMemberId: memberId,
  });
  return showSchedule(context, await recordScheduleEvent(context, "report_schedule.created", scheduleId, null));
}

/**
 * @throws NOT_FOUND, also of the report for new parameters; STALE_REVISION; VALIDATION_FAILED at the field; FORBIDDEN
 *   without the permissions of the report's data
 */
export async function updateSchedule(
  context: Context,
  at: ScheduleAtRevision,
  { timing, ...changes }: ReportScheduleChanges,
): Promise<ListedSchedule> {
  const before = await lockScheduleForUpdate(context, at);
  if (changes.parameters !== undefined) await planExport(context, before.reportId, changes.parameters);
  if (changes.recipientIds !== undefined)
    await assertActiveMembers(context, "recipientIds", changes.recipientIds, before.recipientIds);
  const times = timing && {
    ...timing,
    nextRunAt: findNextRun(timing, await lockOrganizationClockForShare(context)),
  };
  return writeSchedule(context, before, { ...changes, ...times });
}

/** @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION if it is paused */
export async function pauseSchedule(context: Context, at: ScheduleAtRevision): Promise<ListedSchedule> {
  const before = await lockScheduleForUpdate(context, at);
  if (before.pausedAt !== null) throw invalidState("The schedule is already paused");
  return writeSchedule(context, before, { pauseReason: "by_hand" });
}

/**
 * Resumes a schedule at its next occasion; missed ones are skipped.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION if it is not paused or would be paused again at once
 */
export async function resumeSchedule(context: Context, at: ScheduleAtRevision): Promise<ListedSchedule> {
  const before = await lockScheduleForUpdate(context, at);
  if (before.pausedAt === null) throw invalidState("The schedule is not paused");
  const verdict = await validateSchedule(context, before);
  if (typeof verdict === "string") throw invalidState(pauseCauseMessages[verdict]);
  const nextRunAt = findNextRun(timingOf(before), await lockOrganizationClockForShare(context));
  return writeSchedule(context, before, { pauseReason: null, nextRunAt });
}

const pauseCauseMessages: Record<PauseCause, string> = {
  not_allowed: "The schedule's owner no longer has permission to export the report. Create a new schedule",
  report_gone: "The report was deleted, or the schedule's owner can no longer view it",
  report_changed:
    "The report or one of its fields changed, and the schedule's parameters no longer fit. Edit the schedule first",
};

/** @throws NOT_FOUND; STALE_REVISION */
export async function removeSchedule(context: Context, at: ScheduleAtRevision): Promise<void> {
  const before = await lockScheduleForUpdate(context, at);
  await changeSchedule(context, at.scheduleId, { deletedAt: "now" });
  await traceSchedule(context, "report_schedule.deleted", before, before);
}

async function writeSchedule(
  context: Context,
  before: ListedRow,
  changes: Parameters<typeof changeSchedule>[2],
): Promise<ListedSchedule> {
  await changeSchedule(context, before.id, changes);
  return showSchedule(context, await recordScheduleEvent(context, "report_schedule.updated", before.id, before));
}
