import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { TaskDraft, TaskTemplate, TaskTemplateItem } from "./schema.ts";

const plain = {
  description: null,
  priority: "normal",
  dependsOnKeys: [],
  parentKey: null,
  checklist: [],
  reminders: [],
  estimatedMinutes: null,
  tags: [],
} satisfies Partial<TaskTemplateItem>;
const afterRetainer = (offset: number) =>
  ({ relativeTo: "retainer_signed", offset, unit: "business_days", direction: "after", roll: "none" }) as const;

const letter: TaskTemplateItem = {
  ...plain,
  key: "letter_of_representation",
  title: "Letter of representation",
  category: "client_contact",
  priority: "high",
  assignee: { type: "lead_attorney" },
  due: afterRetainer(1),
};
const records: TaskTemplateItem = {
  ...plain,
  key: "er_records",
  title: "Request ER records",
  category: "records_request",
  assignee: { type: "unassigned" },
  due: afterRetainer(10),
  dependsOnKeys: [letter.key],
  checklist: ["Find the facility", "Attach the authorization"],
};

export const taskTemplate: TaskTemplate = {
  id: "ttp_01kf3n2h6j8m0q2s4v6x8z1b3d",
  organizationId: ids.organizationId,
  name: "New case setup",
  description: "What every new matter needs in its first weeks.",
  caseTypes: [],
  triggers: [{ type: "case_created" }],
  isActive: true,
  items: [letter, records],
  applicationCount: 0,
  lastAppliedAt: null,
  externalId: null,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
  deletedAt: null,
};

function draft(
  { key: itemKey, assignee: _assignee, due, ...copied }: TaskTemplateItem,
  dueOn: string,
  assigneeMemberIds: string[] = [],
): TaskDraft {
  return { itemKey, ...copied, assigneeMemberIds, assignedTeamId: null, dueOn, dueAfterKey: due?.key ?? null };
}

const { name, description, triggers, items } = taskTemplate;
const parameters = { templateId: taskTemplate.id };

export const taskTemplateExamples = {
  "taskTemplates.list": { parameters: { sort: "name" }, response: { taskTemplates: [taskTemplate], nextCursor: null } },
  "taskTemplates.get": { parameters, response: { taskTemplate } },
  "taskTemplates.create": { body: { name, description, triggers, items }, response: { taskTemplate } },
  "taskTemplates.update": {
    parameters,
    body: { isActive: false },
    response: { taskTemplate: { ...taskTemplate, isActive: false, revision: 2, updatedAt: times.now } },
  },
  "taskTemplates.delete": { parameters, response: {} },
  "taskTemplates.preview": {
    parameters,
    body: { anchors: { retainer_signed: "2026-11-20" } },
    response: { tasks: [draft(letter, "2026-11-23"), draft(records, "2026-12-07")], warnings: [] },
  },
} satisfies Record<string, OperationExample>;
