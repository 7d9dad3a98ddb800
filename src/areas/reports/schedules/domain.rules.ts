import { AppError, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import type { ParameterValues } from "../../../contract/reports/definition.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { recordEvent, diffRecords, recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { systemPrincipal, type MemberPrincipal } from "../../../rpc/principal.ts";
import { describeMoved, type TimezoneDependent } from "../../../rpc/timezone-dependents.ts";
import { notifyReportManagers } from "../../notifications/domain.ts";
import { planExport } from "../domain.export.ts";
import { actFor, requireMemberPrincipal } from "../domain.members.ts";
import { getVisibleReport } from "../domain.ts";
import { nextOccasion, type Timing } from "./domain.timing.ts";
import { ScheduleInEvent, type ReportSchedule } from "../schema.ts";
import {
  changeSchedule,
  listScheduleRows,
  lockSchedulesForUpdate,
  moveNextRuns,
  lockOrganizationClockForShare,
  type ListedRow,
} from "./store.ts";
import { listInheritedRows } from "../store.ts";

export type PauseCause = Exclude<NonNullable<ReportSchedule["pauseReason"]>, "by_hand">;

export interface ScheduleAtRevision {
  scheduleId: string;
  expectedRevision: number;
}

/** Whether a member sees a schedule: their own, or one of a report that they see, or saw before it was deleted. */
export function isSeen({ ownerMemberId, ownReport }: ListedRow, memberId: string): boolean {
  if (ownerMemberId === memberId || ownReport === null) return true;
  const { visibility, sharedWith, ownerMemberId: reportOwner } = ownReport;
  if (reportOwner === memberId) return true;
  return visibility === "team" ? sharedWith.includes(memberId) : visibility !== "private";
}

/** @throws NOT_FOUND, also for a schedule of a report that the caller cannot see; STALE_REVISION */
export async function lockScheduleForUpdate(
  context: Context,
  { scheduleId, expectedRevision }: ScheduleAtRevision,
): Promise<ListedRow> {
  await lockSchedulesForUpdate(context, { scheduleId });
  await listInheritedRows(context);
  const [row] = await listScheduleRows(context, { scheduleId });
  if (row === undefined || !isSeen(row, requireMemberPrincipal(context).memberId)) throw notFound("Schedule");
  if (row.revision !== expectedRevision) throw staleRevision("schedule");
  return row;
}

/** When a schedule runs next, as an instant. @param clock the organization's, with `now` in milliseconds since 1970 */
export function findNextRun(timing: Timing, { timezone, now }: { timezone: string; now: number }): string {
  return new Date(nextOccasion(timing, timezone, now)).toISOString();
}

/** Schedules keep their local time. What is due already still runs. */
export const timezoneDependent: TimezoneDependent = {
  async recompute(context) {
    await lockSchedulesForUpdate(context, {});
    const clock = await lockOrganizationClockForShare(context);
    const schedules = await listScheduleRows(context, {});
    await moveNextRuns(
      context,
      schedules.map((row) => ({ id: row.id, nextRunAt: findNextRun(timingOf(row), clock) })),
    );
  },
  async preview(context, timezone) {
    const now = Date.now();
    const waiting = (await listScheduleRows(context, {})).filter(
      ({ pausedAt, nextRunAt }) => pausedAt === null && Date.parse(nextRunAt) > now,
    );
    return describeMoved(
      waiting.map((row) => ({ before: row.nextRunAt, after: findNextRun(timingOf(row), { timezone, now }) })),
    );
  },
};

/** The schedule's timing columns; the database enforces their form. */
export function timingOf({ frequency, weekday, dayOfMonth, hour }: ListedRow): Timing {
  return { frequency: frequency as Timing["frequency"], weekday, dayOfMonth, hour };
}

/**
 * Validates again that a schedule may run in its owner's name.
 *
 * @returns the owner as principal, or the failure
 */
export async function validateSchedule(
  context: Context,
  { ownerMemberId, reportId, parameters }: ListedRow,
): Promise<MemberPrincipal | PauseCause> {
  const owner = await actFor(context, ownerMemberId);
  if (owner === null || !owner.permissions.has("reports:view") || !owner.permissions.has("reports:export"))
    return "not_allowed";
  try {
    await planExport({ ...context, principal: owner }, reportId, parameters as ParameterValues);
    return owner;
  } catch (error) {
    const cause = pauseCauseOf(error);
    if (cause === null) throw error;
    return cause;
  }
}

function pauseCauseOf(error: unknown): PauseCause | null {
  if (!(error instanceof AppError)) return null;
  const meanings: Partial<Record<AppError["code"], PauseCause>> = {
    FORBIDDEN: "not_allowed",
    NOT_FOUND: "report_gone",
    VALIDATION_FAILED: "report_changed",
  };
  return meanings[error.code] ?? null;
}

/**
 * Pauses the schedules of a deleted report and notifies their owners and recipients.
 *
 * @returns how many
 */
export async function pauseSchedulesOf(context: Context, reportId: string): Promise<number> {
  await lockSchedulesForUpdate(context, { reportId });
  const running = (await listScheduleRows(context, { reportId })).filter(({ pausedAt }) => pausedAt === null);
  for (const row of running) await stopSchedule(context, row, "report_gone");
  return running.length;
}

/** Pauses a locked schedule that cannot continue, and notifies its owner and members who manage reports and can see it. */
export async function stopSchedule(context: Context, before: ListedRow, reason: PauseCause): Promise<void> {
  await changeSchedule(context, before.id, { pauseReason: reason });
  await recordScheduleEvent(context, "report_schedule.updated", before.id, before);
  const { id: scheduleId, name: scheduleName, reportId, ownerName } = before;
  const parameters = { scheduleId, scheduleName, reportId, ownerName, reason };
  const { principal } = context;
  const except = principal.kind === "member" ? principal.memberId : null;
  await notifyReportManagers(
    context,
    { kind: "report_schedule.paused", parameters },
    { besides: [before.ownerMemberId], except, only: (memberId) => isSeen(before, memberId) },
  );
}

/**
 * @param before null for a creation
 * @returns the schedule's current state
 */
export async function recordScheduleEvent(
  context: Context,
  eventType: EventType,
  scheduleId: string,
  before: ListedRow | null,
): Promise<ListedRow> {
  const [after] = await listScheduleRows(context, { scheduleId });
  if (after === undefined) throw new Error("a schedule was changed and is not there");
  await traceSchedule(context, eventType, after, before);
  return after;
}

/** Events only for schedules of reports that API keys see; otherwise only an audit entry. */
export async function traceSchedule(
  context: Context,
  eventType: EventType,
  after: ListedRow,
  before: ListedRow | null,
): Promise<void> {
  const record = { entity: "report_schedule", id: after.id };
  const relatedIds = [record, { entity: "report", id: after.reportId }];
  if (!(await isShownToKeys(context, after))) {
    recordAuditEntry(context, record, relatedIds);
    return;
  }
  const payload = ScheduleInEvent.parse(after);
  const diff = before === null || before === after ? {} : diffRecords(ScheduleInEvent.parse(before), payload);
  recordEvent(context, { eventType, entityId: after.id, payload, diff, relatedIds });
}

/** Whether API keys see the report, or saw it before it was deleted. */
async function isShownToKeys(context: Context, { reportId, ownReport }: ListedRow): Promise<boolean> {
  if (ownReport !== null) return ownReport.apiVisible;
  // API keys see what all members see.
  const found = getVisibleReport({ ...context, principal: systemPrincipal(context.organizationId) }, reportId);
  return found.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}
