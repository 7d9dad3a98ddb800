import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { task } from "../examples.ts";
import { taskTemplate } from "../templates/examples.ts";
import type { TaskTemplateApplication } from "./schema.ts";

const { id: templateId, revision: templateRevision, name: templateName, items } = taskTemplate;
const [letter] = items;
const { caseId } = ids;

const made = {
  ...task,
  id: "task_01kf3n2k6j8m0q2s4v6x8z1b3d",
  title: letter?.title ?? "",
  description: null,
  category: "client_contact",
  dueOn: "2026-11-23",
  dueRule: {
    relativeTo: "retainer_signed",
    offset: 1,
    unit: "business_days",
    direction: "after",
    roll: "none",
    anchorOn: "2026-11-20",
    isManual: false,
  },
  template: {
    templateId,
    name: templateName,
    itemKey: letter?.key ?? "",
    applicationId: "tta_01kf3n2j6j8m0q2s4v6x8z1b3d",
  },
  estimatedMinutes: null,
  checklist: [],
  reminders: [],
  tags: [],
  attachments: [],
  externalId: null,
  createdAt: times.now,
  updatedAt: times.now,
  statusChangedAt: times.now,
} as const;

export const application: TaskTemplateApplication = {
  id: made.template.applicationId,
  organizationId: ids.organizationId,
  templateId,
  templateRevision,
  templateName,
  caseId,
  trigger: "manual",
  stage: null,
  appliedBy: actors.vendor,
  taskIds: [made.id],
  warnings: [],
  status: "applied",
  createdAt: times.now,
  cancelledAt: null,
};

export const taskTemplateApplicationExamples = {
  "cases.taskTemplates.apply": {
    parameters: { caseId, templateId },
    body: { anchors: { retainer_signed: "2026-11-20" }, includeKeys: [letter?.key ?? ""] },
    response: { application, tasks: [made] },
  },
  "cases.taskTemplateApplications.list": {
    parameters: { caseId },
    response: { taskTemplateApplications: [application], nextCursor: null },
  },
  "taskTemplateApplications.cancel": {
    parameters: { applicationId: application.id },
    body: {},
    response: { application: { ...application, status: "cancelled", cancelledAt: times.now } },
  },
} satisfies Record<string, OperationExample>;
