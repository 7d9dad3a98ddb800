import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { taskTemplate } from "./examples.ts";

/** @returns its id */
export async function createTaskTemplate(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["TaskTemplate"]>> = {},
): Promise<string> {
  const id = createId("taskTemplate");
  const row = {
    organizationId: tenant.organizationId,
    id,
    name: `Template ${id}`,
    items: JSON.stringify(taskTemplate.items),
    ...values,
  };
  await tenant.inside((transaction) => transaction.insertInto("TaskTemplate").values(row).execute());
  return id;
}

const touch = (id: string) => ({ entity: "task_template", id, relatedIds: [{ entity: "task_template", id }] });

/** A request about a template that is there. */
const onTemplate =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const templateId = await createTaskTemplate(tenant);
    return {
      pathValues: { templateId },
      revision: 1,
      remove: () => changeRow(tenant, "TaskTemplate", templateId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "TaskTemplate", templateId, { description: "changed since", revision: 9 }),
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
      change: (response: ResponseBody) =>
        changeRow(tenant, "TaskTemplate", readId(response, "taskTemplate"), {
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
