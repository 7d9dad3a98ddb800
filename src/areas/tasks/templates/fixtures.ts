import { buildTaskTemplate } from "../../../../prisma/seed/builders/tasks.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { taskTemplate } from "./examples.ts";

/** @returns its id */
export async function createTaskTemplate(
  tenant: TestTenant,
  values: Partial<Values<"TaskTemplate">> = {},
): Promise<string> {
  const template = buildTaskTemplate({ organizationId: tenant.organizationId, items: taskTemplate.items, ...values });
  return (await insertFor(tenant, { TaskTemplate: template })).TaskTemplate.id;
}

const touch = (id: string) => ({ entity: "task_template", id, relatedIds: [{ entity: "task_template", id }] });

/** A request about a template that is there. */
const onTemplate =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const templateId = await createTaskTemplate(tenant);
    return {
      ...aboutRow(tenant, "TaskTemplate", { templateId }, { description: "changed since", revision: 9 }),
      touched: () => touch(templateId),
      standsAlone: true,
      ...more,
    };
  };

export const taskTemplateScenarios = {
  "taskTemplates.list": async (tenant) => {
    await createTaskTemplate(tenant);
    return { query: { sort: "name" } };
  },
  "taskTemplates.get": asRead(onTemplate({})),
  "taskTemplates.create": (tenant) =>
    Promise.resolve({
      ownValues: { [taskTemplate.name]: newName() },
      change: changeShown(tenant, "TaskTemplate", "taskTemplate", {
        description: "changed since",
        revision: 9,
      }),
      touched: (response: ResponseBody) => touch(readId(response, "taskTemplate")),
      standsAlone: true,
      diff: {},
    }),
  "taskTemplates.update": onTemplate({ diff: { isActive: { from: true, to: false } } }),
  "taskTemplates.delete": onTemplate({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "taskTemplates.preview": asRead(onTemplate({ revision: null })),
} satisfies Record<string, Scenario>;

export async function createTaskTemplateRows(tenant: TestTenant): Promise<void> {
  await createTaskTemplate(tenant);
}
