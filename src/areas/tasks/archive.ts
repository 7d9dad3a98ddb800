import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofTask = { part: "tasks", owners: { taskId: "Task" } } as const;

export const taskArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Task",
    part: "tasks",
    file: "tasks",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
    isSoftDeleted: true,
  },
  { ...ofTask, table: "TaskAssignee", file: "task-assignees", order: ["taskId", "memberId"] },
  { ...ofTask, table: "TaskDependency", file: "task-dependencies", order: ["taskId", "predecessorId"] },
  { ...ofTask, table: "TaskChecklistItem", file: "task-checklist", order: ["id"] },
  { ...ofTask, table: "TaskReminder", file: "task-reminders", order: ["id"] },
  { ...ofTask, table: "TaskComment", file: "task-comments", order: ["id"], isSoftDeleted: true },
  { ...ofTask, table: "TaskTag", file: "task-tags", order: ["taskId", "tag"] },
  { ...ofTask, table: "TaskDocument", file: "task-documents", order: ["taskId", "documentId"] },
  { table: "TaskSeries", part: "organization", file: "task-series", order: ["id"], isOfOrganization: true },
];
