import { buildTaskTemplate } from "../../../../prisma/seed/builders/tasks.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, newName, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
import { taskTemplate } from "./examples.ts";

/** @returns its id */
export async function createTaskTemplate(
  tenant: TestTenant,
  values: Partial<Values<"TaskTemplate">> = {},
): Promise<string> {
  const template = buildTaskTemplate({ organizationId: tenant.organizationId, items: taskTemplate.items, ...values });
  return (await insertFor(tenant, { TaskTemplate: template })).TaskTemplate.id;
}

const templates = describeFirmRecord({
  table: "TaskTemplate",
  entity: "task_template",
  key: "taskTemplate",
  parameter: "templateId",
  changed: () => ({ description: "changed since", revision: 9 }),
  create: createTaskTemplate,
});

export const taskTemplateScenarios = {
  "taskTemplates.list": templates.listed,
  "taskTemplates.get": asRead(templates.on({})),
  "taskTemplates.create": templates.created(() => ({ [taskTemplate.name]: newName() })),
  "taskTemplates.update": templates.on({ diff: { isActive: { from: true, to: false } } }),
  "taskTemplates.delete": templates.deleted,
  "taskTemplates.preview": asRead(templates.on({ revision: null })),
} satisfies Record<string, Scenario>;

export async function createTaskTemplateRows(tenant: TestTenant): Promise<void> {
  await createTaskTemplate(tenant);
}
