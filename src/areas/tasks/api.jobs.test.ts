import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createColleague } from "../team/fixtures.ts";
import { markOverdueTasks, sendTaskReminders } from "./domain.jobs.ts";
import { assignTo, createTask } from "./fixtures.ts";
import type { Task } from "./schema.ts";
import { createId } from "../../platform/database/ids.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let mails: SeenMails;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  mails = await observeMails(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const get = async (taskId: string) => readBody<{ task: Task }>(await api.get(`/tasks/${taskId}`)).task;
const readNotifications = (memberId: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("Notification").select(["kind", "parameters"]).where("memberId", "=", memberId).execute(),
  );
const countEvents = async (eventType: string, taskId: string) =>
  (await readEvents(tenant)).filter((event) => event.eventType === eventType && event.entityId === taskId).length;

const signUp = (values: Parameters<typeof createColleague>[2] = {}) => createColleague(server, tenant, values);

/**
 * A task with a reminder that was due then.
 *
 * @returns its ID
 */
async function remind(
  remindAt: string,
  assignee: string | null,
  values: Parameters<typeof createTask>[1] = {},
): Promise<string> {
  const { taskId } = await createTask(tenant, { title: "Sensitive title", dueOn: "2126-11-30", ...values });
  if (assignee !== null) await assignTo(tenant, taskId, assignee);
  await tenant.inside((transaction) =>
    transaction
      .insertInto("TaskReminder")
      .values({
        organizationId: tenant.organizationId,
        id: createId("taskReminder"),
        taskId,
        channel: "email",
        daysBefore: 1,
        remindAt,
      })
      .execute(),
  );
  return taskId;
}

const statusOf = async (taskId: string) => (await get(taskId)).reminders.map(({ status }) => status);

describe("reminders", () => {
  test("acceptance 14: one that was due three hours ago is sent once, by several workers; one of 25 hours ago is missed; neither mail nor notification has title or name", async () => {
    const memberId = await signUp();
    const [late, missed] = [await remind(hoursAgo(3), memberId), await remind(hoursAgo(25), memberId)];
    await mails.take();
    await Promise.all([sendTaskReminders(server.services.database), sendTaskReminders(server.services.database)]);
    await sendTaskReminders(server.services.database);
    expect([await statusOf(late), await statusOf(missed)]).toEqual([["sent"], ["missed"]]);
    const [sent, ...others] = await mails.take();
    expect([sent?.subject, others]).toEqual([expect.stringMatching(/^Task due Nov 30, 2126 \(case 2026-\w+\)/), []]);
    const notices = await readNotifications(memberId);
    expect(notices.map(({ kind }) => kind)).toEqual(["task.reminder"]);
    expect(JSON.stringify([sent, notices])).not.toMatch(/Sensitive|Rosa|Diaz/);
  });

  test("acceptance 15: the delegate of an absent assignee gets it, too; a suspended assignee alone leaves nobody", async () => {
    const delegate = await signUp();
    const absent = await signUp({
      outOfOfficeStartOn: "2026-01-01",
      outOfOfficeEndOn: "2126-01-01",
      outOfOfficeDelegateId: delegate,
    });
    const suspended = await signUp({ status: "suspended" });
    const [first, second] = [await remind(hoursAgo(1), absent), await remind(hoursAgo(1), suspended)];
    await sendTaskReminders(server.services.database);
    expect([
      (await readNotifications(delegate)).length,
      (await readNotifications(absent)).length,
      (await readNotifications(suspended)).length,
    ]).toEqual([1, 1, 0]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([["sent"], ["no_recipient"]]);
  });

  test("acceptance 18: those of an archived case rest until it is open again", async () => {
    const taskId = await remind(hoursAgo(1), await signUp());
    const { caseId } = await get(taskId);
    await changeRow(tenant, "Case", caseId ?? "", { matterStatus: "archived" });
    await sendTaskReminders(server.services.database);
    expect(await statusOf(taskId)).toEqual(["scheduled"]);
    await changeRow(tenant, "Case", caseId ?? "", { matterStatus: "open" });
    await sendTaskReminders(server.services.database);
    expect(await statusOf(taskId)).toEqual(["sent"]);
  });

  test("acceptance 17: move with the organization's time zone, and the due day does not", async () => {
    const { caseId } = await createTask(tenant);
    const reminders = [
      { channel: "portal", daysBefore: 0, at: "09:00" },
      { channel: "email", daysBefore: 1 },
    ];
    const { task } = readBody<{ task: Task }>(
      await api.change("POST", `/cases/${caseId}/tasks`, { title: "Call", dueOn: "2126-11-30", reminders }),
    );
    const instants = async () => (await get(task.id)).reminders.map(({ remindAt }) => remindAt);
    expect(await instants()).toEqual(["2126-11-29T14:00:00.000Z", "2126-11-30T14:00:00.000Z"]);
    readBody(await api.change("PATCH", "/organization", { timezone: "America/Chicago" }));
    expect([await instants(), (await get(task.id)).dueOn]).toEqual([
      ["2126-11-29T15:00:00.000Z", "2126-11-30T15:00:00.000Z"],
      "2126-11-30",
    ]);
    readBody(await api.change("PATCH", "/organization", { timezone: "America/New_York", workdayStartsAt: "08:00" }));
    expect(await instants()).toEqual(["2126-11-29T13:00:00.000Z", "2126-11-30T14:00:00.000Z"]);
    readBody(await api.change("POST", `/tasks/${task.id}/transitions`, { toStatus: "completed" }));
    expect(await statusOf(task.id)).toEqual(["cancelled", "cancelled"]);
    readBody(await api.change("POST", `/tasks/${task.id}/transitions`, { toStatus: "pending", reason: "Not yet" }));
    expect(await statusOf(task.id)).toEqual(["scheduled", "scheduled"]);
  });
});

test("acceptance 16: a task is overdue when its day is past in the organization's time zone, with one event for each due day", async () => {
  const firm = await createTenant(server.services.database);
  const own = openApi(server, firm.secret);
  // Kiritimati is a day ahead of Honolulu at every instant.
  const setZone = (timezone: string) => own.change("PATCH", "/organization", { timezone });
  readBody(await setZone("Pacific/Honolulu"));
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Honolulu" }).format();
  const { taskId } = await createTask(firm, { dueOn: today });
  const countOverdue = async () =>
    (await readEvents(firm)).filter(({ eventType }) => eventType === "task.overdue").length;
  const read = async () => readBody<{ task: Task }>(await own.get(`/tasks/${taskId}`)).task;
  await markOverdueTasks(server.services.database);
  expect([await countOverdue(), (await read()).isOverdue]).toEqual([0, false]);
  readBody(await setZone("Pacific/Kiritimati"));
  await markOverdueTasks(server.services.database);
  await markOverdueTasks(server.services.database);
  expect([await countOverdue(), await read()]).toMatchObject([
    1,
    { isOverdue: true, daysOverdue: 1, dueOn: today, revision: 1 },
  ]);
});

test("assignees see the title of a task in their notifications, others do not; a snoozed task has no event of being overdue", async () => {
  const memberId = await signUp();
  const { taskId } = await createTask(tenant, { dueOn: "2026-01-05", snoozedUntilOn: "2126-01-05" });
  readBody(await api.change("POST", `/tasks/${taskId}/assign`, { memberIds: [memberId] }));
  await markOverdueTasks(server.services.database);
  expect(await countEvents("task.overdue", taskId)).toBe(0);
  expect(await readNotifications(memberId)).toMatchObject([
    { kind: "task.assigned", parameters: { taskId, dueDay: "2026-01-05", category: "admin" } },
  ]);
});

test("each recipient's preferences lower a mail to a notification, or to nothing", async () => {
  const chosen = async (values: { taskAssigned?: string; taskReminder?: string }) => {
    const memberId = await signUp();
    await tenant.inside((transaction) =>
      transaction
        .insertInto("NotificationPreference")
        .values({ organizationId: tenant.organizationId, memberId, ...values })
        .execute(),
    );
    return memberId;
  };
  const members = [
    await signUp(),
    await chosen({ taskAssigned: "portal", taskReminder: "portal" }),
    await chosen({ taskAssigned: "none", taskReminder: "none" }),
  ];
  const taskId = await remind(hoursAgo(1), null);
  await mails.take();
  readBody(await api.change("POST", `/tasks/${taskId}/assign`, { memberIds: members }));
  await sendTaskReminders(server.services.database);
  expect((await mails.take()).map(({ subject }) => subject.split(" (")[0])).toEqual([
    "A task was assigned to you Nov 30, 2126",
    "Task due Nov 30, 2126",
  ]);
  const kinds = await Promise.all(
    members.map(async (memberId) => (await readNotifications(memberId)).map(({ kind }) => kind)),
  );
  expect([kinds, await statusOf(taskId)]).toEqual([
    [["task.assigned", "task.reminder"], ["task.assigned", "task.reminder"], []],
    ["sent"],
  ]);
});
