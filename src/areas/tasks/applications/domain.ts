import { AppError, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordAuditEntry, recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { lockCaseForShare, getLiveCase } from "../../cases/domain.ts";
import { createTemplateTasks, type TemplateTask } from "../domain.create.ts";
import { lockGraph } from "../store.changes.ts";
import { cancelTasks } from "../domain.transitions.ts";
import { lockClockForShare } from "../store.ts";
import type { ResolvedItem } from "../templates/domain.drafts.ts";
import type { TaskTemplate } from "../templates/schema.ts";
import { draftTasks, templates, type Choice } from "../templates/domain.ts";
import { TaskTemplateApplication, type Application, type ApplicationFilter, type Applied } from "./schema.ts";
import {
  findApplication,
  insertApplication,
  isApplied,
  keepWarnings,
  listApplicationRows,
  listOpenTasks,
  lockApplicationForUpdate,
  markCancelled,
  type ApplicationRow,
  type NewApplication,
} from "./store.ts";

const describe = (row: ApplicationRow) =>
  TaskTemplateApplication.parse({ ...row, status: row.cancelledAt === null ? "applied" : "cancelled" });

/** @throws NOT_FOUND for the case */
export async function listApplications(
  context: Context,
  caseId: string,
  query: ApplicationFilter,
): Promise<{ taskTemplateApplications: TaskTemplateApplication[]; nextCursor: string | null }> {
  await getLiveCase(context, caseId);
  const { newest, oldest } = commonSorts;
  const list = { name: `task template applications of ${caseId}`, alias: "a", sorts: { newest, oldest } };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    listApplicationRows(context, caseId, page),
  );
  return { taskTemplateApplications: rows.map(describe), nextCursor };
}

/** @throws NOT_FOUND, also for an application to a deleted case */
async function getApplication(context: Context, applicationId: string): Promise<TaskTemplateApplication> {
  const row = await findApplication(context, applicationId);
  if (row === undefined) throw notFound("Task template application");
  return describe(row);
}

/**
 * Applies a template by request.
 *
 * @throws NOT_FOUND for the case, the template or a member; INVALID_STATE_TRANSITION for an archived case;
 *   DUPLICATE_ENTRY where it is applied already, unless the request allows that; VALIDATION_FAILED for keys that are no
 *   items
 */
export async function applyTemplate(
  context: Context,
  caseId: string,
  templateId: string,
  { onDuplicate, ...choice }: Application,
): Promise<Applied> {
  await lockCaseForShare(context, caseId);
  await lockClockForShare(context);
  // Serializes the applications to a case, so that isApplied finds a concurrent one.
  await lockGraph(context, { caseId, leadId: null });
  const template = await templates.get(context, { id: templateId });
  if (onDuplicate === "reject" && (await isApplied(context, templateId, caseId))) {
    throw new AppError(
      "DUPLICATE_ENTRY",
      "The template is applied to this case already; send onDuplicate allow to apply it once more",
    );
  }
  const id = createId("taskTemplateApplication");
  const applied = await applyOnce(
    context,
    {
      id,
      caseId,
      trigger: "manual",
      triggerKey: id,
      stage: null,
      template,
      appliedBy: describeActor(context.principal),
    },
    choice,
  );
  if (applied === null) throw new Error("an application has its own trigger");
  return applied;
}

/**
 * Creates the tasks of a template on a locked case, once for each trigger.
 *
 * @returns null where its trigger has applied it already
 */
export async function applyOnce(
  context: Context,
  application: Omit<NewApplication, "template"> & { template: TaskTemplate },
  choice: Choice,
): Promise<Applied | null> {
  const { id, caseId, template } = application;
  if (!(await insertApplication(context, application))) return null;
  const { resolved, warnings } = await draftTasks(context, template, caseId, choice);
  const made = await createTemplateTasks(
    context,
    { caseId, leadId: null },
    { templateId: template.id, applicationId: id },
    resolved.map(describeTask),
  );
  const all = [...warnings, ...made.warnings];
  if (all.length > 0) await keepWarnings(context, id, all);
  const related = await getLiveCase(context, caseId);
  recordEvent(context, {
    eventType: "task_template.applied",
    entityId: template.id,
    payload: await templates.get(context, { id: template.id }),
    diff: {},
    relatedIds: [{ entity: "task_template", id: template.id }, ...related],
  });
  return { application: await getApplication(context, id), tasks: made.tasks };
}

/**
 * A task without a due date has no reminders, because they count from it: its rule keeps those of the item until there
 * is one.
 */
function describeTask({ draft, dueRule }: ResolvedItem): TemplateTask {
  const {
    itemKey: key,
    assigneeMemberIds,
    assignedTeamId,
    dueAfterKey,
    dependsOnKeys,
    parentKey,
    reminders,
    dueOn,
    ...task
  } = draft;
  const assigned = assignedTeamId === null ? { assigneeMemberIds } : { assignedTeamId };
  return {
    key,
    task: { ...task, ...assigned, dueOn, reminders: dueOn === null ? [] : reminders },
    dependsOnKeys,
    dueRule: dueRule !== null && dueOn === null && reminders.length > 0 ? { ...dueRule, reminders } : dueRule,
    ...(parentKey !== null && { parentKey }),
    ...(dueAfterKey !== null && { dueAfterKey }),
  };
}

/**
 * Cancels the open tasks of an application; the others stay.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case, and a second time
 */
export async function cancelApplication(context: Context, applicationId: string): Promise<TaskTemplateApplication> {
  const { caseId, templateId } = await getApplication(context, applicationId);
  const related = await lockCaseForShare(context, caseId);
  await lockApplicationForUpdate(context, applicationId);
  const { status } = await getApplication(context, applicationId);
  if (status === "cancelled") throw invalidState("The application is cancelled already");
  const taskIds = await listOpenTasks(context, applicationId);
  await markCancelled(context, applicationId);
  if (taskIds.length > 0)
    await cancelTasks(context, { caseId, leadId: null }, taskIds, "Template application cancelled");
  else
    recordAuditEntry(context, { entity: "task_template_application", id: applicationId }, [
      { entity: "task_template", id: templateId },
      ...related,
    ]);
  return getApplication(context, applicationId);
}
