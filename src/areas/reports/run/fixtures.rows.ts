import { buildReport, buildSchedule } from "../../../../prisma/seed/builders/reports.ts";
import { insertExport } from "../../exports/fixtures.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";

/** A saved report with setting, schedule and queued export: a row in each table of reports and exports. */
export async function createReportRows(
  tenant: TestTenant,
): Promise<{ reportId: string; scheduleId: string; exportId: string }> {
  const { organizationId, attorneyId } = tenant;
  const definition = { columns: [{ key: "case", field: "sequenceId" }] };
  const nextRunAt = new Date(Date.now() + 86_400_000).toISOString();
  const owned = { organizationId, ownerMemberId: attorneyId };
  const report = buildReport({ ...owned, name: "Cases", definition });
  const schedule = buildSchedule({ ...owned, reportId: report.id, nextRunAt });
  await insertFor(tenant, {
    Report: report,
    ReportSetting: { organizationId, reportId: report.id, apiVisible: true },
    ReportSchedule: schedule,
  });
  const exportId = await insertExport(tenant, {
    type: "report",
    request: { reportId: report.id, parameters: {} },
    dataPermissions: ["cases:read"],
  });
  return { reportId: report.id, scheduleId: schedule.id, exportId };
}
