import { AppError, notFound } from "../../../contract/error-codes.ts";
import type { EventType } from "../../../contract/event-types.ts";
import type { ParameterValues } from "../../../contract/reports/definition.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { recordEvent, diffRecords, recordAuditEntry } from "../../../rpc/context.ts";
import type { Context } from "../../../rpc/context.ts";
import type { MemberPrincipal } from "../../../rpc/principal.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { notifyReportManagers } from "../../notifications/domain.ts";
import { planExport } from "../domain.export.ts";
import { actFor, requireMemberPrincipal } from "../domain.members.ts";
import { requireReport } from "../domain.ts";
import { nextOccasion } from "./domain.timing.ts";
import type { Timing } from "./domain.timing.ts";
import { ScheduleInEvent } from "../schema.ts";
import type { ReportSchedule } from "../schema.ts";
import { changeSchedule, listScheduleRows, lockSchedules, readOrganizationClock } from "./store.ts";
import type { ListedRow } from "./store.ts";

/** Why a schedule stopped though nobody wished it. */
export type PauseCause = Exclude<NonNullable<ReportSchedule["pauseReason"]>, "by_hand">;

/** Which schedule, and at which revision the caller saw it. */
export interface ScheduleAtRevision {
  scheduleId: string;
  expectedRevision: number;
}

/** Whether a member sees a schedule: it is their own, or of a report that they see, or saw before it was deleted. */
export function isSeen({ ownerMemberId, ownReport }: ListedRow, memberId: string): boolean {
  if (ownerMemberId === memberId || ownReport === null) return true;
  const { visibility, sharedWith, ownerMemberId: reportOwner } = ownReport;
  if (reportOwner === memberId) return true;
  return visibility === "team" ? sharedWith.includes(memberId) : visibility !== "private";
}

/** @throws NOT_FOUND, also for one of a report that the caller does not see; STALE_REVISION */
export async function requireScheduleForUpdate(context: Context, { scheduleId, expectedRevision }: ScheduleAtRevision): Promise<ListedRow> {
  await lockSchedules(context, { scheduleId });
  const [row] = await listScheduleRows(context, { scheduleId });
  if (row === undefined || !isSeen(row, requireMemberPrincipal(context).memberId)) throw notFound("Schedule");
  if (row.revision !== expectedRevision) throw staleRevision("schedule");
  return row;
}

/** The next time at which it runs, after now. */
export async function findNextRun(context: Context, timing: Timing): Promise<string> {
  const { timezone, now } = await readOrganizationClock(context);
  return new Date(nextOccasion(timing, timezone, now)).toISOString();
}

/** A row's part that says when it runs; the database holds it to the form. */
export function timingOf({ frequency, weekday, dayOfMonth, hour }: ListedRow): Timing {
  return { frequency: frequency as Timing["frequency"], weekday, dayOfMonth, hour };
}

/** Judges again whether a schedule may run in its owner's name. @returns the owner as a principal, or what is in the way */
export async function validateSchedule(context: Context, { ownerMemberId, reportId, parameters }: ListedRow): Promise<MemberPrincipal | PauseCause> {
  const owner = await actFor(context, ownerMemberId);
  if (owner === null || !owner.permissions.has("reports:view") || !owner.permissions.has("reports:export")) return "not_allowed";
  try {
    await planExport({ ...context, principal: owner }, reportId, parameters as ParameterValues);
    return owner;
  } catch (error) {
    const cause = pauseCauseOf(error);
    if (cause === null) throw error;
    return cause;
  }
}

/** What a refusal says of a schedule; null for what is not a refusal of that kind. */
function pauseCauseOf(error: unknown): PauseCause | null {
  if (!(error instanceof AppError)) return null;
  const meanings: Partial<Record<AppError["code"], PauseCause>> = { FORBIDDEN: "not_allowed", NOT_FOUND: "report_gone", VALIDATION_FAILED: "report_changed" };
  return meanings[error.code] ?? null;
}

/** Pauses what runs of a report that was deleted, and tells those who counted on it. @returns how many there were */
export async function pauseSchedulesOf(context: Context, reportId: string): Promise<number> {
  await lockSchedules(context, { reportId });
  const running = (await listScheduleRows(context, { reportId })).filter(({ pausedAt }) => pausedAt === null);
  for (const row of running) await stopSchedule(context, row, "report_gone");
  return running.length;
}

/** Pauses a schedule that the caller holds and that cannot go on, and tells its owner, and those who manage reports and see this one. */
export async function stopSchedule(context: Context, before: ListedRow, reason: PauseCause): Promise<void> {
  await changeSchedule(context, before.id, { pauseReason: reason });
  await recordScheduleEvent(context, "report_schedule.updated", before.id, before);
  const { id: scheduleId, name: scheduleName, reportId, ownerName } = before;
  const parameters = { scheduleId, scheduleName, reportId, ownerName, reason };
  const { principal } = context;
  const except = principal.kind === "member" ? principal.memberId : null;
  await notifyReportManagers(context, { kind: "report_schedule.paused", parameters }, { besides: [before.ownerMemberId], except, only: (memberId) => isSeen(before, memberId) });
}

/** @param before null for a creation @returns the schedule as it is now */
export async function recordScheduleEvent(context: Context, eventType: EventType, scheduleId: string, before: ListedRow | null): Promise<ListedRow> {
  const [after] = await listScheduleRows(context, { scheduleId });
  if (after === undefined) throw new Error("a schedule was changed and is not there");
  await traceSchedule(context, eventType, after, before);
  return after;
}

/** Programs are told of schedules of reports that they see; of others the audit log alone tells. */
export async function traceSchedule(context: Context, eventType: EventType, after: ListedRow, before: ListedRow | null): Promise<void> {
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

/** Whether keys see the report, or saw it while it was there. */
async function isShownToKeys(context: Context, { reportId, ownReport }: ListedRow): Promise<boolean> {
  if (ownReport !== null) return ownReport.apiVisible;
  // What nobody in particular sees is what keys see.
  const found = requireReport({ ...context, principal: systemPrincipal(context.organizationId) }, reportId);
  return found.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}
