import { actors, times } from "../../../contract/examples/example-story.ts";
import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { taskTemplate } from "./examples.ts";
import { TaskTemplate } from "./schema.ts";

const { manager } = actors;
const related = (id: string) => [{ entity: "task_template", id }];

export const taskTemplateEvents = defineEvents({
  entity: "task_template",
  area: "tasks",
  scope: "tasks:read",
  payload: TaskTemplate,
  exampleRelatedIds: related,
  types: {
    "task_template.created": {
      description: "A task template was created.",
      example: { by: manager, payload: taskTemplate },
    },
    "task_template.updated": {
      description: "A task template was changed.",
      example: { by: manager, payload: { ...taskTemplate, isActive: false, revision: 2 }, before: { isActive: true } },
    },
    "task_template.applied": {
      description:
        "A task template was applied to a case: by request, or by one of its triggers. Its tasks have events of their own.",
      example: { by: actors.system, payload: { ...taskTemplate, applicationCount: 1, lastAppliedAt: times.now } },
    },
    "task_template.deleted": {
      description: "A task template was deleted.",
      example: {
        by: manager,
        payload: { ...taskTemplate, revision: 2, deletedAt: times.now },
        before: { deletedAt: null },
      },
    },
  },
});
