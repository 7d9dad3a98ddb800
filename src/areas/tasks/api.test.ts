import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../../testing/harness/traces.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createMember } from "../team/fixtures.ts";
import { createTeam } from "../team/teams/fixtures.ts";
import { assignTo, createTask } from "./fixtures.ts";
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
const add = async (caseId: string, body: object = {}, by = api) =>
  by.change("POST", `/cases/${caseId}/tasks`, { title: "Call the adjuster", ...body });
const addOne = async (body: object = {}) => taskOf(await add((await createCase(tenant)).caseId, body));
const find = async (query: string): Promise<string[]> =>
  readBody<{ tasks: Task[] }>(await api.get(`/tasks?${query}`)).tasks.map(({ id }) => id);
const faultsOf = (replies: readonly Reply[]) =>
  replies.map(({ status, headers }) => [status, headers["x-error-detail"]]);

test("acceptance 1: a replay makes one task and one event", async () => {
  const { caseId } = await createCase(tenant);
  const before = (await readEvents(tenant)).length;
  const send = () =>
    api.change("POST", `/cases/${caseId}/tasks`, { title: "Once" }, { "X-Idempotency-Key": "task-once" });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.text, second.headers["idempotent-replayed"]]).toEqual([201, first.text, "true"]);
  expect((await readEvents(tenant)).slice(before).map(({ eventType }) => eventType)).toEqual(["task.created"]);
});

test("acceptance 2: with tasks:write alone the response shows what was sent, and nothing can be read; without an acting attorney nothing is stored", async () => {
  const { caseId } = await createCase(tenant);
  const writer = openApi(server, (await createKey(tenant, { scopes: ["tasks:write"] })).secret);
  const reply = await add(caseId, { tags: ["urgent"] }, writer);
  const task = taskOf(reply);
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      success: true,
      warnings: [],
      task: {
        id: task.id,
        title: "Call the adjuster",
        tags: ["urgent"],
        revision: 1,
        createdAt: task.createdAt,
        updatedAt: task.updatedAt,
        caseId,
      },
    },
  ]);
  expect((await writer.get(`/tasks/${task.id}`)).status).toBe(403);
  const before = await countTraces(tenant);
  const rejected = await add(caseId, {}, openApi(server, (await createKey(tenant, { actingAttorneyId: null })).secret));
  expect([rejected.status, rejected.body["code"], await countTraces(tenant)]).toEqual([
    409,
    "INTEGRATION_NOT_CONFIGURED",
    before,
  ]);
});

test("acceptance 6: a task cannot depend on what depends on it, also when two changes make the cycle at once", async () => {
  const { caseId } = await createCase(tenant);
  const [a, b, c] = [
    await createTask(tenant, { caseId }),
    await createTask(tenant, { caseId }),
    await createTask(tenant, { caseId }),
  ].map(({ taskId }) => taskId) as [string, string, string];
  const depend = (id: string, on: string) => api.change("PATCH", `/tasks/${id}`, { dependsOnTaskIds: [on] });
  expect(taskOf(await depend(a, b))).toMatchObject({ isWaiting: true, waitsFor: [b] });
  taskOf(await depend(b, c));
  expect(faultsOf([await depend(c, a), await depend(a, a)])).toEqual([
    [400, "dependsOnTaskIds"],
    [400, "dependsOnTaskIds"],
  ]);
  const [one, two] = [await createTask(tenant, { caseId }), await createTask(tenant, { caseId })];
  const replies = await Promise.all([depend(one.taskId, two.taskId), depend(two.taskId, one.taskId)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { taskId: foreign } = await createTask(tenant);
  expect((await depend(a, foreign)).text).toContain("Task not found");
});

describe("assignment", () => {
  test("acceptance 22: by round robin gives each of three members ten of thirty concurrent assignments", async () => {
    const members: string[] = [];
    for (let count = 0; count < 3; count += 1)
      members.push(await createMember(tenant, { firstName: `M${count}`, lastName: "Quill" }));
    const teamId = await createTeam(tenant, members, { assignmentRule: "round_robin" });
    const assign = async (taskId: string): Promise<Reply> => {
      const reply = await api.change(
        "POST",
        `/tasks/${taskId}/assign`,
        { teamId },
        { "X-Idempotency-Key": `assign-${taskId}` },
      );
      return reply.status === 503 ? assign(taskId) : reply;
    };
    const taskIds: string[] = [];
    for (let count = 0; count < 30; count += 1) taskIds.push((await createTask(tenant)).taskId);
    const assigned = (await Promise.all(taskIds.map(assign))).map(taskOf);
    expect(
      [...Map.groupBy(assigned, ({ assignees }) => assignees[0]?.id).values()].map(({ length }) => length),
    ).toEqual([10, 10, 10]);
    expect((await find(`assignedTeamId=${teamId}&limit=200`)).length).toBe(30);
    readBody(await api.change("DELETE", `/teams/${teamId}`));
    expect(taskOf(await api.get(`/tasks/${taskIds[0]}`))).toMatchObject({ assignedTeam: null, revision: 3 });
  });

  test("by fewest open tasks evens them out, also of concurrent assignments; tasks that have ended do not count, nor members who are absent", async () => {
    const members: string[] = [];
    for (let count = 0; count < 3; count += 1)
      members.push(
        await createMember(tenant, {
          firstName: `L${count}`,
          lastName: "Quill",
          ...(count === 2 && { outOfOfficeStartOn: "2026-01-01", outOfOfficeEndOn: "2126-01-01" }),
        }),
      );
    const [busy = "", idle = ""] = members;
    const teamId = await createTeam(tenant, members, { assignmentRule: "least_loaded" });
    for (let count = 0; count < 4; count += 1) await assignTo(tenant, (await createTask(tenant)).taskId, busy);
    for (let count = 0; count < 6; count += 1)
      await assignTo(tenant, (await createTask(tenant, { status: "cancelled" })).taskId, idle);
    const assign = async (taskId: string): Promise<Reply> => {
      const reply = await api.change(
        "POST",
        `/tasks/${taskId}/assign`,
        { teamId },
        { "X-Idempotency-Key": `least-${taskId}` },
      );
      return reply.status === 503 ? assign(taskId) : reply;
    };
    const taskIds: string[] = [];
    for (let count = 0; count < 10; count += 1) taskIds.push((await createTask(tenant)).taskId);
    const chosen = (await Promise.all(taskIds.map(assign))).map((reply) => taskOf(reply).assignees[0]?.id);
    expect([busy, idle].map((member) => chosen.filter((id) => id === member).length)).toEqual([3, 7]);
  });

  test("replaces the assignees, and warns if nobody can be chosen; members who are not active are unknown", async () => {
    const { taskId } = await createTask(tenant);
    const assign = (body: object) => api.change("POST", `/tasks/${taskId}/assign`, body);
    expect(taskOf(await assign({ memberIds: [tenant.attorneyId] })).assignees).toMatchObject([
      { id: tenant.attorneyId, status: "active" },
    ]);
    expect(await find(`assigneeMemberId=${tenant.attorneyId}`)).toEqual([taskId]);
    const nobody = await createTeam(tenant, [], { assignmentRule: "round_robin" });
    expect((await assign({ teamId: nobody })).body).toMatchObject({
      warnings: ["no_candidate"],
      task: { assignees: [], assignedTeam: { id: nobody } },
    });
    const gone = await createMember(tenant, { status: "deactivated" });
    expect(
      [(await assign({ memberIds: [gone] })).text, (await assign({ teamId: "tea_unknown" })).text].map(
        (text) => /"error":"(\w+) not found"/.exec(text)?.[1],
      ),
    ).toEqual(["Member", "Team"]);
    expect((await assign({})).status).toBe(400);
    taskOf(await assign({ memberIds: [] }));
    expect(await find(`isUnassigned=true&caseId=${taskOf(await api.get(`/tasks/${taskId}`)).caseId ?? ""}`)).toEqual([
      taskId,
    ]);
  });
});

test("acceptance 21: dates, reminders and rules that do not fit are rejected with their place", async () => {
  const { caseId } = await createCase(tenant);
  const at = "2027-03-08T14:00:00Z";
  const rule = (text: string) => ({ dueOn: "2026-11-16", recurrence: { rule: text, basis: "due_date" } });
  const replies = [
    await add(caseId, { dueOn: "2027-03-08", dueAt: at }),
    await add(caseId, { dueAt: at, reminders: [{ channel: "portal", daysBefore: 1 }] }),
    await add(caseId, rule("FREQ=HOURLY")),
    await add(caseId, rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")),
    await add(caseId, { recurrence: rule("FREQ=DAILY").recurrence }),
    await add(caseId, { dueOn: "2027-03-08", startOn: "2027-03-09" }),
    await add(caseId, { title: "two\nlines" }),
    await add(caseId, { status: "completed", completedAt: "2126-01-01T00:00:00Z" }),
  ];
  expect(faultsOf(replies)).toEqual([
    [400, "dueAt"],
    [400, "reminders.0"],
    [400, "recurrence.rule"],
    [400, "recurrence.rule"],
    [400, "recurrence"],
    [400, "startOn"],
    [400, "title"],
    [400, "completedAt"],
  ]);
  expect((await add(caseId, { status: "completed", completedAt: "2026-01-02T10:00:00Z" })).body["task"]).toMatchObject({
    status: "completed",
    completedAt: "2026-01-02T10:00:00.000Z",
    completedBy: { id: tenant.keyId },
  });
});

test("acceptance 23: another organization's task and comment are unknown", async () => {
  const others = openApi(server, (await createTenant(server.services.database)).secret);
  const { id } = await addOne();
  const { comment } = readBody<{ comment: { id: string } }>(
    await api.change("POST", `/tasks/${id}/comments`, { body: "Seen" }),
  );
  for (const rest of ["", "/comments"])
    expect((await others.get(`/tasks/${id}${rest}`)).text).toBe((await others.get(`/tasks/task_x${rest}`)).text);
  const [foreign, absent] = [
    await others.change("DELETE", `/task-comments/${comment.id}`),
    await others.change("DELETE", "/task-comments/tcm_x"),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
});

test("acceptance 25: two callers check items at once: both succeed, each with its event, and none undoes the other's", async () => {
  const {
    id,
    checklist: [first, second],
  } = await addOne({ checklist: ["Call", "Write"] });
  const before = (await readEvents(tenant)).length;
  const check = (itemId = "") => api.change("PUT", `/tasks/${id}/checklist-items/${itemId}`, { isDone: true });
  const replies = await Promise.all([check(first?.id), check(first?.id), check(second?.id)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(
    taskOf(await api.get(`/tasks/${id}`)).checklist.map(({ text, isDone, doneBy }) => [text, isDone, doneBy?.id]),
  ).toEqual([
    ["Call", true, tenant.keyId],
    ["Write", true, tenant.keyId],
  ]);
  expect((await readEvents(tenant)).slice(before).map(({ eventType }) => eventType)).toEqual([
    "task.updated",
    "task.updated",
    "task.updated",
  ]);
  expect((await check("chk_x")).status).toBe(404);
  const kept = taskOf(
    await api.change("PATCH", `/tasks/${id}`, {
      checklist: [{ text: "New" }, { id: second?.id, text: "Write twice" }],
    }),
  ).checklist;
  expect(kept.map(({ id: itemId, text, isDone }) => [itemId === second?.id, text, isDone])).toEqual([
    [false, "New", false],
    [true, "Write twice", true],
  ]);
});

test("documents and notes are those of the case; an ended task accepts a few fields only", async () => {
  const { caseId } = await createCase(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  const { documentId: foreign } = await createDocument(tenant);
  expect([
    (await add(caseId, { documentIds: [foreign] })).text.includes("Document not found"),
    (await add(caseId, { sourceNoteId: "note_x" })).text.includes("Note not found"),
  ]).toEqual([true, true]);
  const { id } = taskOf(await add(caseId, { documentIds: [documentId] }));
  readBody(await api.change("DELETE", `/documents/${documentId}`));
  expect(taskOf(await api.change("PATCH", `/tasks/${id}`, { documentIds: [documentId] })).attachments).toMatchObject([
    { id: documentId, deletedAt: expect.stringMatching(/Z$/) },
  ]);
  await changeRow(tenant, "Task", id, { status: "cancelled" });
  expect((await api.change("PATCH", `/tasks/${id}`, { title: "Late" })).status).toBe(409);
  expect(taskOf(await api.change("PATCH", `/tasks/${id}`, { tags: ["late"], description: "After all" })).tags).toEqual([
    "late",
  ]);
});

test("a deleted comment keeps its place without its text, and is counted no more", async () => {
  const { taskId } = await createTask(tenant);
  const { comment } = readBody<{ comment: { id: string } }>(
    await api.change("POST", `/tasks/${taskId}/comments`, { body: "Soon" }),
  );
  expect(taskOf(await api.get(`/tasks/${taskId}`))).toMatchObject({ commentCount: 1, revision: 1 });
  readBody(await api.change("DELETE", `/task-comments/${comment.id}`));
  expect((await api.get(`/tasks/${taskId}/comments`)).body["comments"]).toMatchObject([{ id: comment.id, body: null }]);
  expect((await api.change("DELETE", `/task-comments/${comment.id}`)).status).toBe(404);
});

test("the filters find what they say", async () => {
  const { caseId } = await createCase(tenant);
  const first = taskOf(
    await add(caseId, {
      title: "Zanzibar chart",
      category: "medical",
      priority: "urgent",
      dueOn: "2026-01-05",
      tags: ["a b"],
      externalId: "f-1",
      assigneeMemberIds: [tenant.attorneyId],
    }),
  );
  const second = taskOf(
    await add(caseId, { dueOn: "2126-01-05", dependsOnTaskIds: [first.id], parentTaskId: first.id }),
  );
  const done = taskOf(await add(caseId, { status: "completed", completedAt: "2026-02-03T04:00:00Z" }));
  const queries = {
    "isOpen=false": [done],
    "status=completed": [done],
    "category=medical": [first],
    "priority=urgent": [first],
    "isOverdue=true": [first],
    "isWaiting=true": [second],
    "isUnassigned=false": [first],
    "hasInactiveAssignee=true": [],
    "dueFrom=2126-01-05": [second],
    "dueTo=2026-01-05": [first],
    [`parentTaskId=${first.id}`]: [second],
    "tag=a%20b": [first],
    "q=zanzibar": [first],
    "externalId=f-1": [first],
    // 23:00 on the second of February in New York.
    "completedFrom=2026-02-02&completedTo=2026-02-02": [done],
    "completedFrom=2026-02-03": [],
    "isFirmTask=true": [],
    "sort=due&isOpen=true": [first, second],
    "sort=due&isOpen=true&excludeSnoozed=true": [first, second],
  };
  const found = await Promise.all(
    Object.keys(queries).map(async (query) => [query, await find(`caseId=${caseId}&${query}`)]),
  );
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(queries).map(([query, tasks]) => [query, tasks.map(({ id }) => id)])),
  );
  expect((await api.get("/tasks/external:f-1")).body["task"]).toMatchObject({
    id: first.id,
    isOverdue: true,
    subtaskCount: 1,
    openSubtaskCount: 1,
  });
  const { task: firm } = readBody<{ task: Task }>(await api.change("POST", "/tasks", { title: "Renew cover" }));
  expect(await find("isFirmTask=true")).toEqual([firm.id]);
  expect((await api.change("POST", "/tasks", { title: "x", documentIds: [] })).status).toBe(400);
});
