import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../../platform/database/database.ts";
import { createId } from "../../../platform/database/ids.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { startPostgresProxy } from "../../../testing/servers/postgres-proxy.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { createManagedTenant, readSlug, readTraces, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { runDueSchedules } from "./domain.ts";
import { clientDefinition, createScheduleRow } from "../../reports/fixtures.saved.ts";
import { createReport } from "../../reports/fixtures.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

let server: TestServer;
let mails: SeenMails;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
/** Exports reports over cases and clients; manages none. */
let exporter: SignedInMember;

beforeAll(async () => {
  // Nobody else runs what is due.
  server = await startOwnServer({ worker: "none" });
  mails = await observeMails(server);
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  exporter = await signInMember(server, tenant, { role: "billing", firstName: "Ed", lastName: "Porter" });
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const run = () => runDueSchedules(server.services.database);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/**
 * The hour at which schedules run next: far away, so that none that ran is due again meanwhile, and not one that clocks
 * leave out.
 */
const hour = ((of: number) => (of < 4 ? of + 4 : of))(
  (Number(
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", hourCycle: "h23" }).format(
      new Date(),
    ),
  ) +
    12) %
    24,
);
const due = async (reportId: string, values: Parameters<typeof createScheduleRow>[2] = {}) =>
  createScheduleRow(tenant, reportId, {
    ownerMemberId: exporter.memberId,
    recipientIds: [manager.memberId],
    hour,
    nextRunAt: minutesAgo(1),
    ...values,
  });

const readSchedule = (scheduleId: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("ReportSchedule").selectAll().where("id", "=", scheduleId).executeTakeFirstOrThrow(),
  );
const readExports = (scheduleId: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("Export").selectAll().where("scheduleId", "=", scheduleId).execute(),
  );
/** Room for more: only so many may be open at once. */
const endExports = () => owner.query(`UPDATE "Export" SET status = 'cancelled' WHERE status = 'queued'`);

describe("a due schedule", () => {
  test("creates one export in its owner's name and advances to the next time by the firm's clock", async () => {
    const reportId = await createReport(tenant);
    // Missed for a week: run once.
    const id = await due(reportId, {
      nextRunAt: minutesAgo(7 * 24 * 60),
      format: "xlsx",
      parameters: { stage: "intake" },
    });
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    const [made, ...others] = await readExports(id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      type: "report",
      format: "xlsx",
      status: "queued",
      memberId: exporter.memberId,
      keyId: null,
      request: { reportId, parameters: { stage: "intake" } },
      requestedBy: { type: "member", id: exporter.memberId, name: "Ed Porter" },
      dataPermissions: ["cases:read"],
    });
    const schedule = await readSchedule(id);
    expect(schedule).toMatchObject({
      lastExportId: made?.id,
      pausedAt: null,
      revision: 1,
      lastRunAt: expect.any(String),
    });
    const shown = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(new Date(schedule.nextRunAt));
    expect(shown).toBe(`${String(hour).padStart(2, "0")}:00`);
    expect(Date.parse(schedule.nextRunAt) - Date.now()).toBeGreaterThan(0);
    expect(Date.parse(schedule.nextRunAt) - Date.now()).toBeLessThan(25 * 3_600_000);
    // It is the installation's act, and no change of the schedule.
    const { events, audited } = await readTraces(tenant, made?.id ?? "");
    expect(events).toMatchObject([
      { eventType: "export.created", actor: { type: "system" }, payload: { scheduleId: id } },
    ]);
    expect(audited).toMatchObject([{ action: "reports.runDueSchedule" }]);
    expect((await readTraces(tenant, id)).events).toEqual([]);
  });

  test("is skipped while it is paused, deleted or not due", async () => {
    const reportId = await createReport(tenant);
    const paused = await due(reportId, { pausedAt: minutesAgo(1), pauseReason: "by_hand" });
    const deleted = await due(reportId, { deletedAt: minutesAgo(1) });
    const later = await due(reportId, { nextRunAt: minutesAgo(-24 * 60) });
    expect(await run()).toBe(0);
    for (const id of [paused, deleted, later]) expect(await readExports(id)).toEqual([]);
  });

  test("runs once with several concurrent processes", async () => {
    await endExports();
    const reportId = await createReport(tenant);
    const ids = await Promise.all(Array.from({ length: 8 }, () => due(reportId)));
    const done = await Promise.all(Array.from({ length: 4 }, () => run()));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(8);
    for (const id of ids) expect(await readExports(id)).toHaveLength(1);
  });

  test("waits while the organization has its maximum of open exports, without delaying other organizations", async () => {
    await endExports();
    const reportId = await createReport(tenant);
    const ids = await Promise.all(Array.from({ length: 12 }, () => due(reportId)));
    const elsewhere = await createManagedTenant(server);
    const theirs = await createScheduleRow(elsewhere.tenant, await createReport(elsewhere.tenant), {
      ownerMemberId: elsewhere.manager.memberId,
      nextRunAt: minutesAgo(0),
    });
    expect(await run()).toBe(11);
    expect(
      await elsewhere.tenant.inside((transaction) => transaction.selectFrom("Export").select("scheduleId").execute()),
    ).toEqual([{ scheduleId: theirs }]);
    await endExports();
    expect(await run()).toBe(2);
    for (const id of ids) expect(await readExports(id)).toHaveLength(1);
    await endExports();
  });

  test("creates one export though the connection breaks at any message", async () => {
    await endExports();
    const reportId = await createReport(tenant);
    const proxy = await startPostgresProxy(server.applicationUrl);
    try {
      // Of a statement's messages PostgreSQL responds to the last.
      for (const [cut, among] of [
        ["request lost", isFullExtent ? "all" : "responded"],
        ["response lost", "responded"],
      ] as const) {
        let cuts = 0;
        for (let message = 1; message < 400; message += 1) {
          const id = await due(reportId);
          const cutOff = openDatabase(proxy.url, { poolSize: 1, hooks });
          proxy.cutAt(message, cut, among);
          await runDueSchedules(cutOff).catch(() => undefined);
          const { made } = proxy.disarm();
          await cutOff.close();
          await run();
          expect([cut, message, (await readExports(id)).length]).toEqual([cut, message, 1]);
          await endExports();
          if (!made) break;
          cuts += 1;
        }
        expect(cuts).toBeGreaterThan(among === "responded" ? 8 : 20);
        expect(cuts).toBeLessThan(399);
      }
    } finally {
      await proxy.close();
    }
  });
});

describe("a schedule that is no longer allowed is paused, with an event and a notification", () => {
  const values = {
    role: "assistant",
    permissions: ["reports:view", "reports:export", "cases:view"],
    firstName: "Old",
    lastName: "Owner",
  };
  const cases: [string, string, (parts: { memberId: string; reportId: string }) => Promise<unknown>][] = [
    [
      "its owner was deactivated",
      "not_allowed",
      ({ memberId }) => owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE id = $1`, [memberId]),
    ],
    [
      "its owner cannot sign in",
      "not_allowed",
      ({ memberId }) => owner.query(`UPDATE "Member" SET "userId" = NULL WHERE id = $1`, [memberId]),
    ],
    [
      "its owner exports no more",
      "not_allowed",
      ({ memberId }) =>
        owner.query(`UPDATE "Member" SET permissions = '{reports:view,cases:view}' WHERE id = $1`, [memberId]),
    ],
    [
      "its owner sees reports no more",
      "not_allowed",
      ({ memberId }) =>
        owner.query(`UPDATE "Member" SET permissions = '{reports:export,cases:view}' WHERE id = $1`, [memberId]),
    ],
    [
      "its owner sees the data no more",
      "not_allowed",
      ({ memberId }) =>
        owner.query(`UPDATE "Member" SET permissions = '{reports:view,reports:export}' WHERE id = $1`, [memberId]),
    ],
    [
      "the report shows more than its owner may see",
      "not_allowed",
      ({ reportId }) =>
        owner.query(`UPDATE "Report" SET definition = $2 WHERE id = $1`, [reportId, JSON.stringify(clientDefinition)]),
    ],
    [
      "the report was deleted",
      "report_gone",
      ({ reportId }) => owner.query(`UPDATE "Report" SET "deletedAt" = now() WHERE id = $1`, [reportId]),
    ],
    [
      "the report is private to another",
      "report_gone",
      ({ reportId }) =>
        owner.query(`UPDATE "Report" SET visibility = 'private', "apiVisible" = false WHERE id = $1`, [reportId]),
    ],
    [
      "its parameters do not fit any more",
      "report_changed",
      ({ reportId }) =>
        owner.query(`UPDATE "Report" SET definition = definition - 'parameters' - 'filters' WHERE id = $1`, [reportId]),
    ],
  ];

  test.each(cases)("%s", async (what, reason, happens) => {
    const { memberId } = await signInMember(server, tenant, values, { hasSecondFactor: false });
    const reportId = await createReport(tenant);
    const id = await due(reportId, {
      ownerMemberId: memberId,
      recipientIds: [exporter.memberId],
      name: "Monday <b>",
      parameters: { stage: "intake" },
    });
    await happens({ memberId, reportId });
    await mails.take();
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await readExports(id)).toEqual([]);
    expect(await readSchedule(id)).toMatchObject({
      pauseReason: reason,
      pausedAt: expect.any(String),
      revision: 2,
      lastRunAt: null,
    });
    const { events, audited } = await readTraces(tenant, id);
    const event = { eventType: "report_schedule.updated", payload: { pauseReason: reason }, actor: { type: "system" } };
    // What is private is none of the programs' business.
    expect(events).toMatchObject(what.includes("private") ? [] : [event]);
    expect(audited).toHaveLength(1);
    const notices = await tenant.inside((transaction) =>
      transaction
        .selectFrom("Notification")
        .selectAll()
        .where("parameters", "@>", JSON.stringify({ scheduleId: id }) as never)
        .execute(),
    );
    // Who manages reports hears of what he sees, the schedule's owner always.
    const expected = [
      ...(what.includes("private") ? [] : [manager.memberId]),
      ...(what.includes("deactivated") ? [] : [memberId]),
    ];
    expect(notices.map((notice) => notice.memberId).toSorted()).toEqual(expected.toSorted());
    expect(notices[0]).toMatchObject({
      kind: "report_schedule.paused",
      parameters: { scheduleName: "Monday <b>", ownerName: "Old Owner", reason },
    });
    const sent = await mails.take();
    expect(sent).toHaveLength(notices.length);
    expect(sent[0]).toMatchObject({
      subject: "Scheduled report paused: Monday <b> (Test Firm)",
      path: `/o/${await readSlug(tenant)}/reports${reason === "report_gone" ? "" : `/${reportId}`}`,
    });
  });
});

test("a failing schedule does not delay the others, and the job reports the failure", async () => {
  await endExports();
  const reportId = await createReport(tenant);
  const broken = await due(reportId, { nextRunAt: minutesAgo(10) });
  const sound = await due(reportId);
  await owner.query(`
    CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
    CREATE TRIGGER break_down BEFORE INSERT ON "Export" FOR EACH ROW WHEN (NEW."scheduleId" = '${broken}') EXECUTE FUNCTION break_down();`);
  await expect(run()).rejects.toThrow("broken on purpose");
  expect([(await readExports(broken)).length, (await readExports(sound)).length]).toEqual([0, 1]);
  await owner.query(`DROP TRIGGER break_down ON "Export"`);
  expect(await run()).toBe(1);
  expect(await readExports(broken)).toHaveLength(1);
});

test("all due schedules run, also more than one batch", async () => {
  const crowd = await createManagedTenant(server);
  await crowd.tenant.inside(async (transaction) => {
    const rows = Array.from({ length: 130 }, () => ({
      organizationId: crowd.tenant.organizationId,
      id: createId("reportSchedule"),
      reportId: "rpt_gone",
      name: "x",
      format: "csv",
      frequency: "daily",
      hour: 1,
      nextRunAt: minutesAgo(1),
      recipientIds: [],
      ownerMemberId: crowd.manager.memberId,
    }));
    await transaction.insertInto("ReportSchedule").values(rows).execute();
  });
  expect(await run()).toBe(130);
  expect(await run()).toBe(0);
});
