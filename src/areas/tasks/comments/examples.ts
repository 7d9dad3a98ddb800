import { times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { task } from "../examples.ts";
import type { TaskComment } from "./schema.ts";

export const taskComment = {
  id: "tcm_01kf3mg2s6v8x0z2b4d6f8h0k2",
  taskId: task.id,
  body: "The records desk promised them for Friday.",
  author: task.createdBy,
  createdAt: times.now,
  deletedAt: null,
} satisfies TaskComment;

export const taskCommentExamples = {
  "tasks.comments.list": { parameters: { taskId: task.id }, response: { comments: [taskComment], nextCursor: null } },
  "tasks.comments.create": {
    parameters: { taskId: task.id },
    body: { body: taskComment.body },
    response: { comment: taskComment },
  },
  "taskComments.delete": { parameters: { commentId: taskComment.id }, response: {} },
} satisfies Record<string, OperationExample>;
