import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { applyTemplate, cancelApplication, listApplications } from "./domain.ts";
import { Application, ApplicationFilter, Applied, TaskTemplateApplication } from "./schema.ts";

const area = "Tasks";
const changing = { area, scope: "tasks:write", readBy: "tasks:read" } as const;

export const taskTemplateApplicationProcedures = {
  "cases.taskTemplates.apply": operation({
    ...changing,
    route: "POST /cases/{caseId}/task-templates/{templateId}/apply",
    summary: "Apply a template to a case",
    description:
      "Makes the tasks of the template, whose due dates are counted from the case's dates; `anchors` replace these. A task whose anchor date is not known yet is dated when the case gets it. " +
      "`warnings` of the application name what could not be resolved. Fails with 409 if the template is applied to the case and not canceled, unless `onDuplicate` is `allow`.",
    emits: ["task_template.applied"],
    mayEmit: ["task.created"],
    created: { location: "/cases/{application.caseId}/task-template-applications" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(Application.extend({ caseId: Id, templateId: Id }))
    .output(Applied)
    .mutation(({ ctx, input: { caseId, templateId, ...wanted } }) => applyTemplate(ctx, caseId, templateId, wanted)),

  "cases.taskTemplateApplications.list": operation({
    area,
    scope: "tasks:read",
    route: "GET /cases/{caseId}/task-template-applications",
    summary: "List applied templates",
    description:
      "Returns where templates were applied to the case: by request, or by their triggers, which do so some seconds after the case was created or entered a stage.",
  })
    .input(ApplicationFilter.extend({ caseId: Id }))
    .output(z.object({ taskTemplateApplications: z.array(TaskTemplateApplication), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { caseId, ...query } }) => listApplications(ctx, caseId, query)),

  "taskTemplateApplications.cancel": operation({
    ...changing,
    route: "POST /task-template-applications/{applicationId}/cancel",
    summary: "Cancel an application's open tasks",
    description:
      "Cancels the tasks of the application that have not ended; the others stay. Fails with 409 if it is canceled already.",
    mayEmit: ["task.cancelled", "task.updated", "task.ready"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ applicationId: Id }))
    .output(z.object({ application: TaskTemplateApplication }))
    .mutation(async ({ ctx, input }) => ({ application: await cancelApplication(ctx, input.applicationId) })),
};
