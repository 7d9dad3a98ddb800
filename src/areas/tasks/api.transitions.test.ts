import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createLead } from "../leads/fixtures.ts";
import { createApplication } from "./applications/fixtures.ts";
import { createTask } from "./fixtures.ts";
import type { Task } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const taskOf = (reply: Reply) => readBody<{ task: Task }>(reply).task;
const move = (taskId: string, toStatus: string, more: object = {}) =>
  api.change("POST", `/tasks/${taskId}/transitions`, { toStatus, ...more });
const get = async (taskId: string) => taskOf(await api.get(`/tasks/${taskId}`));
const listEvents = async (before: number) =>
  (await readEvents(tenant)).slice(before).map(({ eventType, entityId }) => [eventType, entityId]);
const countEvents = async () => (await readEvents(tenant)).length;
const listOf = async (query: string) => readBody<{ tasks: Task[] }>(await api.get(`/tasks?${query}`)).tasks;

test("acceptance 7: a task that waits is completed only with force and a reason, which it keeps", async () => {
  const { taskId, caseId } = await createTask(tenant);
  const { id } = taskOf(
    await api.change("POST", `/cases/${caseId}/tasks`, { title: "After it", dependsOnTaskIds: [taskId] }),
  );
  const rejected = await move(id, "completed");
  expect([rejected.status, rejected.text.includes(taskId)]).toEqual([409, true]);
  expect((await move(id, "completed", { force: true })).headers["x-error-detail"]).toBe("reason");
  expect(taskOf(await move(id, "completed", { force: true, reason: "Not needed" }))).toMatchObject({
    status: "completed",
    statusReason: "Not needed",
    completedBy: { id: tenant.keyId },
  });
});

test("acceptance 8: open subtasks hold their parent up; cascade completes them, each with its event", async () => {
  const { taskId, caseId } = await createTask(tenant);
  for (let count = 0; count < 3; count += 1) await createTask(tenant, { caseId, parentTaskId: taskId });
  const rejected = await move(taskId, "completed");
  expect([rejected.status, rejected.text.includes("3 open subtasks")]).toEqual([409, true]);
  const before = await countEvents();
  expect(taskOf(await move(taskId, "completed", { cascade: true }))).toMatchObject({
    openSubtaskCount: 0,
    subtaskCount: 3,
  });
  expect((await listEvents(before)).map(([eventType]) => eventType)).toEqual(
    Array.from({ length: 4 }, () => "task.completed"),
  );
});

test("acceptance 9: the end of a task dates what follows it by business days, with one event that it is ready", async () => {
  const { taskId: a, caseId } = await createTask(tenant);
  const dueRule = {
    relativeTo: "task_completed",
    offset: 3,
    unit: "business_days",
    direction: "after",
    roll: "none",
    anchorOn: null,
    isManual: false,
  };
  const { taskId: b } = await createTask(tenant, { caseId, dueRule, dueAfterTaskId: a });
  const { taskId: manual } = await createTask(tenant, { caseId, dueRule, dueAfterTaskId: a, dueOn: "2026-12-24" });
  taskOf(await api.change("PATCH", `/tasks/${manual}`, { dueOn: "2026-12-23" }));
  taskOf(await api.change("PATCH", `/tasks/${b}`, { dependsOnTaskIds: [a] }));
  const before = await countEvents();
  taskOf(await move(a, "completed", { completedAt: "2026-11-25T18:00:00Z" }));
  expect(await listEvents(before)).toEqual([
    ["task.completed", a],
    ["task.updated", b],
    ["task.ready", b],
  ]);
  expect(await get(b)).toMatchObject({
    dueOn: "2026-12-01",
    isWaiting: false,
    dueRule: { anchorOn: "2026-11-25", isManual: false },
  });
  expect(await get(manual)).toMatchObject({ dueOn: "2026-12-23", dueRule: { isManual: true } });
  taskOf(await move(a, "pending", { reason: "Not yet" }));
  expect(await get(b)).toMatchObject({ dueOn: "2026-12-01", isWaiting: true });
  expect((await listOf(`caseId=${caseId}&isWaiting=true`)).map(({ id }) => id)).toEqual([b]);
});

describe("a recurring task", () => {
  const recurring = async (body: object, basis = "due_date") =>
    taskOf(
      await api.change("POST", `/cases/${(await createCase(tenant, { matterStatus: "open" })).caseId}/tasks`, {
        title: "Check in",
        checklist: ["Call"],
        recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO", basis, ...body },
        dueOn: "2026-11-16",
      }),
    );
  const successors = async ({ seriesId, id }: Task) =>
    (await listOf(`seriesId=${seriesId}`)).filter((task) => task.id !== id);

  test("acceptance 3: is followed by the next date of its rule, once, without those that were missed", async () => {
    const task = await recurring({});
    const before = await countEvents();
    taskOf(await move(task.id, "completed", { completedAt: "2026-11-24T15:00:00Z" }));
    const [next] = await successors(task);
    expect(await listEvents(before)).toEqual([
      ["task.completed", task.id],
      ["task.created", next?.id],
    ]);
    expect(next).toMatchObject({
      dueOn: "2026-11-30",
      nominalOn: "2026-11-30",
      occurrenceNumber: 2,
      title: "Check in",
      status: "pending",
      checklist: [{ text: "Call", isDone: false }],
      recurrence: { endedAt: null },
    });
    const counted = await recurring({ rule: "FREQ=DAILY;INTERVAL=30", roll: "next_business_day" }, "completion");
    taskOf(await move(counted.id, "completed", { completedAt: "2026-11-25T15:00:00Z" }));
    expect(await successors(counted)).toMatchObject([{ nominalOn: "2026-12-25", dueOn: "2026-12-28" }]);
  });

  test("acceptance 3: keeps the local time of its instant when clocks change", async () => {
    const { caseId } = await createCase(tenant, { matterStatus: "open" });
    const task = taskOf(
      await api.change("POST", `/cases/${caseId}/tasks`, {
        title: "Call",
        dueAt: "2128-03-08T14:00:00Z",
        recurrence: { rule: "FREQ=WEEKLY", basis: "due_date" },
      }),
    );
    taskOf(await move(task.id, "completed"));
    expect(await successors(task)).toMatchObject([{ dueAt: "2128-03-15T13:00:00.000Z", nominalOn: "2128-03-15" }]);
  });

  test("acceptance 4: completed twice at once has one next task, twenty times", async () => {
    for (let round = 0; round < 20; round += 1) {
      const task = await recurring({});
      const replies = await Promise.all([move(task.id, "completed"), move(task.id, "completed")]);
      expect([
        replies.map(({ status }) => status).toSorted(),
        (await successors(task)).map(({ occurrenceNumber }) => occurrenceNumber),
      ]).toEqual([[200, 409], [2]]);
    }
  });

  test("acceptance 5: reopened and completed again has no second next task; endSeries ends it", async () => {
    const task = await recurring({});
    taskOf(await move(task.id, "completed"));
    expect((await move(task.id, "pending")).headers["x-error-detail"]).toBe("reason");
    taskOf(await move(task.id, "pending", { reason: "By mistake" }));
    taskOf(await move(task.id, "completed"));
    const [next, ...others] = await successors(task);
    expect(others).toEqual([]);
    expect(
      taskOf(await move(next?.id ?? "", "cancelled", { reason: "Settled", endSeries: true })).recurrence?.endedAt,
    ).toMatch(/Z$/);
    expect((await listOf(`seriesId=${task.seriesId}`)).length).toBe(2);
  });

  test("ends with its case", async () => {
    const task = await recurring({});
    await changeRow(tenant, "Case", task.caseId ?? "", { matterStatus: "closed" });
    expect(taskOf(await move(task.id, "completed")).recurrence?.endedAt).toMatch(/Z$/);
    expect(await successors(task)).toEqual([]);
  });
});

test("acceptance 18: the tasks of an archived case stay as they are, and an open task keeps its case from being deleted", async () => {
  const { taskId, caseId } = await createTask(tenant);
  const kept = await api.change("DELETE", `/cases/${caseId}`);
  expect([kept.status, kept.text.includes("open tasks")]).toEqual([409, true]);
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  const replies = [
    await api.change("POST", `/cases/${caseId}/tasks`, { title: "x" }),
    await api.change("PATCH", `/tasks/${taskId}`, { title: "x" }),
    await api.change("DELETE", `/tasks/${taskId}`),
    await move(taskId, "completed"),
    await api.change("POST", `/tasks/${taskId}/assign`, { memberIds: [] }),
    await api.change("POST", `/tasks/${taskId}/comments`, { body: "x" }),
  ];
  expect(replies.map(({ status, headers }) => [status, headers["x-error-reason"]])).toEqual(
    replies.map(() => [409, "case_archived"]),
  );
  expect((await get(taskId)).revision).toBe(1);
});

test("acceptance 19: the gate no_open_task holds a case up until its tasks have ended; force passes", async () => {
  readBody(await api.change("PUT", "/case-stage-gates/closed", { gates: ["no_open_task"] }));
  const { taskId, caseId } = await createTask(tenant);
  const close = (more: object = {}) =>
    api.change("POST", `/cases/${caseId}/transitions`, { toStage: "closed", reason: "Done", ...more });
  const rejected = await close();
  expect([rejected.status, rejected.text.includes("no_open_task")]).toEqual([409, true]);
  readBody(await close({ force: true, reason: "The client asked" }));
  expect(JSON.stringify((await api.get(`/cases/${caseId}/stage-history`)).body)).toContain("no_open_task");
  expect((await get(taskId)).status).toBe("pending");
});

test("the gate no_open_stage_task holds a case up until the tasks of its present stage's templates have ended, and no others", async () => {
  readBody(await api.change("PUT", "/case-stage-gates/demand_sent", { gates: ["no_open_stage_task"] }));
  const { caseId } = await createTask(tenant);
  await changeRow(tenant, "Case", caseId, { matterStage: "treatment" });
  const enter = async () =>
    (await api.change("POST", `/cases/${caseId}/transitions`, { toStage: "demand_sent" })).status;
  const ofStage = async (stage: string) => {
    const { applicationId, templateId } = await createApplication(tenant, { caseId, trigger: "stage_entered", stage });
    return (await createTask(tenant, { caseId, applicationId, templateId, itemKey: "call" })).taskId;
  };
  const [earlier, present] = [await ofStage("intake"), await ofStage("treatment")];
  expect(await enter()).toBe(409);
  taskOf(await move(present, "completed"));
  expect([(await get(earlier)).status, await enter()]).toEqual(["pending", 200]);
});

test("acceptance 20: a converted lead's tasks get its case and keep the lead, each with an event", async () => {
  const leadId = await createLead(tenant, { status: "retainer_signed" });
  for (const status of ["pending", "cancelled"]) await createTask(tenant, { leadId, status });
  const before = await countEvents();
  const {
    case: { id },
  } = readBody<{ case: { id: string } }>(
    await api.change("POST", `/leads/${leadId}/convert`, { clientMatch: { mode: "create" } }),
  );
  expect((await listOf(`caseId=${id}`)).map(({ leadId: lead, revision }) => [lead, revision])).toEqual([
    [leadId, 2],
    [leadId, 2],
  ]);
  expect((await listEvents(before)).filter(([eventType]) => eventType === "task.updated").length).toBe(2);
});

test("a status that does not follow is rejected with those that do; subtasks are cancelled with their task", async () => {
  const { taskId, caseId } = await createTask(tenant);
  const { taskId: below } = await createTask(tenant, { caseId, parentTaskId: taskId });
  expect((await move(taskId, "pending")).text).toContain(
    "it allows in_progress, blocked, in_review, completed, cancelled",
  );
  for (const [to, more] of [
    ["in_review", {}],
    ["in_progress", { reason: "Once more" }],
    ["blocked", { reason: "No answer" }],
    ["cancelled", { reason: "Settled" }],
  ] as const)
    taskOf(await move(taskId, to, more));
  expect([(await get(below)).status, (await get(taskId)).availableTransitions]).toEqual(["cancelled", ["pending"]]);
  const { taskId: parent } = await createTask(tenant, { caseId });
  await createTask(tenant, { caseId, parentTaskId: parent });
  expect((await api.change("DELETE", `/tasks/${parent}`)).headers["x-error-reason"]).toBe("record_in_use");
});
