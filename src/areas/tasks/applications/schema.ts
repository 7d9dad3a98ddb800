import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { HistorySort, listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant, Revision } from "../../../contract/values/values.ts";
import { Task } from "../schema.ts";
import { taskTemplateEnumerations } from "../templates/enumerations.ts";
import { ItemWarning, applicationOptions } from "../templates/schema.ts";

export const Application = z.strictObject({
  ...applicationOptions,
  onDuplicate: z
    .enum(["reject", "allow"])
    .default("reject")
    .meta({ description: "`reject` fails with 409 if the template is applied to the case already." }),
});
export type Application = z.infer<typeof Application>;

export const TaskTemplateApplication = z
  .object({
    id: Id,
    organizationId: Id,
    templateId: Id,
    templateRevision: Revision,
    templateName: z.string().meta({ description: "As of the application." }),
    caseId: Id,
    trigger: oneOf(taskTemplateEnumerations.taskTemplateTrigger),
    stage: oneOf(sharedEnumerations.matterStage)
      .nullable()
      .meta({ description: "The stage that was entered, with `stage_entered`." }),
    appliedBy: Actor,
    taskIds: z.array(Id),
    warnings: z.array(ItemWarning),
    status: oneOf(taskTemplateEnumerations.taskTemplateApplicationStatus),
    createdAt: Instant,
    cancelledAt: Instant.nullable(),
  })
  .meta({ id: "TaskTemplateApplication" });
export type TaskTemplateApplication = z.infer<typeof TaskTemplateApplication>;

export const Applied = z.object({ application: TaskTemplateApplication, tasks: z.array(Task) });
export type Applied = z.infer<typeof Applied>;

export const ApplicationFilter = z.strictObject({ ...pageInput(listPageLimit), sort: HistorySort.default("newest") });
export type ApplicationFilter = z.infer<typeof ApplicationFilter>;
