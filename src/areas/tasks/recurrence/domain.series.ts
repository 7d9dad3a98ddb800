import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { addDays, localizeUntil } from "../../../platform/recurrence-rule.ts";
import { dayOf, moveToDay } from "../../../platform/local-time.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { computeNextOccurrence, findRuleProblem, type NextOccurrence, type RecurrenceRule } from "./domain.ts";
import type { GivenRecurrence, GivenReminder, NewTask } from "../schema.input.ts";
import { updateSeries, insertSeries, lockSeriesForUpdate } from "./store.ts";
import type { Clock, TaskRow } from "../store.ts";

export type SeriesStart = GivenRecurrence & { firstNominalOn: string };

/**
 * The series that a new task begins: its rule in local days, and the day of its first task.
 *
 * @throws VALIDATION_FAILED for a rule that cannot be used, a task without a due date, and a subtask
 */
export function readRecurrence(
  { dueOn, dueAt, parentTaskId }: Pick<NewTask, "dueOn" | "dueAt" | "parentTaskId">,
  recurrence: GivenRecurrence,
  { timezone }: Clock,
): SeriesStart {
  if (parentTaskId !== undefined) throw invalidInput({ path: "recurrence", message: "must not be sent for a subtask" });
  const firstNominalOn = dueOn ?? (dueAt ? dayOf(dueAt, timezone) : null);
  if (firstNominalOn === null) throw invalidInput({ path: "recurrence", message: "needs dueOn or dueAt" });
  const rule = dueAt
    ? localizeUntil(recurrence.rule, (instant) => findDayBy(instant, dueAt, timezone))
    : recurrence.rule;
  const message = findRuleProblem({ ...recurrence, rule }, firstNominalOn);
  if (message !== null) throw invalidInput({ path: "recurrence.rule", message });
  return { ...recurrence, rule, firstNominalOn };
}

/** The last day on which a task of the series is due by an instant. */
function findDayBy(instant: string, dueAt: string, timezone: string): string {
  const on = dayOf(instant, timezone);
  return moveToDay(dueAt, timezone, on) > instant ? addDays(on, -1) : on;
}

/** @returns the columns of the first task of the series */
export async function startSeries(
  context: Context,
  { rule, basis, roll, firstNominalOn }: SeriesStart,
): Promise<{ seriesId: string; occurrenceNumber: number; nominalOn: string }> {
  const seriesId = createId("taskSeries");
  await insertSeries(context, { id: seriesId, rule, basis, roll, firstNominalOn });
  return { seriesId, occurrenceNumber: 1, nominalOn: firstNominalOn };
}

/**
 * Ends a task's series, or gives it another rule, or begins one.
 *
 * @returns the columns of the task that change
 */
export async function updateRecurrence(
  context: Context,
  task: TaskRow,
  start: SeriesStart | null,
  { now }: Clock,
): Promise<object> {
  if (start !== null && task.seriesId === null) return startSeries(context, start);
  if (task.seriesId === null) return {};
  await updateSeries(context, task.seriesId, start === null ? { endedAt: now } : { ...start, endedAt: null });
  return start === null ? {} : { nominalOn: start.firstNominalOn };
}

const running: ReadonlySet<string> = new Set(["pending", "open", "on_hold", "settled"]);

/** What is created after a task of a series ended. */
export interface Successor {
  task: NewTask;
  series: { seriesId: string; occurrenceNumber: number; nominalOn: string };
}

/**
 * Advances the series of a task that ended, once for each of its tasks. The series ends where its rule has no further
 * occurrence, its case is closed, or the caller ends it.
 *
 * @param end `endedOn`: the organization's day on which the task ended
 * @returns the task to create next; null where the series ends, or was advanced before
 */
export async function advanceSeries(
  context: Context,
  task: TaskRow,
  clock: Clock,
  { endedOn, endSeries }: { endedOn: string; endSeries: boolean },
): Promise<Successor | null> {
  const { seriesId, occurrenceNumber, nominalOn } = task;
  if (seriesId === null || occurrenceNumber === null || nominalOn === null) return null;
  const series = await lockSeriesForUpdate(context, seriesId);
  if (series === undefined || series.endedAt !== null || series.lastNumber !== occurrenceNumber) return null;
  const isRunning = !endSeries && (task.caseStatus === null || running.has(task.caseStatus));
  const rule = { rule: series.rule, basis: series.basis, roll: series.roll } as RecurrenceRule;
  const { days } = await openBusinessDays(context);
  const next = isRunning
    ? computeNextOccurrence(rule, { firstOn: series.firstNominalOn, nominalOn, occurrenceNumber, endedOn }, days)
    : null;
  if (next === null) {
    await updateSeries(context, seriesId, { endedAt: clock.now });
    return null;
  }
  const nextNumber = occurrenceNumber + 1;
  await updateSeries(context, seriesId, { lastNumber: nextNumber });
  return {
    task: copyTask(task, next, clock),
    series: { seriesId, occurrenceNumber: nextNumber, nominalOn: next.nominalOn },
  };
}

function copyTask(task: TaskRow, { dueOn }: NextOccurrence, { timezone }: Clock): NewTask {
  const { title, description, estimatedMinutes, tags } = task;
  const due = task.dueAt === null ? { dueOn } : { dueAt: moveToDay(task.dueAt, timezone, dueOn) };
  const active = task.assignees.filter(({ status }) => status === "active").map(({ id }) => id);
  const assigned =
    task.assignedTeam === null ? { assigneeMemberIds: active } : { assignedTeamId: task.assignedTeam.id };
  const reminders = task.reminders.map(({ channel, daysBefore, at, minutesBefore }): GivenReminder => ({
    channel,
    ...(daysBefore !== null && { daysBefore }),
    ...(at !== null && { at }),
    ...(minutesBefore !== null && { minutesBefore }),
  }));
  const kind = { category: task.category, priority: task.priority } as Pick<NewTask, "category" | "priority">;
  return {
    title,
    description,
    ...kind,
    estimatedMinutes,
    tags,
    ...due,
    ...assigned,
    reminders,
    checklist: task.checklist.map(({ text }) => text),
  };
}
