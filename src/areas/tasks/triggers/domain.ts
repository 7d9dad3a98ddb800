import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createId, createRequestId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor, systemPrincipal } from "../../../rpc/principal.ts";
import { runSystemAction, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { setDueOn } from "../domain.dependents.ts";
import { countDueOn } from "../domain.due-dates.ts";
import { readTask } from "../domain.ts";
import { lockTasks } from "../store.changes.ts";
import { readClock } from "../store.ts";
import { applyOnce } from "../applications/domain.ts";
import { TaskTemplate, type TaskAnchor } from "../templates/schema.ts";
import { findTemplate } from "../templates/store.ts";
import { findApplicableCase, listFollowing } from "./store.ts";
import { enqueueTemplates, templateQueue, type TriggeredTemplate } from "./store.queue.ts";

const anchorFields = { case_opened: "openedOn", date_of_incident: "dateOfIncident", retainer_signed: "engagedOn", statute_of_limitations: "statuteOfLimitationsOn" } as const;
type FieldAnchor = keyof typeof anchorFields;

export const templateFollower: CaseFollower = {
  enterStage: enqueueTemplates,

  /** Tasks whose due dates follow a date of the case get the date that it has now. Without a date they keep theirs. */
  async changeCase(context, before, after) {
    const dates = new Map<TaskAnchor, string>();
    for (const [anchor, field] of Object.entries(anchorFields) as [FieldAnchor, (typeof anchorFields)[FieldAnchor]][]) {
      const anchorOn = after[field];
      if (anchorOn !== null && anchorOn !== before[field]) dates.set(anchor, anchorOn);
    }
    if (dates.size > 0) await followDates(context, after.id, dates);
    return undefined;
  },
};

async function followDates(context: Context, caseId: string, dates: ReadonlyMap<TaskAnchor, string>): Promise<void> {
  const taskIds = await listFollowing(context, caseId, [...dates.keys()]);
  if (taskIds.length === 0) return;
  const clock = await readClock(context);
  await lockTasks(context, taskIds);
  const { days } = await openBusinessDays(context);
  for (const taskId of taskIds) {
    const task = await readTask(context, taskId);
    const anchorOn = dates.get(task.dueRule?.relativeTo as TaskAnchor);
    if (!task.isOpen || task.dueRule === null || task.dueRule.isManual || anchorOn === undefined) continue;
    const dueOn = countDueOn(task.dueRule, anchorOn, days);
    if (dueOn !== null) await setDueOn(context, clock, task, dueOn, anchorOn);
  }
}

const action: DeclaredAction = { name: "taskTemplates.trigger", canRecordEvent: ["task_template.applied", "task.created"] };

/** Applies a template because of a trigger, once: a job that is repeated finds its application. @returns whether this job did */
async function applyTriggered(context: Context, { templateId, caseId, trigger, stage, triggerKey }: TriggeredTemplate): Promise<boolean> {
  // Deleted or archived meanwhile, it gets no tasks.
  if (!(await findApplicableCase(context, caseId))) return false;
  await readClock(context);
  const row = await findTemplate(context, templateId);
  if (row === undefined || !row.isActive) return false;
  const application = { id: createId("taskTemplateApplication"), caseId, trigger, triggerKey, stage, template: TaskTemplate.parse(row), appliedBy: describeActor(context.principal) };
  return (await applyOnce(context, application, { anchors: {}, assignees: {} })) !== null;
}

const pollSeconds = 2;

export function createTemplateWorker(database: UnitOfWork["database"], logger: JobLogger): QueueWorker {
  return {
    queue: templateQueue,
    pollSeconds,
    execute: async (data) => {
      const job = data as TriggeredTemplate;
      const actor = { database, principal: systemPrincipal(job.organizationId), requestId: createRequestId(), clientIp: null, action };
      await runSystemAction(actor, (context) => applyTriggered(context, job)).catch((error: unknown) => {
        logger.error({ error }, "a task template could not be applied; it is tried again");
        throw new Error("the template could not be applied");
      });
    },
  };
}
