import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { times } from "../../../contract/examples/example-story.ts";
import { relateToTask } from "../events.ts";
import { taskComment } from "./examples.ts";
import { TaskComment } from "./schema.ts";

export const taskCommentEvents = defineEvents({
  entity: "task_comment",
  area: "tasks",
  scope: "tasks:read",
  payload: TaskComment,
  exampleRelatedIds: relateToTask,
  types: {
    "task_comment.created": { description: "A task was commented on.", example: { payload: taskComment } },
    "task_comment.deleted": {
      description: "A comment on a task was deleted.",
      example: { payload: { ...taskComment, body: null, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
