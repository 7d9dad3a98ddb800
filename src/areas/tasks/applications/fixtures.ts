import { buildTemplateApplication } from "../../../../prisma/seed/builders/tasks.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { anInstant, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createTask } from "../fixtures.ts";
import { createTaskTemplate } from "../templates/fixtures.ts";

/** An application of a new template, on a new case unless another is given. */
export async function createApplication(tenant: TestTenant, values: Partial<Values<"TaskTemplateApplication">> = {}) {
  const { organizationId } = tenant;
  const ofCase = values.caseId === undefined ? await createCase(tenant) : { caseId: values.caseId, clientId: "" };
  const templateId = await createTaskTemplate(tenant);
  const appliedBy = actorOf(tenant);
  const application = buildTemplateApplication({
    organizationId,
    templateId,
    caseId: ofCase.caseId,
    appliedBy,
    ...values,
  });
  await insertFor(tenant, { TaskTemplateApplication: application });
  return { ...ofCase, applicationId: application.id, templateId };
}

const deleteCase = (tenant: TestTenant, caseId: string) => deleteRow(tenant, "Case", caseId);

export const taskTemplateApplicationScenarios = {
  "cases.taskTemplates.apply": async (tenant) => {
    const ofCase = await createCase(tenant);
    const templateId = await createTaskTemplate(tenant);
    return {
      pathValues: { caseId: ofCase.caseId, templateId },
      remove: () => deleteCase(tenant, ofCase.caseId),
      change: changeShown(tenant, "TaskTemplateApplication", "application", { templateName: "Changed" }),
      touched: () => ({
        entity: "task_template",
        id: templateId,
        relatedIds: [{ entity: "task_template", id: templateId }, ...relateCase(ofCase)],
      }),
      emitsBefore: ["task.created"],
      recordIn: null,
      diff: {},
    };
  },
  "cases.taskTemplateApplications.list": async (tenant) => {
    const { caseId } = await createApplication(tenant);
    return { pathValues: { caseId }, remove: () => deleteCase(tenant, caseId) };
  },
  "taskTemplateApplications.cancel": async (tenant) => {
    const created = await createApplication(tenant);
    const { applicationId, templateId, caseId } = created;
    const { taskId } = await createTask(tenant, {
      caseId,
      templateId,
      applicationId,
      itemKey: "letter_of_representation",
    });
    return {
      pathValues: { applicationId },
      remove: () => deleteCase(tenant, caseId),
      change: () => changeRow(tenant, "TaskTemplateApplication", applicationId, { templateName: "Changed" }),
      touched: () => ({
        entity: "task",
        id: taskId,
        relatedIds: [
          { entity: "task", id: taskId },
          ...relateCase(created),
          { entity: "task_template", id: templateId },
        ],
      }),
      alsoEmits: ["task.cancelled"],
      recordIn: null,
      diff: {
        status: { from: "pending", to: "cancelled" },
        statusReason: { from: null, to: "Template application cancelled" },
        statusChangedAt: { from: anInstant, to: anInstant },
        availableTransitions: {
          from: ["in_progress", "blocked", "in_review", "completed", "cancelled"],
          to: ["pending"],
        },
      },
    };
  },
} satisfies Record<string, Scenario>;

export async function createTaskTemplateApplicationRows(tenant: TestTenant): Promise<void> {
  await createApplication(tenant);
}
