import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  anInstant,
  readId,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createTask } from "../fixtures.ts";
import { createTaskTemplate } from "../templates/fixtures.ts";

/** An application of a new template, on a new case unless another is given. */
export async function createApplication(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["TaskTemplateApplication"]>> = {},
) {
  const { organizationId, keyId } = tenant;
  const ofCase = values.caseId === undefined ? await createCase(tenant) : { caseId: values.caseId, clientId: "" };
  const [id, templateId] = [createId("taskTemplateApplication"), await createTaskTemplate(tenant)];
  const appliedBy = JSON.stringify({ type: "integration_key", id: keyId, name: "Test key" });
  const row = {
    organizationId,
    id,
    templateId,
    templateRevision: 1,
    templateName: "Setup",
    caseId: ofCase.caseId,
    trigger: "manual",
    triggerKey: id,
    appliedBy,
    ...values,
  };
  await tenant.inside((transaction) => transaction.insertInto("TaskTemplateApplication").values(row).execute());
  return { ...ofCase, applicationId: id, templateId };
}

const deleteCase = (tenant: TestTenant, caseId: string) =>
  changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() });

export const taskTemplateApplicationScenarios = {
  "cases.taskTemplates.apply": async (tenant) => {
    const ofCase = await createCase(tenant);
    const templateId = await createTaskTemplate(tenant);
    return {
      pathValues: { caseId: ofCase.caseId, templateId },
      remove: () => deleteCase(tenant, ofCase.caseId),
      change: (response: ResponseBody) =>
        changeRow(tenant, "TaskTemplateApplication", readId(response, "application"), { templateName: "Changed" }),
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
