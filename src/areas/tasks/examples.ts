import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Task } from "./schema.ts";

const { organizationId, caseId, leadId, attorneyId, managerId, chartId } = ids;
const assignee = { id: managerId, firstName: "Ingrid", lastName: "Lindqvist", status: "active" } as const;
const item = {
  id: "chk_01kf3mg4s6v8x0z2b4d6f8h0k2",
  text: "Signed authorization is on file",
  isDone: false,
  doneAt: null,
  doneBy: null,
};

export const task = exampleRecord(Task, {
  id: "task_01kf3mg0s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  case: matter,
  title: "Request the complete chart",
  description: "Ask for the **imaging**, too.",
  category: "records_request",
  priority: "high",
  status: "pending",
  statusChangedAt: times.stage,
  availableTransitions: ["in_progress", "blocked", "in_review", "completed", "cancelled"],
  assignees: [assignee],
  dueOn: "2026-04-02",
  isOverdue: false,
  daysOverdue: 0,
  isWaiting: false,
  waitsFor: [],
  estimatedMinutes: 30,
  subtaskCount: 0,
  openSubtaskCount: 0,
  dependsOnTaskIds: [],
  checklist: [item],
  reminders: [
    {
      id: "trm_01kf3mg3s6v8x0z2b4d6f8h0k2",
      channel: "portal",
      daysBefore: 1,
      at: "09:00",
      minutesBefore: null,
      remindAt: "2026-04-01T14:00:00.000Z",
      status: "scheduled",
      sentAt: null,
    },
  ],
  tags: ["records"],
  attachments: [
    { id: chartId, name: "Chart.pdf", contentType: "application/pdf", sizeBytes: 482_113, deletedAt: null },
  ],
  commentCount: 0,
  createdBy: { ...actors.vendor, onBehalfOf: { id: attorneyId, firstName: "Nadia", lastName: "Okafor" } },
  externalId: "crm-task-311",
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

const { title, description, category, priority, dueOn, estimatedMinutes, tags, externalId } = task;
/** As it is created with only its title. */
const plain = {
  ...task,
  description: null,
  category: "admin",
  priority: "normal",
  assignees: [],
  dueOn: null,
  estimatedMinutes: null,
  checklist: [],
  reminders: [],
  tags: [],
  attachments: [],
  externalId: null,
} as const;
const createdFor = (owner: Partial<Task>, name: string) => ({
  body: { title: name },
  response: { task: { ...plain, caseId: null, case: null, ...owner, title: name }, warnings: [] },
});

const changed = { revision: 2, updatedAt: times.now };
const ofTask = { taskId: task.id };
export const startedTask = {
  ...task,
  status: "in_progress",
  statusChangedAt: times.now,
  startOn: "2026-03-14",
  availableTransitions: ["pending", "blocked", "in_review", "completed", "cancelled"],
  ...changed,
} as const satisfies Task;
export const completedTask = {
  ...task,
  status: "completed",
  statusChangedAt: times.now,
  completedAt: times.now,
  completedBy: actors.vendor,
  availableTransitions: ["pending"],
  ...changed,
} as const satisfies Task;
export const urgentTask = { ...task, priority: "urgent", ...changed } as const satisfies Task;
export const unassignedTask = { ...task, assignees: [], ...changed } satisfies Task;

export const taskExamples = {
  "tasks.list": { parameters: { sort: "due", category }, response: { tasks: [task], nextCursor: null } },
  "cases.tasks.list": { parameters: { caseId, sort: "due" }, response: { tasks: [task], nextCursor: null } },
  "cases.tasks.create": {
    parameters: { caseId },
    body: {
      title,
      description,
      category,
      priority,
      assigneeMemberIds: [assignee.id],
      dueOn,
      estimatedMinutes,
      checklist: [item.text],
      reminders: [{ channel: "portal", daysBefore: 1, at: "09:00" }],
      tags,
      documentIds: [chartId],
      externalId,
    },
    response: { task, warnings: [] },
  },
  "leads.tasks.create": {
    parameters: { leadId },
    ...createdFor(
      { leadId, lead: { id: leadId, sequenceId: "L-2026-000044", name: "Elena Marsh" } },
      "Call back about the retainer",
    ),
  },
  "tasks.create": createdFor({}, "Renew malpractice cover"),
  "tasks.get": { parameters: ofTask, response: { task } },
  "tasks.update": { parameters: ofTask, body: { priority: "urgent" }, response: { task: urgentTask } },
  "tasks.delete": { parameters: ofTask, response: {} },
  "tasks.transition": { parameters: ofTask, body: { toStatus: "in_progress" }, response: { task: startedTask } },
  "tasks.assign": { parameters: ofTask, body: { memberIds: [] }, response: { task: unassignedTask, warnings: [] } },
  "tasks.checklistItems.set": {
    parameters: { ...ofTask, itemId: item.id },
    body: { isDone: true },
    response: {
      task: { ...task, checklist: [{ ...item, isDone: true, doneAt: times.now, doneBy: actors.vendor }], ...changed },
    },
  },
} satisfies Record<string, OperationExample>;
