import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createMember, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { createTask } from "../fixtures.ts";
import { sendTaskDigests } from "./domain.ts";

let server: TestServer;
let mails: SeenMails;
let tenant: TestTenant;
let member: SignedInMember;

const docketDefaults = { docket: "none", docketDays: 14, docketWhenEmpty: false };

/** Where it is about noon now: no day ends while the test runs. */
const ahead = 12 - new Date().getUTCHours();
const timezone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
const day = (days: number) => new Date(Date.now() + ahead * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startOwnServer();
  mails = await observeMails(server);
  tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const calendar = { name: "Every day", kind: "business", workWeek: [1, 2, 3, 4, 5, 6, 7], rules: [] };
  const { holidayCalendar } = readBody<{ holidayCalendar: { id: string } }>(
    await api.change("POST", "/holiday-calendars", calendar),
  );
  readBody(await api.change("PATCH", "/organization", { timezone, holidayCalendarId: holidayCalendar.id }));
  member = await signInMember(server, tenant, { lastName: "Vogt" });
  const { organizationId } = tenant;
  for (const [dueOn, values] of [
    [day(0), {}],
    [day(-1), {}],
    [day(-9), {}],
    [day(3), {}],
    [day(-2), { status: "cancelled" }],
    [day(0), { deletedAt: `${day(0)}T00:00:00Z` }],
  ] as const) {
    const { taskId } = await createTask(tenant, { title: "Sensitive title", dueOn, ...values });
    const assignedAt = new Date(Date.now() - (dueOn === day(3) ? 1 : 0) * 86_400_000).toISOString();
    await tenant.inside((transaction) =>
      transaction
        .insertInto("TaskAssignee")
        .values({ organizationId, taskId, memberId: member.memberId, assignedAt })
        .execute(),
    );
  }
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const setPreferences = (taskDigest: string) =>
  member.portal.mutate("notifications.setPreferences", {
    taskAssigned: "portal",
    taskReminder: "email",
    taskDigest,
    calendarEvent: "portal",
    calendarReminder: "none",
    deadlineWarning: "portal",
    deadlineReminder: "none",
  });
const setDigestedOn = (digestedOn: string | null) =>
  tenant.inside((transaction) =>
    transaction
      .updateTable("NotificationPreference")
      .set({ digestedOn })
      .where("memberId", "=", member.memberId)
      .execute(),
  );

async function run(): Promise<string[]> {
  await mails.take();
  await Promise.all([sendTaskDigests(server.services.database), sendTaskDigests(server.services.database)]);
  return (await mails.take()).map(({ subject, text, path }) => [subject, text, path].join("\n"));
}

test("members read and set their own preferences, which are audited and recorded as no event", async () => {
  const read = async () => (await member.portal.query("notifications.preferences")).data;
  expect(await read()).toEqual({
    preferences: {
      taskAssigned: "email",
      taskReminder: "email",
      taskDigest: "none",
      calendarEvent: "portal",
      calendarReminder: "email",
      deadlineWarning: "email",
      deadlineReminder: "email",
      deadlineChange: "email",
      ...docketDefaults,
    },
  });
  expect(await run()).toEqual([]);
  expect((await setPreferences("daily")).status).toBe(200);
  expect(await read()).toEqual({
    preferences: {
      taskAssigned: "portal",
      taskReminder: "email",
      taskDigest: "daily",
      calendarEvent: "portal",
      calendarReminder: "none",
      deadlineWarning: "portal",
      deadlineReminder: "none",
      deadlineChange: "email",
      ...docketDefaults,
    },
  });
  const entries = await tenant.inside((transaction) =>
    transaction
      .selectFrom("AuditEntry")
      .select("entityId")
      .where("action", "=", "notifications.setPreferences")
      .execute(),
  );
  expect(entries).toEqual([{ entityId: member.memberId }]);
  const { revision } = await tenant.inside((transaction) =>
    transaction.selectFrom("Member").select("revision").where("id", "=", member.memberId).executeTakeFirstOrThrow(),
  );
  expect(revision).toBe(1);
});

test("what a page does not send keeps its value: one that was loaded before an update does not know the newest preferences", async () => {
  const { portal } = await signInMember(server, tenant, { lastName: "Adler" });
  const set = async (changes: object) =>
    (await portal.mutate<{ preferences: object }>("notifications.setPreferences", changes)).data?.preferences;
  const chosen = {
    taskAssigned: "email",
    taskReminder: "none",
    taskDigest: "none",
    calendarEvent: "portal",
    calendarReminder: "email",
    deadlineWarning: "email",
    deadlineReminder: "email",
    deadlineChange: "email",
    ...docketDefaults,
  };
  expect(await set({ taskReminder: "none" })).toEqual(chosen);
  expect(await set({ taskAssigned: "portal", taskReminder: "email", taskDigest: "daily" })).toEqual({
    ...chosen,
    taskAssigned: "portal",
    taskReminder: "email",
    taskDigest: "daily",
  });
  expect(await set({ calendarEvent: "none" })).toEqual({
    ...chosen,
    taskAssigned: "portal",
    taskReminder: "email",
    taskDigest: "daily",
    calendarEvent: "none",
  });
  expect((await portal.mutate("notifications.setPreferences", {})).status).toBe(400);
});

test("a digest counts what is due today, overdue, and assigned yesterday, once a day, by several workers and after a restart, without titles and names", async () => {
  await setPreferences("daily");
  const [sent, ...others] = await run();
  expect([sent, others]).toEqual([
    expect.stringContaining("Due today: 1. Overdue: 2. Assigned to you yesterday: 1."),
    [],
  ]);
  expect(sent).toContain("/notifications");
  expect(sent).not.toMatch(/Sensitive|Rosa|Diaz|Vogt/);
  expect(await run()).toEqual([]);
  await setDigestedOn(day(-1));
  expect(await run()).toHaveLength(1);
});

test("there is none before and after the working hours, on a closed day, for a suspended member, and without tasks", async () => {
  const tryWith = async (id: string, table: "Organization" | "Member", values: object) => {
    await changeRow(tenant, table, id, values as never);
    await setDigestedOn(null);
    return run();
  };
  const { organizationId } = tenant;
  expect(await tryWith(organizationId, "Organization", { workdayStartsAt: "23:00", workdayEndsAt: "23:30" })).toEqual(
    [],
  );
  expect(await tryWith(organizationId, "Organization", { workdayStartsAt: "00:00", workdayEndsAt: "00:30" })).toEqual(
    [],
  );
  const hours = { workdayStartsAt: "09:00", workdayEndsAt: "17:00" };
  const { holidayCalendarId } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Organization")
      .select("holidayCalendarId")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow(),
  );
  const exceptions = (list: object[]) =>
    changeRow(tenant, "HolidayCalendar", holidayCalendarId ?? "", { exceptions: JSON.stringify(list) });
  await exceptions([{ on: day(0), name: "Storm", type: "closed", note: null }]);
  expect(await tryWith(organizationId, "Organization", hours)).toEqual([]);
  await exceptions([]);
  expect(await tryWith(member.memberId, "Member", { status: "suspended" })).toEqual([]);
  expect(await tryWith(member.memberId, "Member", { status: "active" })).toHaveLength(1);
  const idle = await createMember(tenant, {});
  await tenant.inside((transaction) =>
    transaction
      .insertInto("NotificationPreference")
      .values({ organizationId, memberId: idle, taskDigest: "daily" })
      .execute(),
  );
  await mails.take();
  await sendTaskDigests(server.services.database);
  expect(await mails.take()).toEqual([]);
});
