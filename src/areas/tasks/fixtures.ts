import { buildChecklistItem, buildTask, buildTaskSeries } from "../../../prisma/seed/builders/tasks.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { createId } from "../../platform/database/ids.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { aboutRow, describeComments } from "../../testing/harness/tenant-requests.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { task as exampleTask } from "./examples.ts";

export interface CreatedTask {
  taskId: string;
  caseId: string;
  clientId: string;
}

/** A task of a new case, or of another owner. Its creator is the tenant's key. */
export async function createTask(tenant: TestTenant, values: Partial<Values<"Task">> = {}): Promise<CreatedTask> {
  const { organizationId, attorneyId } = tenant;
  const ofCase =
    values.caseId === undefined && values.leadId === undefined
      ? await createCase(tenant)
      : { caseId: values.caseId ?? "", clientId: "" };
  const task = buildTask({
    organizationId,
    ...(values.leadId === undefined && { caseId: ofCase.caseId }),
    createdBy: actorOf(tenant),
    onBehalfOfAttorneyId: attorneyId,
    ...values,
  });
  await insertFor(tenant, { Task: task });
  return { taskId: task.id, ...ofCase };
}

export async function assignTo(tenant: TestTenant, taskId: string, memberId: string): Promise<void> {
  await insertFor(tenant, { TaskAssignee: { organizationId: tenant.organizationId, taskId, memberId } });
  await changeRow(tenant, "Task", taskId, { isUnassigned: false });
}

/**
 * A comment on a task, by the tenant's key.
 *
 * @returns its ID
 */
export async function createTaskComment(tenant: TestTenant, taskId: string): Promise<string> {
  const { organizationId, attorneyId: onBehalfOfAttorneyId } = tenant;
  const id = createId("taskComment");
  const comment = { organizationId, id, taskId, body: "Seen", author: actorOf(tenant), onBehalfOfAttorneyId };
  await insertFor(tenant, { TaskComment: comment });
  await changeRow(tenant, "Task", taskId, { commentCount: 1 });
  return id;
}

/**
 * An item of a task's checklist.
 *
 * @returns its ID
 */
export async function createItem(tenant: TestTenant, taskId: string, position = 0): Promise<string> {
  const item = buildChecklistItem({ organizationId: tenant.organizationId, taskId, position });
  return (await insertFor(tenant, { TaskChecklistItem: item })).TaskChecklistItem.id;
}

/** A row in each table of the area. */
export async function createTaskRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const series = buildTaskSeries({ organizationId, rule: "FREQ=DAILY", firstNominalOn: "2026-03-02" });
  await insertFor(tenant, { TaskSeries: series });
  const { taskId, caseId } = await createTask(tenant, {
    dueOn: "2026-03-02",
    seriesId: series.id,
    occurrenceNumber: 1,
    nominalOn: "2026-03-02",
    isWaiting: true,
  });
  const { taskId: predecessorId } = await createTask(tenant, { caseId });
  const { documentId } = await createDocument(tenant, { caseId });
  await createTaskComment(tenant, taskId);
  await createItem(tenant, taskId);
  await assignTo(tenant, taskId, tenant.attorneyId);
  await insertFor(tenant, {
    TaskTag: { organizationId, taskId, tag: "records" },
    TaskDependency: { organizationId, taskId, predecessorId },
    TaskDocument: { organizationId, taskId, documentId },
    TaskReminder: {
      organizationId,
      id: createId("taskReminder"),
      taskId,
      channel: "portal",
      daysBefore: 1,
      remindAt: "2026-03-01T14:00:00Z",
    },
  });
}

const touch = ({ caseId, clientId }: Omit<CreatedTask, "taskId">, taskId: string) => ({
  entity: "task",
  id: taskId,
  relatedIds: [{ entity: "task", id: taskId }, ...relateCase({ caseId, clientId })],
});

/** A request about a task that there is. */
const onTask =
  (more: Partial<Arrangement>, values: Parameters<typeof createTask>[1] = {}): Scenario =>
  async (tenant) => {
    const created = await createTask(tenant, values);
    const { taskId } = created;
    return {
      ...aboutRow(tenant, "Task", { taskId }, { title: "Changed", revision: 9 }),
      touched: () => touch(created, taskId),
      ...more,
    };
  };

const ofResponse = (tenant: TestTenant) => (response: ResponseBody) =>
  changeRow(tenant, "Task", readId(response, "task"), { title: "Changed", revision: 9 });
/** The tenant's attorney, as tasks show them. */
const shortAttorney = { firstName: "Ada", lastName: "Counsel", status: "active" };
const statusMoves = ["pending", "blocked", "in_review", "completed", "cancelled"];

const comments = describeComments({
  table: "TaskComment",
  entity: "task_comment",
  owner: { table: "Task", parameter: "taskId" },
  createOwner: async (tenant) => {
    const created = await createTask(tenant);
    return touch(created, created.taskId);
  },
  create: createTaskComment,
});

export const taskScenarios = {
  "tasks.list": async (tenant) => {
    await createTaskRows(tenant);
    return { query: { sort: "due" } };
  },
  "cases.tasks.list": async (tenant) => {
    const { caseId } = await createTask(tenant, { dueOn: "2026-03-02" });
    return {
      pathValues: { caseId },
      query: { sort: "due" },
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  },
  "cases.tasks.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const { documentId } = await createDocument(tenant, { caseId: ofCase.caseId });
    const [assignee, attached] = [exampleTask.assignees[0]?.id ?? "", exampleTask.attachments[0]?.id ?? ""];
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [assignee]: tenant.attorneyId, [attached]: documentId, [exampleTask.externalId]: newName() },
      change: ofResponse(tenant),
      touched: (response: ResponseBody) => {
        const { relatedIds, ...record } = touch(ofCase, readId(response, "task"));
        return { ...record, relatedIds: [...relatedIds, { entity: "member", id: tenant.attorneyId }] };
      },
      diff: {},
    };
  },
  "leads.tasks.create": async (tenant) => {
    const leadId = await createLead(tenant);
    return {
      pathValues: { leadId },
      change: ofResponse(tenant),
      touched: (response: ResponseBody) => ({
        entity: "task",
        id: readId(response, "task"),
        relatedIds: [
          { entity: "task", id: readId(response, "task") },
          { entity: "lead", id: leadId },
        ],
      }),
      diff: {},
      standsAlone: true,
    };
  },
  "tasks.create": (tenant) =>
    Promise.resolve({
      change: ofResponse(tenant),
      touched: (response: ResponseBody) => ({
        entity: "task",
        id: readId(response, "task"),
        relatedIds: [{ entity: "task", id: readId(response, "task") }],
      }),
      diff: {},
      standsAlone: true,
    }),
  "tasks.get": asRead(onTask({})),
  "tasks.update": onTask({ diff: ({ priority }) => ({ priority: { from: "normal", to: priority } }) }),
  "tasks.delete": onTask({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "tasks.transition": onTask({
    alsoEmits: ["task.status_changed"],
    diff: {
      status: { from: "pending", to: "in_progress" },
      statusChangedAt: { from: anInstant, to: anInstant },
      availableTransitions: { from: ["in_progress", ...statusMoves.slice(1)], to: statusMoves },
      startOn: { from: null, to: anInstant },
    },
  }),
  "tasks.assign": async (tenant) => {
    const arranged = await onTask({})(tenant);
    const taskId = arranged.pathValues?.["taskId"] ?? "";
    await assignTo(tenant, taskId, tenant.attorneyId);
    return { ...arranged, diff: { assignees: { from: [{ ...shortAttorney, id: tenant.attorneyId }], to: [] } } };
  },
  "tasks.checklistItems.set": async (tenant) => {
    const arranged = await onTask({})(tenant);
    const taskId = arranged.pathValues?.["taskId"] ?? "";
    const itemId = await createItem(tenant, taskId);
    const item = { id: itemId, text: "Signed", isDone: false, doneAt: null, doneBy: null };
    return {
      ...arranged,
      pathValues: { taskId, itemId },
      diff: {
        checklist: { from: [item], to: [{ ...item, isDone: true, doneAt: anInstant, doneBy: actorOf(tenant) }] },
      },
    };
  },
  "tasks.comments.list": comments.listed,
  "tasks.comments.create": comments.created,
  "taskComments.delete": comments.deleted,
} satisfies Record<string, Scenario>;
