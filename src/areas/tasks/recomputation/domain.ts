import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createSharedWorker } from "../../../platform/jobs/repeated-worker.ts";
import type { Context } from "../../../rpc/context.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { updateDueDate } from "../domain.dependents.ts";
import { countDueOn } from "../domain.due-dates.ts";
import { moveToLocalTime } from "../reminders/domain.ts";
import { lockTaskRowsForUpdate } from "../store.changes.ts";
import { listLocalTasks } from "../recurrence/store.ts";
import { findTasks, lockClockForShare } from "../store.ts";
import type { TaskAnchor } from "../templates/schema.ts";
import { enqueueRecomputation, recomputationQueue, type Recomputation } from "./store.queue.ts";
import { listFollowing, lockAnchorDatesForShare, type AnchorDates } from "./store.ts";

type Database = UnitOfWork["database"];
const action: DeclaredAction = { name: "tasks.recompute", canRecordEvent: ["task.updated"] };

/** Each task needs an event in its transaction. */
const mostDated = 500;
const mostMoved = 1_000;

/**
 * Recomputes the due dates of the open tasks of a case that count from these dates: in the transaction of their change,
 * or by a job where the tasks are too many.
 */
export async function followDates(
  context: Context,
  caseId: string,
  dates: AnchorDates,
  most = mostDated,
): Promise<void> {
  const taskIds = await listFollowing(context, caseId, dates);
  if (taskIds.length > most)
    await enqueueRecomputation(context, { caseId, anchors: Object.keys(dates) as TaskAnchor[] });
  else await dateTasks(context, taskIds, dates);
}

/** @returns whether a due date changed */
async function dateTasks(context: Context, taskIds: readonly string[], dates: AnchorDates): Promise<boolean> {
  if (taskIds.length === 0) return false;
  let isChanged = false;
  const clock = await lockClockForShare(context);
  await lockTaskRowsForUpdate(context, taskIds);
  const { days } = await openBusinessDays(context);
  for (const task of await findTasks(context, taskIds)) {
    const anchorOn = dates[task.dueRule?.relativeTo as TaskAnchor];
    if (
      !task.isOpen ||
      task.dueRule === null ||
      task.dueRule.isManual ||
      anchorOn === undefined ||
      task.dueRule.anchorOn === anchorOn
    )
      continue;
    const dueOn = countDueOn(task.dueRule, anchorOn, days);
    if (dueOn === null) continue;
    await updateDueDate(context, clock, task, { dueOn, anchorOn });
    isChanged = true;
  }
  return isChanged;
}

/**
 * Recomputes tasks in batches, each in its own transaction, from the dates or time zone as of then. A repeated job
 * finds nothing to change.
 *
 * @param batch how many tasks a transaction takes, at most
 */
export async function recomputeTasks(
  database: Database,
  { organizationId, followed }: Recomputation,
  batch = followed === "timezone" ? mostMoved : mostDated,
): Promise<void> {
  const run = <Result>(work: (context: Context) => Promise<Result>) =>
    runAsSystem(database, organizationId, action, work);
  const taskIds: string[] = [];
  await run(async (context) => {
    taskIds.push(...(await lockDatesForShareAndListTasks(context, followed)));
    return false;
  });
  for (let start = 0; start < taskIds.length; start += batch) {
    const ids = taskIds.slice(start, start + batch);
    await run(async (context) => {
      if (followed !== "timezone")
        return dateTasks(context, ids, await lockAnchorDatesForShare(context, followed.caseId, followed.anchors));
      await moveToLocalTime(context, ids);
      // The revisions of tasks stay: there is no event.
      return false;
    });
  }
}

/** The tasks that follow what changed; dates of a case are locked until commit. */
async function lockDatesForShareAndListTasks(context: Context, followed: Recomputation["followed"]): Promise<string[]> {
  if (followed === "timezone") return listLocalTasks(context, null);
  return listFollowing(
    context,
    followed.caseId,
    await lockAnchorDatesForShare(context, followed.caseId, followed.anchors),
  );
}

const pollSeconds = 5;

export function createRecomputationWorker(database: Database, logger: JobLogger): QueueWorker {
  return createSharedWorker(recomputationQueue, logger, {
    pollSeconds,
    failure: "the dates of tasks could not be recomputed",
    execute: (data) => recomputeTasks(database, data as Recomputation),
  });
}
