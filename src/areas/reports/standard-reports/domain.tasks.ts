import { inDays, type StandardReport } from "./domain.definition.ts";

const listedTask = [
  { key: "due", field: "dueDay", label: "Due" },
  { key: "title", field: "title", label: "Task" },
  { key: "priority", field: "priority", label: "Priority" },
  { key: "assignees", field: "assigneeNames", label: "Assignees" },
  { key: "case", field: "caseSequenceId", label: "Case" },
  { key: "stage", field: "matterStage", label: "Stage" },
];
const isOpen = { field: "isOpen", operator: "equals", value: true } as const;
const sums = [
  { key: "open", field: "open", label: "Open", aggregate: "sum" },
  { key: "overdue", field: "overdue", label: "Overdue", aggregate: "sum" },
  { key: "completed", field: "completed", label: "Completed", aggregate: "sum" },
] as const;

export const taskReports: readonly StandardReport[] = [
  {
    id: "std_tasks_overdue",
    name: "Overdue tasks",
    description: "Lists open tasks whose due day is past, the longest overdue first.",
    category: "deadlines",
    entity: "tasks",
    definition: {
      columns: [...listedTask, { key: "daysOverdue", field: "daysOverdue", label: "Days overdue" }],
      filters: [isOpen, { field: "isOverdue", operator: "equals", value: true }],
      sort: [{ column: "due" }, { column: "title" }],
    },
  },
  {
    id: "std_tasks_due",
    name: "Tasks due soon",
    description: "Lists open tasks that are due from today to the given number of days ahead.",
    category: "deadlines",
    entity: "tasks",
    definition: {
      columns: listedTask,
      filters: [isOpen, { field: "dueDay", operator: "in_next_days", parameter: "days" }],
      parameters: inDays("Due within days", 14),
      sort: [{ column: "due" }, { column: "title" }],
    },
  },
  {
    id: "std_task_workload",
    name: "Tasks by assignee",
    description:
      "Counts open and overdue tasks, and those completed within the given number of days, by the first assignee.",
    category: "people",
    entity: "tasks",
    definition: {
      columns: [{ key: "assignee", field: "firstAssigneeName", label: "Assignee" }, ...sums],
      filters: [{ field: "activeOn", operator: "in_last_days", parameter: "days" }],
      parameters: inDays("Completed within days", 30),
      sort: [{ column: "open", descending: true }, { column: "assignee" }],
      totals: true,
      chart: { type: "bar", category: "assignee", value: "open" },
    },
  },
  {
    id: "std_tasks_without_active_assignee",
    name: "Tasks without an active assignee",
    description: "Lists open tasks without an assignee, or whose assignees are all inactive.",
    category: "people",
    entity: "tasks",
    definition: {
      columns: [...listedTask, { key: "team", field: "assignedTeamName", label: "Team" }],
      filters: [isOpen, { field: "hasActiveAssignee", operator: "equals", value: false }],
      sort: [{ column: "due" }, { column: "title" }],
    },
  },
  {
    id: "std_template_progress",
    name: "Progress of task templates",
    description: "Counts the open, overdue and completed tasks of each template, by the current stage of their cases.",
    category: "pipeline",
    entity: "tasks",
    definition: {
      columns: [
        { key: "template", field: "templateName", label: "Template" },
        { key: "stage", field: "matterStage", label: "Stage" },
        ...sums,
      ],
      filters: [{ field: "templateName", operator: "is_not_empty" }],
      sort: [{ column: "template" }, { column: "stage" }],
      totals: true,
    },
  },
];
