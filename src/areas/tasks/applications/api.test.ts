import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readTraces } from "../../team/fixtures.ts";
import type { Task } from "../schema.ts";
import { createApplication } from "./fixtures.ts";
import type { Applied, TaskTemplateApplication } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const afterRetainer = (offset: number) => ({ relativeTo: "retainer_signed", offset, unit: "business_days" });
const items = [
  { key: "records", title: "Request ER records", due: afterRetainer(10), dependsOnKeys: ["letter"], tags: ["records"] },
  {
    key: "letter",
    title: "Letter of representation",
    due: afterRetainer(1),
    assignee: { type: "lead_attorney" },
    checklist: ["Sign"],
    reminders: [{ channel: "portal", daysBefore: 1, at: "09:00" }],
  },
  {
    key: "toll",
    title: "File or toll",
    parentKey: "letter",
    due: {
      relativeTo: "statute_of_limitations",
      offset: 60,
      unit: "calendar_days",
      direction: "before",
      roll: "previous_business_day",
    },
  },
  {
    key: "chase",
    title: "Chase",
    due: { relativeTo: "task_completed", key: "letter", offset: 3, unit: "business_days" },
  },
];

async function open(): Promise<{ tenant: TestTenant; api: Api; caseId: string; templateId: string }> {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant);
  const { taskTemplate } = readBody<{ taskTemplate: { id: string } }>(
    await api.change("POST", "/task-templates", { name: "Setup", items }),
  );
  return { tenant, api, caseId, templateId: taskTemplate.id };
}
const byKey = (tasks: readonly Task[]) => new Map(tasks.map((task) => [task.template?.itemKey, task]));

test("acceptance 10: a retainer signed on a Friday and a statute of limitations date the tasks; a date that is known later fills the missing one, but moves no task that was dated by hand", async () => {
  const { api, caseId, templateId } = await open();
  await api.change("POST", `/cases/${caseId}/deadlines`, {
    type: "statute_of_limitations",
    dueOn: "2027-03-01",
    reason: "Two years",
  });
  const { application, tasks } = readBody<Applied>(
    await api.change("POST", `/cases/${caseId}/task-templates/${templateId}/apply`, {}),
  );
  expect(application).toMatchObject({
    trigger: "manual",
    status: "applied",
    templateName: "Setup",
    taskIds: tasks.map(({ id }) => id).toSorted(),
  });
  expect(
    application.warnings.filter(({ warning }) => warning === "anchor_missing").map(({ itemKey }) => itemKey),
  ).toEqual(["letter", "records"]);
  const made = byKey(tasks);
  const [letter, records, toll, chase] = ["letter", "records", "toll", "chase"].map((key) => made.get(key));
  expect(toll).toMatchObject({
    dueOn: "2026-12-31",
    parentTaskId: letter?.id,
    dueRule: { anchorOn: "2027-03-01", isManual: false },
  });
  expect(records).toMatchObject({
    dueOn: null,
    dependsOnTaskIds: [letter?.id],
    isWaiting: true,
    tags: ["records"],
    template: { templateId, name: "Setup", itemKey: "records" },
  });
  expect(letter).toMatchObject({
    subtaskCount: 1,
    checklist: [{ text: "Sign", isDone: false }],
    createdBy: { type: "integration_key" },
  });
  await api.change("PATCH", `/tasks/${records?.id}`, { dueOn: "2027-01-15" });
  await api.change("PATCH", `/cases/${caseId}`, { engagedOn: "2026-11-20" });
  const dueOn = async (task: Task | undefined) =>
    readBody<{ task: Task }>(await api.get(`/tasks/${task?.id}`)).task.dueOn;
  expect([await dueOn(letter), await dueOn(records), await dueOn(chase)]).toEqual(["2026-11-23", "2027-01-15", null]);
  // The reminder of the item waited for the date; it moves with it.
  const remindAt = async () =>
    readBody<{ task: Task }>(await api.get(`/tasks/${letter?.id}`)).task.reminders.map((reminder) => reminder.remindAt);
  expect([letter?.reminders, await remindAt()]).toEqual([[], ["2026-11-22T14:00:00.000Z"]]);
  // Another day, once more.
  await api.change("PATCH", `/cases/${caseId}`, { engagedOn: "2026-11-23" });
  expect([await dueOn(letter), await remindAt()]).toEqual(["2026-11-24", ["2026-11-23T14:00:00.000Z"]]);
});

test("acceptance 13: the same template twice is rejected, unless the request allows it, or the first is cancelled", async () => {
  const { tenant, api, caseId, templateId } = await open();
  const apply = (body: object) => api.change("POST", `/cases/${caseId}/task-templates/${templateId}/apply`, body);
  const first = readBody<Applied>(await apply({ includeKeys: ["letter", "chase"] }));
  expect(first.tasks).toHaveLength(2);
  const again = await apply({});
  expect([again.status, again.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
  expect((await apply({ onDuplicate: "allow" })).status).toBe(201);
  const letter = byKey(first.tasks).get("letter")?.id ?? "";
  await api.change("POST", `/tasks/${letter}/transitions`, { toStatus: "completed" });
  const cancelled = await api.change("POST", `/task-template-applications/${first.application.id}/cancel`, {});
  expect(readBody<{ application: TaskTemplateApplication }>(cancelled).application).toMatchObject({
    status: "cancelled",
  });
  expect((await api.change("POST", `/task-template-applications/${first.application.id}/cancel`, {})).status).toBe(409);
  const statuses = await Promise.all(
    first.tasks.map(async ({ id }) => readBody<{ task: Task }>(await api.get(`/tasks/${id}`)).task),
  );
  expect(statuses.map(({ status, statusReason }) => [status, statusReason])).toEqual(
    first.tasks.map(({ id }) =>
      id === letter ? ["completed", null] : ["cancelled", "Template application cancelled"],
    ),
  );
  const { taskTemplateApplications } = readBody<{ taskTemplateApplications: TaskTemplateApplication[] }>(
    await api.get(`/cases/${caseId}/task-template-applications`),
  );
  expect(taskTemplateApplications.map(({ status }) => status)).toEqual(["applied", "cancelled"]);
  expect((await readTraces(tenant, templateId)).events.map(({ eventType }) => eventType)).toEqual([
    "task_template.created",
    "task_template.applied",
    "task_template.applied",
  ]);
  expect((await api.get(`/task-templates/${templateId}`)).body["taskTemplate"]).toMatchObject({ applicationCount: 2 });
});

test("acceptance 13: of two requests at once one applies it", async () => {
  const { api, caseId, templateId } = await open();
  const replies = await Promise.all(
    [1, 2].map(() => api.change("POST", `/cases/${caseId}/task-templates/${templateId}/apply`, {})),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("acceptance 18 and 23: an archived case gets no tasks; unknown and foreign ones have one response", async () => {
  const { tenant, api, caseId, templateId } = await open();
  const foreign = await createTenant(server.services.database);
  const { applicationId } = await createApplication(foreign);
  const texts = await Promise.all(
    ["tta_unknown", applicationId].map(
      async (id) => (await api.change("POST", `/task-template-applications/${id}/cancel`, {})).text,
    ),
  );
  expect(new Set(texts).size).toBe(1);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived", matterStage: "closed" });
  expect(
    (await api.change("POST", `/cases/${caseId}/task-templates/${templateId}/apply`, {})).headers["x-error-reason"],
  ).toBe("case_archived");
});
