import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";

import {
  CalendarDate,
  GivenInstant,
  Id,
  PlannedInstant,
  PlausibleDate,
  TagList,
  isUnique,
  markdown,
  oneLine,
  text,
  TimeOfDay,
} from "../../contract/values/values.ts";
import { acceptedRules } from "../../platform/recurrence-rule.ts";
import { RecurrenceBasis, ReminderChannel, Roll, TaskCategory, TaskPriority, TaskStatus } from "./schema.ts";

const ids = (maximum: number) => z.array(Id).max(maximum).refine(isUnique, "must not contain an ID twice");
const minutes = z.int().min(0).max(100_000).nullable().optional();

export const TaskTitle = oneLine(200);
export const ChecklistText = text(1, 500)
  .refine((given) => given.trim() !== "", "must not be blank")
  .meta({ minLength: 1, maxLength: 500 });

/** A reminder counts days where the task has `dueOn`, and minutes where it has `dueAt`. */
export const GivenReminder = z
  .strictObject({
    channel: ReminderChannel,
    daysBefore: z.int().min(0).max(90).optional().meta({ description: "For a task with `dueOn`." }),
    at: TimeOfDay.optional().meta({
      description: "Local time; by default the organization’s `workdayStartsAt`. With `daysBefore` only.",
    }),
    minutesBefore: z.int().min(0).max(129_600).optional().meta({ description: "For a task with `dueAt`." }),
  })
  .refine(
    ({ daysBefore, minutesBefore }) => (daysBefore === undefined) !== (minutesBefore === undefined),
    "must have daysBefore or minutesBefore",
  )
  .refine(({ at, daysBefore }) => at === undefined || daysBefore !== undefined, "must have at only with daysBefore");
export type GivenReminder = z.infer<typeof GivenReminder>;
export const GivenReminders = z.array(GivenReminder).max(5).refine(isUnique, "must not contain a reminder twice");

export const GivenRecurrence = z.strictObject({
  rule: text(1, 200).meta({
    description: `An RRULE of RFC 5545 without times, in capitals. Accepted: ${acceptedRules}. The guide on recurrence rules has examples and all limits.`,
  }),
  basis: RecurrenceBasis,
  roll: Roll.default("none"),
});
export type GivenRecurrence = z.infer<typeof GivenRecurrence>;

/** What creation and change have in common. */
const values = {
  description: markdown(10_000).nullable().optional(),
  category: TaskCategory.optional(),
  priority: TaskPriority.optional(),
  startOn: PlausibleDate.nullable().optional(),
  dueOn: PlausibleDate.nullable().optional(),
  dueAt: PlannedInstant.nullable().optional().meta({ description: "Instead of `dueOn`." }),
  estimatedMinutes: minutes,
  reminders: GivenReminders.optional(),
  recurrence: GivenRecurrence.nullable()
    .optional()
    .meta({ description: "Requires `dueOn` or `dueAt`; not of a subtask." }),
  tags: TagList.optional(),
  externalId: text(1, 200).nullable().optional(),
};
const ofOwner = {
  dependsOnTaskIds: ids(20).optional().meta({ description: "Tasks of the same case or lead." }),
  documentIds: ids(20).optional().meta({ description: "Documents of the same case or lead." }),
};

export const NewFirmTask = z.strictObject({
  title: TaskTitle,
  ...values,
  assigneeMemberIds: ids(10).optional(),
  assignedTeamId: Id.optional().meta({ description: "Without `assigneeMemberIds`, the team’s rule chooses a member." }),
  checklist: z.array(ChecklistText).max(50).optional(),
  status: namedEnum("EndedTaskStatus", ["completed", "cancelled"])
    .optional()
    .meta({ description: "For tasks of files that are moved in; without `recurrence` and `reminders`." }),
  completedAt: GivenInstant.optional().meta({ description: "Only with `status` `completed`; by default now." }),
});
export const NewTask = NewFirmTask.extend({
  ...ofOwner,
  parentTaskId: Id.optional().meta({ description: "A task of the same case or lead that is no subtask itself." }),
  sourceNoteId: Id.optional().meta({ description: "A note of the same case or lead." }),
});
export type NewTask = z.infer<typeof NewTask>;

export const TaskChanges = z.strictObject({
  title: TaskTitle.optional(),
  ...values,
  ...ofOwner,
  actualMinutes: minutes,
  snoozedUntilOn: CalendarDate.nullable().optional().meta({ description: "From today to 90 days ahead." }),
  checklist: z
    .array(z.strictObject({ id: Id.optional(), text: ChecklistText, isDone: z.boolean().optional() }))
    .max(50)
    .refine((items) => isUnique(items.flatMap(({ id }) => id ?? [])), "must not contain an item twice")
    .optional()
    .meta({ description: "Replaces the list; items with their `id` are kept." }),
});
export type TaskChanges = z.infer<typeof TaskChanges>;

export const Transition = z.strictObject({
  toStatus: TaskStatus,
  reason: text(1, 500)
    .optional()
    .meta({ description: "Required for `blocked` and `cancelled`, to reopen, to reject a review, and with `force`." }),
  force: z.boolean().optional().meta({ description: "Goes on although a task that it depends on is open." }),
  cascade: z.boolean().optional().meta({ description: "Completes the open subtasks, too." }),
  endSeries: z.boolean().optional().meta({ description: "Ends the recurrence: no next task is made." }),
  completedAt: GivenInstant.optional().meta({ description: "Only with `completed`; by default now, and not later." }),
});
export type Transition = z.infer<typeof Transition>;

export const Assignment = z
  .strictObject({ memberIds: ids(10).optional(), teamId: Id.optional() })
  .refine(
    ({ memberIds, teamId }) => memberIds !== undefined || teamId !== undefined,
    "must have at least one of memberIds and teamId",
  );
export type Assignment = z.infer<typeof Assignment>;
