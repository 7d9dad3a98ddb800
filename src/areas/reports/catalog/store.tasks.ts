import { sql } from "kysely";
import { taskEnumerations } from "../../tasks/enumerations.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";
import {
  date,
  dayOf,
  flag,
  group,
  instant,
  integer,
  joinOne,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

const isOverdue = sql`(t."isOpen" AND t."dueDay" < o.today)`;
const completedOn = dayOf(sql`t."completedAt"`);
/** What is due on no day is due on this one. */
const noDay = sql`'9999-12-31'::date`;

/** No field has a task's description, comments, checklist or tags. */
export const taskSource: ReportSource = {
  scope: "tasks:read",
  from: sql`"Task" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    team: { sql: joinOne("Team", "g", sql`t."assignedTeamId"`) },
    template: { sql: joinOne("TaskTemplate", "e", sql`t."templateId"`) },
    series: { sql: joinOne("TaskSeries", "q", sql`t."seriesId"`) },
    assignees: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT string_agg(${nameOf("b")}, ', ' ORDER BY b.id) AS names, (array_agg(${nameOf("b")} ORDER BY b.id))[1] AS first,
          coalesce(bool_or(b.status = 'active'), false) AS active, coalesce(bool_or(b.status <> 'active'), false) AS inactive
        FROM "TaskAssignee" x JOIN "Member" b ON b."organizationId" = o.id AND b.id = x."memberId"
        WHERE x."organizationId" = o.id AND x."taskId" = t.id) a ON true`,
    },
  },
  fields: {
    ...group("Task", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      title: text("Title", sql`t.title`, { isNeverNull: true }),
      category: text("Category", sql`t.category`, { of: taskEnumerations.taskCategory, isNeverNull: true }),
      priority: text("Priority", sql`t.priority`, {
        of: taskEnumerations.taskPriority,
        isRanked: true,
        isNeverNull: true,
      }),
      status: text("Status", sql`t.status`, { of: taskEnumerations.taskStatus, isRanked: true, isNeverNull: true }),
      templateName: text("Template", sql`e.name`, { joins: ["template"] }),
      recurrence: text("Recurrence", sql`q.rule`, { joins: ["series"] }),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
    }),
    ...group("Progress", {
      isOpen: flag("Open", sql`t."isOpen"`, { isNeverNull: true }),
      isOverdue: flag("Overdue", isOverdue),
      open: integer("Open (1 or 0)", sql`t."isOpen"::integer`),
      overdue: integer("Overdue (1 or 0)", sql`${isOverdue}::integer`),
      completed: integer("Completed (1 or 0)", sql`(t.status = 'completed')::integer`),
      daysOverdue: integer("Days overdue", sql`CASE WHEN ${isOverdue} THEN o.today - t."dueDay" ELSE 0 END`),
      daysToComplete: integer("Days to completion", sql`(${completedOn} - ${dayOf(sql`t."createdAt"`)})`),
      onTime: integer(
        "Completed on time (100 or 0)",
        sql`CASE WHEN t."completedAt" IS NOT NULL AND t."dueDay" < ${noDay} THEN (${completedOn} <= t."dueDay")::integer * 100 END`,
      ),
    }),
    ...group("People", {
      assigneeNames: text("Assignees", sql`a.names`, { joins: ["assignees"] }),
      firstAssigneeName: text("First assignee", sql`a.first`, { joins: ["assignees"] }),
      assignedTeamName: text("Team", sql`g.name`, { joins: ["team"] }),
      isUnassigned: flag("Without assignee", sql`t."isUnassigned"`, { isNeverNull: true }),
      hasActiveAssignee: flag("Has an active assignee", sql`a.active`, { joins: ["assignees"] }),
      hasInactiveAssignee: flag("Has an assignee who is not active", sql`a.inactive`, { joins: ["assignees"] }),
    }),
    ...group("Dates", {
      dueDay: date("Due", sql`nullif(t."dueDay", ${noDay})`),
      startOn: date("Starts", sql`t."startOn"`),
      completedAt: instant("Completed", sql`t."completedAt"`),
      activeOn: date(
        "Completed, or today if it is open",
        sql`CASE WHEN t."isOpen" THEN o.today ELSE ${completedOn} END`,
      ),
      ...versionFields,
    }),
    ...caseFields,
  },
};
