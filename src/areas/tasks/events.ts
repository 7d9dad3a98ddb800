import { defineEvents } from "../../contract/events/event-declaration.ts";
import { ids, times } from "../../contract/examples/example-story.ts";
import { completedTask, startedTask, task, unassignedTask, urgentTask } from "./examples.ts";
import { TaskInEvent, type Task } from "./schema.ts";

const shown = (of: Task): TaskInEvent => TaskInEvent.parse(of);
const { caseId, clientId, managerId } = ids;

/** As of an event of the task, or of a comment. */
export const relateToTask = () => [
  { entity: "task", id: task.id },
  { entity: "case", id: caseId },
  { entity: "client", id: clientId },
  { entity: "member", id: managerId },
];
const pending = {
  status: "pending",
  statusChangedAt: task.statusChangedAt,
  availableTransitions: task.availableTransitions,
} as const;
const ended = { completedAt: null, completedBy: null };
const again = { ...task, revision: 3, statusReason: "A page is missing.", statusChangedAt: times.now } satisfies Task;
const cancelled = {
  ...task,
  status: "cancelled",
  statusReason: "The client withdrew.",
  statusChangedAt: times.now,
  availableTransitions: ["pending"],
  revision: 2,
  updatedAt: times.now,
} as const satisfies Task;

export const taskEvents = defineEvents({
  entity: "task",
  area: "tasks",
  scope: "tasks:read",
  payload: TaskInEvent,
  exampleRelatedIds: relateToTask,
  types: {
    "task.created": {
      description: "A task was created, also the next one of a series.",
      example: { payload: shown(task) },
    },
    "task.updated": {
      description: "A task was changed, handed over to a case, or got another date by its rule.",
      example: { payload: shown(urgentTask), before: { priority: task.priority } },
    },
    "task.assigned": {
      description: "A task was assigned to other members or another team.",
      example: { payload: shown(unassignedTask), before: { assignees: task.assignees } },
    },
    "task.completed": {
      description: "A task was completed.",
      example: { payload: shown(completedTask), before: { ...pending, ...ended } },
    },
    "task.reopened": {
      description: "A completed or canceled task was reopened.",
      example: {
        payload: shown(again),
        before: {
          status: "completed",
          statusReason: null,
          completedAt: times.stage,
          completedBy: completedTask.completedBy,
        },
      },
    },
    "task.cancelled": {
      description: "A task was canceled.",
      example: { payload: shown(cancelled), before: { ...pending, statusReason: null } },
    },
    "task.status_changed": {
      description: "A task went to another status, without being completed, canceled or reopened.",
      example: { payload: shown(startedTask), before: { ...pending, startOn: null } },
    },
    "task.ready": { description: "The last task that a task waited for has ended.", example: { payload: shown(task) } },
    "task.overdue": {
      description: "A task is past its due day; once for each due day.",
      example: { payload: { ...shown(task), isOverdue: true, daysOverdue: 1 } },
    },
    "task.deleted": {
      description: "A task was deleted.",
      example: { payload: { ...shown(task), revision: 2, deletedAt: times.now }, before: { deletedAt: null } },
    },
  },
});
