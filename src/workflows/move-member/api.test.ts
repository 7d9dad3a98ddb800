import { afterAll, beforeAll, expect, test } from "vitest";
import { addAttendee, createEvent } from "../../areas/calendar/fixtures.ts";
import { createDeadline } from "../../areas/deadlines/fixtures.ts";
import { createTask, assignTo } from "../../areas/tasks/fixtures.ts";
import type { Task } from "../../areas/tasks/schema.ts";
import { createMember } from "../../areas/team/fixtures.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function arrange() {
  const tenant = await createTenant(server.services.database);
  const [leaving, successor] = [await createMember(tenant), await createMember(tenant)];
  const { caseId } = await createCase(tenant);
  const add = async (values: object, ...memberIds: string[]) => {
    const { taskId } = await createTask(tenant, { caseId, ...values });
    for (const id of memberIds) await assignTo(tenant, taskId, id);
    return taskId;
  };
  const api = openApi(server, tenant.secret);
  const deactivate = (reassignTasksTo?: string, toStatus = "deactivated") =>
    api.change("POST", `/members/${leaving}/transitions`, { toStatus, reassignTasksTo, reason: "Retired" });
  const assigneesOf = async (taskId: string) =>
    readBody<{ task: Task }>(await api.get(`/tasks/${taskId}`)).task.assignees.map(({ id }) => id);
  return { tenant, api, leaving, successor, add, deactivate, assigneesOf };
}

test("acceptance 8: a deactivation moves the open tasks to the named member, each with an event, and leaves ended ones", async () => {
  const { tenant, api, leaving, successor, add, deactivate, assigneesOf } = await arrange();
  const own = await add({ dueOn: "2026-01-05", dueDay: "2026-01-05" }, leaving);
  const both = await add({}, leaving, successor);
  const ended = await add({ status: "cancelled" }, leaving);
  const deleted = await add({ deletedAt: new Date().toISOString() }, leaving);
  expect((await api.get(`/members/${leaving}/deactivation-preview`)).body["preview"]).toMatchObject({
    openTaskCount: 2,
    overdueTaskCount: 1,
  });
  const before = (await readEvents(tenant)).length;
  expect((await deactivate(successor)).body).toMatchObject({ reassignedTasks: 2, member: { status: "deactivated" } });
  expect([await assigneesOf(own), await assigneesOf(both), await assigneesOf(ended)]).toEqual([
    [successor],
    [successor],
    [leaving],
  ]);
  const events = (await readEvents(tenant)).slice(before);
  expect(events.map(({ eventType, entityId }) => `${eventType} ${entityId}`).toSorted()).toEqual(
    [`member.deactivated ${leaving}`, `task.assigned ${own}`, `task.assigned ${both}`].toSorted(),
  );
  expect(events.some(({ entityId }) => entityId === deleted)).toBe(false);
});

test("the preview counts the deadlines and the events ahead of the member", async () => {
  const { tenant, api, leaving } = await arrange();
  const { caseId } = await createCase(tenant);
  for (const status of ["open", "missed", "cancelled"]) {
    const { deadlineId } = await createDeadline(tenant, { caseId, status });
    await tenant.inside((transaction) =>
      transaction
        .insertInto("DeadlineAssignee")
        .values({ organizationId: tenant.organizationId, deadlineId, memberId: leaving })
        .execute(),
    );
  }
  const ahead = { caseId, startAt: "2126-04-20T14:00:00Z", endAt: "2126-04-20T15:00:00Z" };
  for (const values of [
    ahead,
    { ...ahead, status: "cancelled" },
    { caseId, startAt: "2025-04-20T14:00:00Z", endAt: "2025-04-20T15:00:00Z" },
  ]) {
    const { eventId } = await createEvent(tenant, values);
    await addAttendee(tenant, eventId, { memberId: leaving });
  }
  expect((await api.get(`/members/${leaving}/deactivation-preview`)).body["preview"]).toMatchObject({
    openDeadlineCount: 2,
    upcomingEventCount: 1,
  });
  expect((await api.get(`/members/${tenant.attorneyId}/deactivation-preview`)).body["preview"]).toMatchObject({
    openDeadlineCount: 0,
    upcomingEventCount: 1,
  });
});

test("without a name the tasks stay, and are found as without an active assignee", async () => {
  const { api, leaving, add, deactivate, assigneesOf } = await arrange();
  const taskId = await add({}, leaving);
  expect((await deactivate()).body).toMatchObject({ reassignedTasks: 0 });
  expect(await assigneesOf(taskId)).toEqual([leaving]);
  expect(
    readBody<{ tasks: Task[] }>(await api.get("/tasks?hasInactiveAssignee=true")).tasks.map(({ id }) => id),
  ).toEqual([taskId]);
});

test("acceptance 8: more than 1,000 open tasks are not moved, and nothing is changed", async () => {
  const { tenant, leaving, successor, add, deactivate, assigneesOf } = await arrange();
  const taskId = await add({}, leaving);
  await tenant.inside(async (transaction) => {
    const row = await transaction.selectFrom("Task").selectAll().where("id", "=", taskId).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ ...row, id: `${taskId}_${index}` }));
    await transaction
      .insertInto("Task")
      .values(
        rows.map(({ id, title, caseId, organizationId, createdBy }) => ({
          id,
          title,
          caseId,
          organizationId,
          createdBy: JSON.stringify(createdBy),
          isUnassigned: false,
        })),
      )
      .execute();
    await transaction
      .insertInto("TaskAssignee")
      .values(rows.map(({ id, organizationId }) => ({ organizationId, taskId: id, memberId: leaving })))
      .execute();
  });
  const before = (await readEvents(tenant)).length;
  const reply = await deactivate(successor);
  expect([reply.status, reply.headers["x-error-reason"]]).toEqual([409, "limit_reached"]);
  expect([await assigneesOf(taskId), (await readEvents(tenant)).length]).toEqual([[leaving], before]);
});

test("tasks go to another active member, and with a deactivation alone; a rejection changes nothing", async () => {
  const { tenant, leaving, successor, add, deactivate, assigneesOf } = await arrange();
  const taskId = await add({}, leaving);
  const inactive = await createMember(tenant, { status: "suspended" });
  const foreign = await createMember(await createTenant(server.services.database));
  const before = (await readEvents(tenant)).length;
  for (const [to, status] of [[leaving], [inactive], [foreign], [successor, "suspended"]]) {
    const reply = await deactivate(to, status);
    expect([reply.status, reply.headers["x-error-detail"]]).toEqual([400, "reassignTasksTo"]);
  }
  await changeRow(tenant, "Member", successor, { status: "active" });
  expect([await assigneesOf(taskId), (await readEvents(tenant)).length]).toEqual([[leaving], before]);
});
