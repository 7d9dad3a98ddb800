import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { NamedListSort, sortedPageInput } from "../../../contract/page.ts";
import {
  CalendarDate,
  Id,
  Instant,
  TagList,
  isUnique,
  markdown,
  text,
  versionFields,
  visibleName,
  TimeOfDay,
} from "../../../contract/values/values.ts";
import { caseEnumerations } from "../../cases/enumerations.ts";
import { calendarEnumerations, CountDirection } from "../../organization/holiday-calendars/enumerations.ts";
import { ReminderChannel, Roll, TaskCategory, TaskPriority } from "../schema.ts";
import { ChecklistText, TaskTitle } from "../schema.input.ts";
import { taskTemplateEnumerations } from "./enumerations.ts";
import { findItemFault } from "./domain.items.ts";

const Stage = oneOf(sharedEnumerations.matterStage);
const CaseType = oneOf(sharedEnumerations.caseType);
export const TaskAnchor = oneOf(taskTemplateEnumerations.taskAnchor);
export type TaskAnchor = z.infer<typeof TaskAnchor>;
export const TaskWarning = oneOf(taskTemplateEnumerations.taskWarning);
export type TaskWarning = z.infer<typeof TaskWarning>;

const ItemKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,39}$/,
    "must begin with a letter, followed by at most 39 letters, digits and underscores, all lower case",
  )
  .meta({ example: "letter_of_representation" });
const Keys = z.array(ItemKey).max(20).refine(isUnique, "must not contain a key twice");

const Assignee = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("lead_attorney") }),
    z.strictObject({ type: z.literal("case_role"), role: oneOf(caseEnumerations.attorneyRole) }),
    z.strictObject({ type: z.literal("team"), teamId: Id }),
    z.strictObject({ type: z.literal("member"), memberId: Id }),
    z.strictObject({ type: z.literal("unassigned") }),
  ])
  .meta({ id: "TaskTemplateAssignee", description: "See `GET /metadata/taskItemAssignee`." });

const unit = oneOf(calendarEnumerations.businessDayUnit);
const dated = {
  relativeTo: TaskAnchor,
  stage: Stage.optional().meta({ description: "Only with `stage_entered`." }),
  key: ItemKey.optional().meta({ description: "Only with `task_completed`: the other item." }),
};

const Due = z
  .object({ ...dated, offset: z.int(), unit, direction: CountDirection, roll: Roll })
  .meta({ id: "TaskTemplateDue" });

const GivenDue = z
  .strictObject({
    ...dated,
    offset: z.int().min(0).max(3_660),
    unit,
    direction: CountDirection.default("after"),
    roll: Roll.default("none"),
  })
  .refine(({ relativeTo, stage }) => (relativeTo === "stage_entered") === (stage !== undefined), {
    path: ["stage"],
    message: "required with relativeTo stage_entered, and only with it",
  })
  .refine(({ relativeTo, key }) => (relativeTo === "task_completed") === (key !== undefined), {
    path: ["key"],
    message: "required with relativeTo task_completed, and only with it",
  });

const Reminder = z
  .strictObject({ channel: ReminderChannel, daysBefore: z.int().min(0).max(90), at: TimeOfDay.optional() })
  .meta({ id: "TaskTemplateReminder" });

export const TaskTemplateItem = z
  .object({
    key: z.string(),
    title: z.string(),
    description: z.string().nullable().meta({ description: "Markdown." }),
    category: TaskCategory,
    priority: TaskPriority,
    assignee: Assignee,
    due: Due.nullable(),
    dependsOnKeys: z.array(z.string()),
    parentKey: z.string().nullable(),
    checklist: z.array(z.string()),
    reminders: z.array(Reminder),
    estimatedMinutes: z.int().nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: "TaskTemplateItem" });
export type TaskTemplateItem = z.infer<typeof TaskTemplateItem>;

export const GivenItem = z.strictObject({
  key: ItemKey,
  title: TaskTitle,
  description: markdown(10_000).nullable().default(null),
  category: TaskCategory.default("admin"),
  priority: TaskPriority.default("normal"),
  assignee: Assignee.default({ type: "unassigned" }),
  due: GivenDue.nullable().default(null),
  dependsOnKeys: Keys.default([]),
  parentKey: ItemKey.nullable().default(null),
  checklist: z.array(ChecklistText).max(50).default([]),
  reminders: z.array(Reminder).max(5).default([]),
  estimatedMinutes: z.int().min(0).max(100_000).nullable().default(null),
  tags: TagList.default([]),
});

const Items = z
  .array(GivenItem)
  .min(1)
  .max(100)
  .superRefine((items, context) => {
    const fault = findItemFault(items);
    if (fault !== null) context.addIssue({ code: "custom", ...fault });
  });

const Trigger = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("case_created") }),
    z.strictObject({ type: z.literal("stage_entered"), stage: Stage }),
  ])
  .meta({ id: "TaskTemplateTriggerRule" });

const values = {
  name: visibleName(100),
  description: text(1, 1_000).nullable(),
  caseTypes: z
    .array(CaseType)
    .max(30)
    .refine(isUnique, "must not contain a case type twice")
    .meta({ description: "The types of cases to which triggers apply it; empty for all." }),
  triggers: z
    .array(Trigger)
    .max(25)
    .refine(isUnique, "must not contain a trigger twice")
    .meta({ description: "When it is applied automatically; empty for only by request." }),
  isActive: z.boolean().meta({ description: "Whether triggers apply it." }),
  items: Items,
  externalId: text(1, 200).nullable().meta({ description: "The ID in your system; unique in the organization." }),
};

export const TaskTemplateChanges = z.strictObject(values).partial();
export type TaskTemplateChanges = z.infer<typeof TaskTemplateChanges>;
export const NewTaskTemplate = TaskTemplateChanges.required({ name: true, items: true });
export type NewTaskTemplate = z.infer<typeof NewTaskTemplate>;

export const TaskTemplate = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    description: z.string().nullable(),
    caseTypes: z.array(CaseType),
    triggers: z.array(Trigger),
    isActive: z.boolean(),
    items: z.array(TaskTemplateItem),
    applicationCount: z.int().meta({ description: "How often it was applied, canceled applications included." }),
    lastAppliedAt: Instant.nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted template.",
    }),
  })
  .meta({ id: "TaskTemplate" });
export type TaskTemplate = z.infer<typeof TaskTemplate>;

export const TaskTemplateFilter = z.strictObject({
  ...sortedPageInput,
  sort: NamedListSort.default("name"),
  isActive: z.boolean().optional(),
  caseType: CaseType.optional(),
});
export type TaskTemplateFilter = z.infer<typeof TaskTemplateFilter>;

/** The dates that a request gives; others are taken from the case. */
const anchors = z
  .partialRecord(TaskAnchor.exclude(["task_completed"]).meta({ id: "GivenTaskAnchor" }), CalendarDate)
  .meta({ description: "Anchor dates, instead of those of the case." });
export const applicationOptions = {
  anchors: anchors.default({}),
  assignees: z
    .record(ItemKey, Id)
    .default({})
    .meta({ description: "Members by item key, instead of the items’ assignees." }),
  includeKeys: z.array(ItemKey).min(1).max(100).optional().meta({ description: "Only these items; by default all." }),
};
export const Preview = z.strictObject({ ...applicationOptions, caseId: Id.optional() });
export type Preview = z.infer<typeof Preview>;

export const TaskDraft = z
  .object({
    ...TaskTemplateItem.omit({ key: true, assignee: true, due: true }).shape,
    itemKey: z.string(),
    assigneeMemberIds: z.array(Id),
    assignedTeamId: Id.nullable(),
    dueOn: CalendarDate.nullable(),
    dueAfterKey: z.string().nullable().meta({ description: "The item at whose end the due date is calculated." }),
  })
  .meta({ id: "TaskDraft" });
export type TaskDraft = z.infer<typeof TaskDraft>;

export const ItemWarning = z.object({ itemKey: z.string(), warning: TaskWarning }).meta({ id: "TaskItemWarning" });
export type ItemWarning = z.infer<typeof ItemWarning>;
