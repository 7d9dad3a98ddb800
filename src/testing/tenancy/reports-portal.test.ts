import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findScheduleAudience, listHolders } from "../../areas/notifications/store.exports.ts";
import { createScheduleRow } from "../../areas/reports/fixtures.saved.ts";
import { createReport } from "../../areas/reports/fixtures.ts";
import { changeReport, countReports, findMember, listActiveMembers, lockReport, saveApiVisibility } from "../../areas/reports/store.changes.ts";
import { changeSchedule, countSchedules, listScheduleRows, noteRun, readOrganizationClock, takeDueSchedule } from "../../areas/reports/schedules/store.ts";
import type { Context } from "../../rpc/context.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** A firm with a report, its schedule that is due, and what it says of a report. */
interface Records {
  reportId: string;
  scheduleId: string;
}

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant: TestTenant) => {
    const reportId = await createReport(tenant);
    const scheduleId = await createScheduleRow(tenant, reportId, { nextRunAt: new Date(Date.now() - 60_000).toISOString() });
    await tenant.inside((transaction) => transaction.insertInto("ReportSetting").values({ organizationId: tenant.organizationId, reportId }).execute());
    await tenant.inside((transaction) => transaction.updateTable("Member").set({ permissions: ["members:manage"] }).where("id", "=", tenant.attorneyId).execute());
    return { reportId, scheduleId };
  });
});
afterAll(() => harness.close());

/** Whether a row of any organization says what was just written. */
const isWritten = async ({ transaction }: Context, table: "Report" | "ReportSchedule", id: string) =>
  (await transaction.selectFrom(table).select("id").where("id", "=", id).where("name", "=", "Changed").executeTakeFirst()) !== undefined;

const functions: Record<string, (context: Context, records: TestTenant & Records) => Promise<unknown>> = {
  lockReport: (context, { reportId }) => lockReport(context, reportId),
  changeReport: async (context, { reportId }) => {
    await changeReport(context, reportId, { name: "Changed" });
    return isWritten(context, "Report", reportId);
  },
  listActiveMembers: (context, { attorneyId }) => listActiveMembers(context, [attorneyId]),
  findMember: (context, { attorneyId }) => findMember(context, attorneyId),
  "listScheduleRows of a report": (context, { reportId }) => listScheduleRows(context, { reportId }),
  "listScheduleRows of one": (context, { scheduleId }) => listScheduleRows(context, { scheduleId }),
  changeSchedule: async (context, { scheduleId }) => {
    await changeSchedule(context, scheduleId, { name: "Changed" });
    return isWritten(context, "ReportSchedule", scheduleId);
  },
  takeDueSchedule: (context, { scheduleId }) => takeDueSchedule(context, scheduleId),
  noteRun: async (context, { scheduleId }) => {
    await noteRun(context, scheduleId, { nextRunAt: "2999-01-01T00:00:00.000Z", exportId: "exp_noted" });
    return context.transaction.selectFrom("ReportSchedule").select("id").where("id", "=", scheduleId).where("lastExportId", "=", "exp_noted").execute();
  },
  findScheduleAudience: (context, { scheduleId }) => findScheduleAudience(context, scheduleId),
  listHolders: (context, { attorneyId }) => listHolders(context, [attorneyId], []),
};

describe("the first wall: store functions of saved reports and schedules filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what takes no id counts and shows the own organization's alone", async () => {
    expect(await harness.ask(countReports)).toBe(1);
    expect(await harness.ask(countSchedules)).toBe(1);
    expect(await harness.ask((context) => listActiveMembers(context))).toMatchObject([{ id: harness.ours.attorneyId }]);
    expect(await harness.ask((context) => listScheduleRows(context, {}))).toMatchObject([{ id: harness.ours.scheduleId, ownReport: { visibility: "organization" } }]);
  });

  test("a setting is the own organization's, whoever made the report", async () => {
    const settings = await harness.ask(async (context) => {
      await saveApiVisibility(context, harness.theirs.reportId, false);
      return context.transaction.selectFrom("ReportSetting").select(["organizationId", "apiVisible"]).where("reportId", "=", harness.theirs.reportId).orderBy("apiVisible").execute();
    });
    expect(settings).toEqual([
      { organizationId: harness.ours.organizationId, apiVisible: false },
      { organizationId: harness.theirs.organizationId, apiVisible: null },
    ]);
  });

  test("a schedule shows nothing of another organization's report with the id that it names", async () => {
    const shown = await harness.ask(async (context) => {
      await context.transaction.updateTable("ReportSchedule").set({ reportId: harness.theirs.reportId }).where("id", "=", harness.ours.scheduleId).execute();
      return listScheduleRows(context, {});
    });
    expect(shown).toMatchObject([{ reportId: harness.theirs.reportId, ownReport: null }]);
  });

  test("the clock is the own firm's", async () => {
    await harness.theirs.inside((transaction) => transaction.updateTable("Organization").set({ timezone: "America/Phoenix" }).where("id", "=", harness.theirs.organizationId).execute());
    expect(await harness.ask(readOrganizationClock)).toMatchObject({ timezone: "America/New_York" });
  });
});
