import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { createTaskComment, deleteTaskComment, listTaskComments } from "./domain.ts";
import { BelowTask, NewTaskComment, TaskComment } from "./schema.ts";

const changing = {
  area: "Tasks",
  scope: "tasks:write",
  readBy: "tasks:read",
  errors: ["INVALID_STATE_TRANSITION"],
} as const;

export const taskCommentProcedures = {
  "tasks.comments.list": operation({
    area: "Tasks",
    scope: "tasks:read",
    route: "GET /tasks/{taskId}/comments",
    summary: "List a task's comments",
    description: "Returns the comments, newest first by default. A deleted comment keeps its place, without its text.",
  })
    .input(BelowTask)
    .output(z.object({ comments: z.array(TaskComment), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { taskId, ...query } }) => listTaskComments(ctx, taskId, query)),

  "tasks.comments.create": operation({
    ...changing,
    route: "POST /tasks/{taskId}/comments",
    summary: "Comment on a task",
    description: "A comment cannot be changed; a task has at most 500.",
    emits: ["task_comment.created"],
    created: { location: "/tasks/{comment.taskId}/comments" },
  })
    .input(NewTaskComment.extend({ taskId: Id }))
    .output(z.object({ comment: TaskComment }))
    .mutation(async ({ ctx, input }) => ({ comment: await createTaskComment(ctx, input.taskId, input.body) })),

  "taskComments.delete": operation({
    ...changing,
    route: "DELETE /task-comments/{commentId}",
    summary: "Delete a comment on a task",
    description: "Cannot be undone. Only the key that wrote the comment, or one that acts for the same attorney, can.",
    emits: ["task_comment.deleted"],
  })
    .input(z.strictObject({ commentId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteTaskComment(ctx, input.commentId))),
};
