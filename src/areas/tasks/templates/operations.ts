import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { defineArea } from "../../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { taskTemplateApplicationExamples } from "../applications/examples.ts";
import { taskTemplateApplicationProcedures } from "../applications/operations.ts";
import { listTemplates, previewTemplate, templates } from "./domain.ts";
import { taskTemplateEnumerations } from "./enumerations.ts";
import { taskTemplateEvents } from "./events.ts";
import { taskTemplateExamples } from "./examples.ts";
import {
  ItemWarning,
  NewTaskTemplate,
  Preview,
  TaskDraft,
  TaskTemplate,
  TaskTemplateChanges,
  TaskTemplateFilter,
} from "./schema.ts";

const reading = {
  area: "Tasks",
  scope: "tasks:read",
  orScopes: ["org:write"],
} as const satisfies Partial<OperationMeta>;
const writing = { area: "Tasks", scope: "org:write", readBy: "org:write" } as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ templateId: Id });
const Shown = z.object({ taskTemplate: TaskTemplate });

export const taskTemplateProcedures = {
  "taskTemplates.list": operation({
    ...reading,
    route: "GET /task-templates",
    summary: "List task templates",
    description: "Returns the organization's task templates with their items, by name.",
  })
    .input(TaskTemplateFilter)
    .output(z.object({ taskTemplates: z.array(TaskTemplate), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTemplates(ctx, input)),

  // Applications change no revision.
  "taskTemplates.get": operation({
    ...reading,
    route: "GET /task-templates/{templateId}",
    summary: "Get a task template",
    etag: "taskTemplate.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ taskTemplate: await templates.get(ctx, { id: input.templateId }) })),

  "taskTemplates.create": operation({
    ...writing,
    route: "POST /task-templates",
    summary: "Create a task template",
    description:
      "An item becomes a task wherever the template is applied. Its `due` is counted from an anchor date; a task whose date is not known yet gets its due date later. Items must not depend on each other in a circle. " +
      "Fails with 409 if another template has the name, ignoring case, or if the organization has 200 templates; with 404 for the team of an item, or a member who is not active.",
    emits: ["task_template.created"],
    created: { location: "/task-templates/{taskTemplate.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION", "NOT_FOUND"],
    etag: "taskTemplate.revision",
  })
    .input(NewTaskTemplate)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ taskTemplate: await templates.create(ctx, input) })),

  "taskTemplates.update": operation({
    ...writing,
    route: "PATCH /task-templates/{templateId}",
    summary: "Update a task template",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. `items` replaces all items. Existing tasks do not change.",
    emits: ["task_template.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
    etag: "taskTemplate.revision",
  })
    .input(TaskTemplateChanges.extend({ templateId: Id }).refine(...changesSomething("templateId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { templateId, ...changes } }) => ({
      taskTemplate: await templates.update(ctx, { id: templateId }, changes),
    })),

  "taskTemplates.delete": operation({
    ...writing,
    route: "DELETE /task-templates/{templateId}",
    summary: "Delete a task template",
    description: "Tasks that it made stay. Afterwards its name can be used again.",
    emits: ["task_template.deleted"],
    errors: ["STALE_REVISION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => templates.delete(ctx, { id: input.templateId }))),

  "taskTemplates.preview": operation({
    ...reading,
    route: "POST /task-templates/{templateId}/preview",
    idempotency: "none",
    tier: "read",
    summary: "Preview a template on a case",
    description:
      "Returns the tasks that the template would make now, without making any: a POST that takes no idempotency key. With `caseId`, which requires `tasks:read`, dates and attorneys are those of the case; `anchors` replace its dates. " +
      "Without it all dates are those of `anchors`. Teams choose their members when the template is applied.",
    errors: ["FORBIDDEN"],
  })
    .input(Preview.extend({ templateId: Id }))
    .output(z.object({ tasks: z.array(TaskDraft), warnings: z.array(ItemWarning) }))
    .query(({ ctx, input: { templateId, ...wanted } }) => previewTemplate(ctx, templateId, wanted)),
};

export const taskTemplates = defineArea(
  { ...taskTemplateProcedures, ...taskTemplateApplicationProcedures },
  {
    examples: { ...taskTemplateExamples, ...taskTemplateApplicationExamples },
    events: [taskTemplateEvents],
    enumerations: taskTemplateEnumerations,
    archive: [
      {
        table: "TaskTemplate",
        part: "organization",
        isOfOrganization: true,
        file: "task-templates",
        order: ["id"],
        isSoftDeleted: true,
      },
      {
        table: "TaskTemplateApplication",
        part: "tasks",
        file: "task-template-applications",
        order: ["id"],
        owners: { caseId: "Case" },
      },
    ],
  },
);
