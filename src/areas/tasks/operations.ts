import * as z from "zod";
import { acceptDeleted, orDeleted } from "../../contract/deleted-records.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { expandCase, getLiveCase } from "../cases/domain.ts";
import { teamEnumerations } from "../team/teams/enumerations.ts";
import { taskArchive } from "./archive.ts";
import { taskSearch } from "./domain.search.ts";
import { taskCommentEvents } from "./comments/events.ts";
import { taskCommentExamples } from "./comments/examples.ts";
import { taskCommentProcedures } from "./comments/operations.ts";
import { assignTask, deleteTask, setItemDone, updateTask } from "./domain.changes.ts";
import { createTask } from "./domain.create.ts";
import { getTask, listTasks, taskStates } from "./domain.ts";
import { moveTask } from "./domain.transitions.ts";
import { taskEnumerations } from "./enumerations.ts";
import { taskEvents } from "./events.ts";
import { taskExamples } from "./examples.ts";
import { Assignment, NewFirmTask, NewTask, TaskChanges, Transition } from "./schema.input.ts";
import { CaseTaskFilter, Task, TaskFilter } from "./schema.ts";

const reading = { area: "Tasks", scope: "tasks:read" } as const;
const changing = { area: "Tasks", scope: "tasks:write", readBy: "tasks:read", etag: "task.revision" } as const;
const creation = {
  ...changing,
  echoes: ["warnings"],
  emits: ["task.created"],
  created: { location: "/tasks/{task.id}" },
  errors: ["DUPLICATE_ENTRY"],
} as const;
const mutation = { ...changing, errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"] } as const;
const Chosen = z.strictObject({ taskId: Id });
const Shown = z.object({ task: Task });
const Assigned = Shown.extend({ warnings: z.array(oneOf(teamEnumerations.assignmentWarning)) });
const Page = z.object({ tasks: z.array(orDeleted(Task)), nextCursor: z.string().nullable() });

const asOfNow =
  "`case`, `lead`, `assignees` and `assignedTeam` show these records as of now: a change of theirs is no change of the task.";
const attribution =
  "The task is attributed to the key and its acting attorney. Assigned members are notified in the portal. With a team and no members, the team’s rule chooses one; if no one can be chosen, `warnings` has `no_candidate`.";

const taskProcedures = {
  "tasks.list": operation(
    {
      ...reading,
      route: "GET /tasks",
      summary: "List tasks",
      description: `Returns the tasks that are not deleted, without those of deleted cases. ${asOfNow}`,
    },
    [expandCase],
  )
    .input(acceptDeleted(TaskFilter, ["caseId"]))
    .output(Page)
    .query(({ ctx, input }) => listTasks(ctx, input)),

  "cases.tasks.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/tasks",
    summary: "List a case's tasks",
    description: "Returns the tasks of the case as `GET /tasks` does, with those that its lead had.",
  })
    .input(acceptDeleted(CaseTaskFilter.extend({ caseId: Id }), ["caseId"]))
    .output(Page)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      return listTasks(ctx, input);
    }),

  "cases.tasks.create": operation({
    ...creation,
    route: "POST /cases/{caseId}/tasks",
    summary: "Add a task to a case",
    description: `Fails with 409 while the case is archived. ${attribution}`,
    errors: [...creation.errors, "INVALID_STATE_TRANSITION"],
  })
    .input(NewTask.extend({ caseId: Id }))
    .output(Assigned)
    .mutation(({ ctx, input: { caseId, ...wanted } }) => createTask(ctx, { caseId }, wanted)),

  "leads.tasks.create": operation({
    ...creation,
    route: "POST /leads/{leadId}/tasks",
    summary: "Add a task to a lead",
    description: `The task of a converted lead also belongs to its case. ${attribution}`,
    errors: [...creation.errors, "INVALID_STATE_TRANSITION"],
  })
    .input(NewTask.extend({ leadId: Id }))
    .output(Assigned)
    .mutation(({ ctx, input: { leadId, ...wanted } }) => createTask(ctx, { leadId }, wanted)),

  "tasks.create": operation({
    ...creation,
    route: "POST /tasks",
    summary: "Create a firm task",
    description: `The task belongs to neither a case nor a lead, and has no subtasks, dependencies or documents. ${attribution}`,
  })
    .input(NewFirmTask)
    .output(Assigned)
    .mutation(({ ctx, input }) => createTask(ctx, {}, input)),

  // Whether it is overdue changes with the day.
  "tasks.get": operation(
    {
      ...reading,
      route: "GET /tasks/{taskId}",
      summary: "Get a task",
      description: `Use the ETag only for \`If-Match\`: the response is never 304. ${asOfNow}`,
      etag: "task.revision",
      isVolatile: true,
    },
    [expandCase],
  )
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ task: await getTask(ctx, input.taskId) })),

  "tasks.update": operation({
    ...mutation,
    route: "PATCH /tasks/{taskId}",
    summary: "Update a task",
    description:
      "Changes the fields that you send, at least one; `null` clears a field, and a list replaces the one before it. A date that a template computed no longer follows its rule once you change it. " +
      "A completed or canceled task accepts `tags`, `actualMinutes`, `description` and `externalId` only. Status and assignees have their own operations.",
    emits: ["task.updated"],
    errors: [...mutation.errors, "DUPLICATE_ENTRY"],
  })
    .input(TaskChanges.extend({ taskId: Id }).refine(...changesSomething("taskId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { taskId, ...changes } }) => ({ task: await updateTask(ctx, taskId, changes) })),

  "tasks.delete": operation({
    area: "Tasks",
    scope: "tasks:write",
    readBy: "tasks:read",
    errors: mutation.errors,
    route: "DELETE /tasks/{taskId}",
    summary: "Delete a task",
    description:
      "Cannot be undone. Fails with 409 while it has open subtasks. Tasks that depend on it stay, and wait for it no more.",
    emits: ["task.deleted"],
    mayEmit: ["task.ready"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteTask(ctx, input.taskId))),

  "tasks.transition": operation({
    ...mutation,
    route: "POST /tasks/{taskId}/transitions",
    summary: "Move a task to another status",
    description:
      "The end of a task cancels its reminders, gives the tasks whose date follows it their date, releases those that wait for it alone, and creates the next one of its series. " +
      "A task that waits, or has open subtasks, can be completed only with `force`, or `cascade`. Open subtasks are canceled with it.",
    echoes: ["task.status", "task.availableTransitions"],
    mayEmit: [
      "task.status_changed",
      "task.completed",
      "task.cancelled",
      "task.reopened",
      "task.updated",
      "task.ready",
      "task.created",
    ],
  })
    .input(Transition.extend({ taskId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { taskId, ...move } }) => ({ task: await moveTask(ctx, taskId, move) })),

  "tasks.assign": operation({
    ...mutation,
    route: "POST /tasks/{taskId}/assign",
    summary: "Assign a task",
    description:
      "Replaces the assignees, and the team: send `memberIds`, an empty list for no one, `teamId`, or both. With a team alone its rule chooses: with `round_robin` the next member in turn who is active and not absent, with `least_loaded` the one of them with the fewest open tasks. " +
      "If no one can be chosen, `warnings` has `no_candidate`. Members who are not active fail with 404.",
    echoes: ["warnings"],
    emits: ["task.assigned"],
  })
    .input(Assignment.safeExtend({ taskId: Id }))
    .output(Assigned)
    .mutation(({ ctx, input: { taskId, ...assignment } }) => assignTask(ctx, taskId, assignment)),

  "tasks.checklistItems.set": operation({
    ...mutation,
    route: "PUT /tasks/{taskId}/checklist-items/{itemId}",
    summary: "Check or uncheck an item",
    description: "Changes this item alone: of several callers none undoes another's.",
    emits: ["task.updated"],
  })
    .input(Chosen.extend({ itemId: Id, isDone: z.boolean() }))
    .output(Shown)
    .mutation(async ({ ctx, input: { taskId, itemId, isDone } }) => ({
      task: await setItemDone(ctx, taskId, itemId, isDone),
    })),
};

export const tasks = defineArea(
  { ...taskProcedures, ...taskCommentProcedures },
  {
    examples: { ...taskExamples, ...taskCommentExamples },
    events: [taskEvents, taskCommentEvents],
    enumerations: taskEnumerations,
    stateMachines: { taskStatus: taskStates },
    archive: taskArchive,
    search: [taskSearch],
  },
);
