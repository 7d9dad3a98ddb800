import * as z from "zod";
import { Actor, Author } from "../../contract/actor.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { DueListSort, sortedPageInput } from "../../contract/page.ts";
import { MemberName, MemberStatus } from "../../contract/portal/member-record.ts";
import { CalendarDate, Id, Instant, text, versionFields } from "../../contract/values/values.ts";
import { ShortCase, ShortLead } from "../../contract/values/withheld.ts";
import { calendarEnumerations, CountDirection } from "../organization/holiday-calendars/enumerations.ts";
import { taskEnumerations } from "./enumerations.ts";
import { AttachedDocument } from "../../contract/values/attached-document.ts";

export const TaskStatus = oneOf(taskEnumerations.taskStatus);
export type TaskStatus = z.infer<typeof TaskStatus>;
export const TaskCategory = oneOf(taskEnumerations.taskCategory);
export const TaskPriority = oneOf(taskEnumerations.taskPriority);
export const ReminderChannel = oneOf(taskEnumerations.taskReminderChannel);
export const RecurrenceBasis = oneOf(taskEnumerations.taskRecurrenceBasis);
export const Roll = oneOf(calendarEnumerations.businessDayRoll);

const Reminder = z.object({
  id: Id,
  channel: ReminderChannel,
  daysBefore: z.int().nullable().meta({ description: "Days before `dueOn`; null for a task with `dueAt`." }),
  at: z
    .string()
    .nullable()
    .meta({ description: "Local time, `HH:MM`; null for the organization’s `workdayStartsAt`." }),
  minutesBefore: z.int().nullable().meta({ description: "Minutes before `dueAt`; null for a task with `dueOn`." }),
  remindAt: Instant,
  status: oneOf(taskEnumerations.taskReminderStatus),
  sentAt: Instant.nullable(),
});

const ChecklistItem = z.object({
  id: Id,
  text: z.string(),
  isDone: z.boolean(),
  doneAt: Instant.nullable(),
  doneBy: Actor.nullable(),
});

const DueRule = z
  .object({
    relativeTo: z.string(),
    offset: z.int(),
    unit: oneOf(calendarEnumerations.businessDayUnit),
    direction: CountDirection,
    roll: Roll,
    anchorOn: CalendarDate.nullable(),
    isManual: z.boolean().meta({ description: "Whether `dueOn` was changed since, and no longer follows the rule." }),
  })
  .meta({ id: "TaskDueRule" });

export const Task = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    case: ShortCase.nullable(),
    lead: ShortLead.nullable(),
    title: z.string(),
    description: z.string().nullable().meta({ description: "Markdown." }),
    category: TaskCategory,
    priority: TaskPriority,
    status: TaskStatus,
    statusReason: z.string().nullable(),
    statusChangedAt: Instant,
    availableTransitions: z.array(TaskStatus),
    assignees: z.array(MemberName.extend({ status: MemberStatus })),
    assignedTeam: z.object({ id: Id, name: z.string() }).nullable(),
    startOn: CalendarDate.nullable(),
    dueOn: CalendarDate.nullable(),
    dueAt: Instant.nullable().meta({
      description:
        "For a task that is due at a time; its `dueOn` is null. The day of it is that of the organization’s time zone.",
    }),
    dueRule: DueRule.nullable().meta({ description: "How a template computed `dueOn`." }),
    snoozedUntilOn: CalendarDate.nullable(),
    isOverdue: z
      .boolean()
      .meta({ description: "Whether it is open and its day is past in the organization’s time zone." }),
    daysOverdue: z.int(),
    isWaiting: z.boolean().meta({ description: "Whether a task that it depends on is open." }),
    waitsFor: z.array(Id),
    completedAt: Instant.nullable(),
    completedBy: Actor.nullable(),
    estimatedMinutes: z.int().nullable(),
    actualMinutes: z.int().nullable(),
    parentTaskId: Id.nullable(),
    subtaskCount: z.int(),
    openSubtaskCount: z.int(),
    dependsOnTaskIds: z.array(Id),
    checklist: z.array(ChecklistItem),
    reminders: z.array(Reminder),
    recurrence: z
      .object({
        rule: z.string().meta({ description: "RFC 5545." }),
        basis: RecurrenceBasis,
        roll: Roll,
        endedAt: Instant.nullable(),
      })
      .nullable(),
    seriesId: Id.nullable(),
    occurrenceNumber: z.int().nullable(),
    nominalOn: CalendarDate.nullable().meta({ description: "The date of the rule, before its roll." }),
    sourceNoteId: Id.nullable(),
    template: z
      .object({ templateId: Id, name: z.string().nullable(), itemKey: z.string(), applicationId: Id })
      .nullable(),
    tags: z.array(z.string()),
    attachments: z.array(AttachedDocument),
    commentCount: z.int(),
    createdBy: Author,
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted task.",
    }),
  })
  .meta({ id: "Task" });
export type Task = z.infer<typeof Task>;

/**
 * Without the members that come from the case and the lead, so that a task’s events need not follow each change of
 * these.
 */
export const TaskInEvent = Task.omit({ case: true, lead: true }).meta({ id: "TaskInEvent" });
export type TaskInEvent = z.infer<typeof TaskInEvent>;

const filters = {
  ...sortedPageInput,
  status: TaskStatus.optional(),
  isOpen: z.boolean().optional(),
  category: TaskCategory.optional(),
  priority: TaskPriority.optional(),
  assigneeMemberId: Id.optional(),
  assignedTeamId: Id.optional(),
  isUnassigned: z.boolean().optional().meta({ description: "Whether no member is assigned." }),
  hasInactiveAssignee: z.boolean().optional().meta({ description: "Whether one of the assignees is not active." }),
  isOverdue: z.boolean().optional(),
  isWaiting: z.boolean().optional(),
  dueFrom: CalendarDate.optional(),
  dueTo: CalendarDate.optional(),
  completedFrom: CalendarDate.optional().meta({ description: "The first day, in the organization’s time zone." }),
  completedTo: CalendarDate.optional().meta({ description: "The last day, in the organization’s time zone." }),
  parentTaskId: Id.optional(),
  seriesId: Id.optional(),
  templateId: Id.optional(),
  applicationId: Id.optional(),
  tag: text(1, 60).optional(),
  externalId: text(1, 200).optional(),
  q: text(1, 200).optional().meta({ description: "Whole words of title and description; all must match." }),
  excludeSnoozed: z
    .boolean()
    .optional()
    .meta({ description: "Leaves out tasks whose `snoozedUntilOn` is after today. By default false." }),
  sort: DueListSort.default("newest").meta({ description: "`due`: by due day, tasks without one last." }),
};

export const CaseTaskFilter = z.strictObject(filters);
export const TaskFilter = CaseTaskFilter.extend({
  caseId: Id.optional(),
  leadId: Id.optional(),
  isFirmTask: z.boolean().optional().meta({ description: "Whether it belongs to neither a case nor a lead." }),
});
export type TaskQuery = z.infer<typeof TaskFilter> & { includeDeleted?: boolean | undefined };
