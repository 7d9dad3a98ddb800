import { createId } from "../../../platform/database/ids.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";

/** A saved report with setting, schedule and queued export: a row in each table of reports and exports. */
export async function createReportRows(
  tenant: TestTenant,
): Promise<{ reportId: string; scheduleId: string; exportId: string }> {
  const { organizationId, attorneyId, keyId } = tenant;
  const ids = { reportId: createId("report"), scheduleId: createId("reportSchedule"), exportId: createId("export") };
  const { reportId, scheduleId, exportId } = ids;
  await tenant.inside(async (transaction) => {
    const definition = JSON.stringify({ columns: [{ key: "case", field: "sequenceId" }] });
    const named = {
      organizationId,
      id: reportId,
      name: "Cases",
      category: "pipeline",
      entity: "cases",
      visibility: "organization",
    };
    await transaction
      .insertInto("Report")
      .values({ ...named, definition, apiVisible: true, ownerMemberId: attorneyId })
      .execute();
    await transaction.insertInto("ReportSetting").values({ organizationId, reportId, apiVisible: true }).execute();
    const timing = { frequency: "daily", hour: 7, nextRunAt: new Date(Date.now() + 86_400_000).toISOString() };
    await transaction
      .insertInto("ReportSchedule")
      .values({
        organizationId,
        id: scheduleId,
        reportId,
        name: "Every day",
        format: "csv",
        ...timing,
        recipientIds: [attorneyId],
        ownerMemberId: attorneyId,
      })
      .execute();
    const file = {
      type: "report",
      format: "csv",
      fileName: "cases.csv",
      contentType: "text/csv",
      request: JSON.stringify({ reportId, parameters: {} }),
    };
    const requester = { requestedBy: JSON.stringify({ type: "integration_key", id: keyId, name: "Test key" }), keyId };
    await transaction
      .insertInto("Export")
      .values({ organizationId, id: exportId, ...file, dataPermissions: ["cases:read"], ...requester })
      .execute();
  });
  return ids;
}
