import type { JobLogger, QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createRepeatedWorker } from "../../../platform/jobs/repeated-worker.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { runAsSystem, type DeclaredAction, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import { lockClockForShare } from "../store.ts";
import { applyOnce } from "../applications/domain.ts";
import { followDates } from "../recomputation/domain.ts";
import { anchorFields } from "../recomputation/store.ts";
import { TaskTemplate } from "../templates/schema.ts";
import { templates } from "../templates/domain.ts";
import { lockActiveCaseForShare } from "./store.ts";
import { enqueueTemplates, templateQueue, type TriggeredTemplate } from "./store.queue.ts";

export const templateFollower: CaseFollower = {
  enterStage: enqueueTemplates,

  /** Tasks whose due dates follow a date of the case get the date that it has now. Without a date they keep theirs. */
  async changeCase(context, before, after) {
    const changed = Object.entries(anchorFields).filter(
      ([, field]) => after[field] !== null && after[field] !== before[field],
    );
    if (changed.length > 0)
      await followDates(
        context,
        after.id,
        Object.fromEntries(changed.map(([anchor, field]) => [anchor, after[field]])),
      );
    return undefined;
  },
};

const action: DeclaredAction = {
  name: "taskTemplates.trigger",
  canRecordEvent: ["task_template.applied", "task.created"],
};

/**
 * Applies a template because of a trigger, once: a job that is repeated finds its application.
 *
 * @returns whether this job did
 */
async function applyTriggered(
  context: Context,
  { templateId, caseId, trigger, stage, triggerKey }: TriggeredTemplate,
): Promise<boolean> {
  // Deleted or archived meanwhile, it gets no tasks.
  if (!(await lockActiveCaseForShare(context, caseId))) return false;
  await lockClockForShare(context);
  const [row] = await templates.findRows(context, [templateId]);
  if (row === undefined || !row.isActive) return false;
  const application = {
    id: createId("taskTemplateApplication"),
    caseId,
    trigger,
    triggerKey,
    stage,
    template: TaskTemplate.parse(row),
    appliedBy: describeActor(context.principal),
  };
  return (await applyOnce(context, application, { anchors: {}, assignees: {} })) !== null;
}

const pollSeconds = 2;
/**
 * A template of nine tasks takes longer than the creation of a case, of which a bulk job makes ten in a second; one
 * place is left to other firms.
 */
const shares = { atOnce: 4, atOncePerGroup: 3 };

export function createTemplateWorker(database: UnitOfWork["database"], logger: JobLogger): QueueWorker {
  const worker = createRepeatedWorker(templateQueue, logger, {
    pollSeconds,
    failure: "a task template could not be applied",
    execute: async (data) => {
      const job = data as TriggeredTemplate;
      await runAsSystem(database, job.organizationId, action, (context) => applyTriggered(context, job));
    },
  });
  return { ...worker, ...shares };
}
