import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRequestId } from "../../../platform/database/ids.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { runSystemAction } from "../../../rpc/unit-of-work.ts";
import type { Context } from "../../../rpc/context.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { followTimezone } from "../reminders/domain.ts";
import { createTask } from "../fixtures.ts";
import type { Task } from "../schema.ts";
import { createRecomputationWorker, followDates, recomputeTasks } from "./domain.ts";
import type { Recomputation } from "./store.queue.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function arrange() {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const get = async (taskId: string) => readBody<{ task: Task }>(await api.get(`/tasks/${taskId}`)).task;
  return { tenant, api, get };
}

/** Runs a part of a change. */
const change = ({ organizationId }: TestTenant, work: (context: Context) => Promise<void>) =>
  runSystemAction(
    {
      database: server.services.database,
      principal: systemPrincipal(organizationId),
      requestId: createRequestId(),
      clientIp: null,
      action: { name: "test", canRecordEvent: ["task.updated"] },
    },
    async (context) => {
      await work(context);
      return false;
    },
  );

async function listJobs(tenant: TestTenant): Promise<Recomputation[]> {
  const { rows } = await tenant.inside((transaction) =>
    sql<{ data: Recomputation }>`
    SELECT data FROM pgboss.job WHERE name = 'recompute-task-dates' AND data->>'organizationId' = ${tenant.organizationId}`.execute(
      transaction,
    ),
  );
  return rows.map(({ data }) => data);
}

test("tasks that follow a date of a case and are too many for its change are dated by a job, in batches, from the date that the case has by then", async () => {
  const { tenant, get } = await arrange();
  const dueRule = (relativeTo: string, more: object = {}) => ({
    relativeTo,
    offset: 1,
    unit: "calendar_days",
    direction: "after",
    roll: "none",
    anchorOn: null,
    isManual: false,
    ...more,
  });
  const { taskId: one, caseId } = await createTask(tenant, { dueRule: dueRule("retainer_signed") });
  const add = async (rule: object) => (await createTask(tenant, { caseId, dueRule: rule })).taskId;
  const [other, manual, opened] = [
    await add(dueRule("retainer_signed")),
    await add(dueRule("retainer_signed", { isManual: true })),
    await add(dueRule("case_opened")),
  ];
  const dates = { retainer_signed: "2026-11-20" };
  await change(tenant, (context) => followDates(context, caseId, dates, 2));
  expect([await listJobs(tenant), (await get(one)).dueOn]).toEqual([[], "2026-11-21"]);
  await change(tenant, (context) => followDates(context, caseId, { retainer_signed: "2026-11-23" }, 1));
  const [job, ...others] = await listJobs(tenant);
  expect([job, others]).toEqual([
    { organizationId: tenant.organizationId, followed: { caseId, anchors: ["retainer_signed"] } },
    [],
  ]);
  expect((await get(one)).dueOn).toBe("2026-11-21");
  await changeRow(tenant, "Case", caseId, { engagedOn: "2026-11-25", openedOn: "2026-11-01" });
  if (job === undefined) throw new Error("no job");
  const before = (await readEvents(tenant)).length;
  await recomputeTasks(server.services.database, job, 1);
  expect(await Promise.all([one, other, manual, opened].map(async (id) => (await get(id)).dueOn))).toEqual([
    "2026-11-26",
    "2026-11-26",
    null,
    null,
  ]);
  // Repeated, it changes nothing.
  await createRecomputationWorker(server.services.database, console).execute(job, {
    id: "job",
    signal: new AbortController().signal,
  });
  const events = (await readEvents(tenant)).slice(before);
  expect(
    events.map(({ eventType, entityId, actor }) => [eventType, entityId, (actor as { type: string }).type]).toSorted(),
  ).toEqual([one, other].map((id) => ["task.updated", id, "system"]).toSorted());
});

test("tasks that follow local time and are too many for a change of the time zone are moved by a job, in batches", async () => {
  const { tenant, api, get } = await arrange();
  const { caseId } = await createTask(tenant);
  const add = async (values: object) =>
    readBody<{ task: Task }>(await api.change("POST", `/cases/${caseId}/tasks`, { title: "Call", ...values })).task.id;
  const [reminded, late] = [
    await add({ dueOn: "2126-11-30", reminders: [{ channel: "portal", daysBefore: 0, at: "09:00" }] }),
    await add({ dueAt: "2126-12-01T04:30:00Z" }),
  ];
  const days = async () =>
    (
      await tenant.inside((transaction) =>
        transaction.selectFrom("Task").select(["id", "dueDay"]).where("id", "=", late).execute(),
      )
    ).map(({ dueDay }) => dueDay);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("Organization")
      .set({ timezone: "America/Chicago" })
      .where("id", "=", tenant.organizationId)
      .execute(),
  );
  await change(tenant, (context) => followTimezone(1).recompute(context, "America/New_York"));
  const remindAt = async () => (await get(reminded)).reminders.map((reminder) => reminder.remindAt);
  const [job] = await listJobs(tenant);
  expect([job, await remindAt(), await days()]).toEqual([
    { organizationId: tenant.organizationId, followed: "timezone" },
    ["2126-11-30T14:00:00.000Z"],
    ["2126-11-30"],
  ]);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("Organization")
      .set({ timezone: "Europe/London" })
      .where("id", "=", tenant.organizationId)
      .execute(),
  );
  if (job === undefined) throw new Error("no job");
  await recomputeTasks(server.services.database, job, 1);
  expect([await remindAt(), await days(), (await get(reminded)).dueOn]).toEqual([
    ["2126-11-30T09:00:00.000Z"],
    ["2126-12-01"],
    "2126-11-30",
  ]);
});
