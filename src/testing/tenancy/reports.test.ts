import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planReport } from "../../areas/reports/definition/domain.plan.ts";
import { caseDefinition } from "../../areas/reports/fixtures.ts";
import { createReportRows } from "../../areas/reports/run/fixtures.rows.ts";
import { changeReport, countReports, findMember, insertReport, listActiveMembers, lockReport, saveApiVisibility } from "../../areas/reports/store.changes.ts";
import { listCustomFields } from "../../areas/reports/catalog/store.custom-fields.ts";
import { findReachOfKey, isHeadquarters, listHiding, listReportOrganizations, markRun, takeRunPlace } from "../../areas/reports/run/store.reach.ts";
import { countRows, readRows, readTotals } from "../../areas/reports/run/store.rows.ts";
import { changeSchedule, countSchedules, listScheduleRows, lockSchedules, noteRun, readOrganizationClock, takeDueSchedule } from "../../areas/reports/schedules/store.ts";
import { findReportRow, listInheritedRows, listReportRows, listSettings } from "../../areas/reports/store.ts";
import { ReportDefinition } from "../../contract/reports/definition.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { createCaseFields } from "../harness/hierarchy.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

type Records = { reportId: string; scheduleId: string; exportId: string };
type Filled = TestTenant & Records;

let harness: TenancyHarness<Records>;
beforeAll(async () => {
  harness = await openTenancyHarness<Records>(async (tenant) => {
    const rows = await createReportRows(tenant);
    await createCase(tenant);
    await createCaseFields(tenant, { court: "text" });
    await tenant.inside(async (transaction) => {
      await transaction.updateTable("ReportSetting").set({ apiVisible: false }).execute();
      await transaction.updateTable("ReportSchedule").set({ nextRunAt: "2026-01-01T00:00:00.000Z" }).execute();
    });
    return rows;
  });
});
afterAll(() => harness.close());

const report = { id: "rpt_x", name: "Cases", entity: "cases" as const, definition: ReportDefinition.parse({ ...caseDefinition, columns: [...caseDefinition.columns, { key: "fee", field: "projectedFeeAmountCents" }], totals: true }) };
const plan = planReport(report, [], { parameters: {} });

/** Whether the row of that firm has changed, in this transaction. */
async function isChanged({ transaction }: Context, table: "Report" | "ReportSchedule", id: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`SELECT xmin::text = pg_current_xact_id()::text AS changed FROM ${sql.table(table)} WHERE id = ${id}`.execute(transaction);
  return rows[0]?.changed === true;
}

const functions: Record<string, (context: Context, tenant: Filled) => Promise<unknown>> = {
  findReportRow: (context, { reportId }) => findReportRow(context, reportId),
  "listSettings of one": (context, { reportId }) => listSettings(context, reportId),
  findReachOfKey: (context, { keyId }) => findReachOfKey(context, keyId),
  findMember: (context, { attorneyId }) => findMember(context, attorneyId),
  "listActiveMembers of some": (context, { attorneyId }) => listActiveMembers(context, [attorneyId]),
  listHiding: (context, { reportId, organizationId }) => listHiding(context, reportId, [organizationId]),
  listCustomFields: (context, { organizationId }) => listCustomFields(context, "cases", [organizationId]),
  readRows: (context, { organizationId }) => readRows(context, plan, { organizationIds: [organizationId], after: null, limit: 10 }),
  countRows: (context, { organizationId }) => countRows(context, plan, organizationId),
  lockReport: (context, { reportId }) => lockReport(context, reportId),
  changeReport: async (context, { reportId }) => {
    await changeReport(context, reportId, { name: "Changed", deletedAt: "now" });
    return isChanged(context, "Report", reportId);
  },
  "listScheduleRows of a report": (context, { reportId }) => listScheduleRows(context, { reportId }),
  "listScheduleRows of one": (context, { scheduleId }) => listScheduleRows(context, { scheduleId }),
  "lockSchedules of a report": async (context, { reportId, scheduleId }) => {
    await lockSchedules(context, { reportId });
    const { rows } = await sql<{ held: boolean }>`SELECT xmax::text = pg_current_xact_id()::text AS held FROM "ReportSchedule" WHERE id = ${scheduleId}`.execute(context.transaction);
    return rows[0]?.held;
  },
  changeSchedule: async (context, { scheduleId }) => {
    await changeSchedule(context, scheduleId, { name: "Changed" });
    return isChanged(context, "ReportSchedule", scheduleId);
  },
  takeDueSchedule: (context, { scheduleId }) => takeDueSchedule(context, scheduleId),
  noteRun: async (context, { scheduleId, exportId }) => {
    await noteRun(context, scheduleId, { nextRunAt: "2027-01-01T00:00:00.000Z", exportId });
    return isChanged(context, "ReportSchedule", scheduleId);
  },
};

describe("the first wall: store functions of reports filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what takes no id shows the own organization's alone", async () => {
    const { ours, theirs } = harness;
    const ids = async (rows: Promise<unknown>) => ((await rows) as { id?: string; reportId?: string }[]).map(({ id, reportId }) => id ?? reportId);
    expect(await ids(harness.ask(listReportRows))).toEqual([ours.reportId]);
    expect(await ids(harness.ask((context) => listSettings(context)))).toEqual([ours.reportId]);
    expect(await ids(harness.ask((context) => listActiveMembers(context)))).toEqual([ours.attorneyId]);
    expect(await ids(harness.ask((context) => listScheduleRows(context, {})))).toEqual([ours.scheduleId]);
    expect(await ids(harness.ask(listReportOrganizations))).toEqual([ours.organizationId]);
    expect(await harness.ask((context) => listInheritedRows(context))).toEqual([]);
    expect(await harness.ask((context) => listInheritedRows(context, theirs.reportId))).toEqual([]);
    expect([await harness.ask(countReports), await harness.ask(countSchedules)]).toEqual([1, 1]);
    expect(await harness.ask(readOrganizationClock)).toMatchObject({ timezone: "America/New_York" });
  });

  test("what a headquarters is, and who takes a place, is the own organization's", async () => {
    const { theirs } = harness;
    await theirs.inside((transaction) => transaction.updateTable("Organization").set({ isHeadquarters: true }).execute());
    expect(await harness.ask(isHeadquarters)).toBe(false);
    const held = theirs.inside(async (transaction) => {
      expect(await takeRunPlace({ organizationId: theirs.organizationId, transaction } as unknown as Context, 1)).toBe(true);
      return harness.ask((context) => takeRunPlace(context, 1));
    });
    expect(await held).toBe(true);
  });

  test("rows, totals and counts are those of the organizations that are asked for, and of none that is out of reach", async () => {
    const { ours, theirs } = harness;
    await theirs.inside((transaction) => transaction.updateTable("Case").set({ projectedFeeAmountCents: 100 }).execute());
    await ours.inside((transaction) => transaction.updateTable("Case").set({ projectedFeeAmountCents: 7 }).execute());
    const both = [ours.organizationId, theirs.organizationId];
    const rows = (await harness.ask((context) => readRows(context, plan, { organizationIds: both, after: null, limit: 10 }))) as { values: Record<string, unknown> }[];
    expect(rows.map(({ values }) => [values["organizationId"], values["fee"]])).toEqual([[ours.organizationId, 7]]);
    expect(await harness.ask((context) => readTotals(context, plan, both))).toEqual({ fee: 7 });
    expect(await harness.ask((context) => readTotals(context, plan, [theirs.organizationId]))).toEqual({ fee: 0 });
  });

  test("what is written is the own organization's, also under an id of another's", async () => {
    const { ours, theirs } = harness;
    const settings = ({ transaction }: Context) => transaction.selectFrom("ReportSetting").select(["organizationId", "apiVisible"]).where("reportId", "=", theirs.reportId).orderBy("createdAt").execute();
    const write = (change: (context: Context) => Promise<void>) => harness.ask(async (context) => {
      await change(context);
      return settings(context);
    });
    const untouched = { organizationId: theirs.organizationId, apiVisible: false };
    expect(await write((context) => saveApiVisibility(context, theirs.reportId, true))).toEqual([untouched, { organizationId: ours.organizationId, apiVisible: true }]);
    expect(await write((context) => markRun(context, theirs.reportId))).toEqual([untouched, { organizationId: ours.organizationId, apiVisible: null }]);
    const named = { id: "rpt_y", name: "New", description: null, category: "pipeline", entity: "cases", visibility: "private", sharedWith: [], apiVisible: false };
    const made = await harness.ask(async (context) => {
      await insertReport(context, { ...named, ownerMemberId: ours.attorneyId, definition: caseDefinition });
      return context.transaction.selectFrom("Report").select("organizationId").where("id", "=", "rpt_y").execute();
    });
    expect(made).toEqual([{ organizationId: ours.organizationId }]);
  });
});
