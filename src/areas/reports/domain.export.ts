import type { ParameterValues } from "../../contract/reports/definition.ts";
import type { Context } from "../../rpc/context.ts";
import { planReport } from "./definition/domain.plan.ts";
import type { ReportPlan } from "./definition/domain.plan.ts";
import { findReportForExport } from "./domain.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";

/**
 * What an export of a report reads: every column and row, over the own organization alone.
 * @throws NOT_FOUND for a report that the caller does not see; FORBIDDEN where he may not see its data; VALIDATION_FAILED for parameters that do not fit
 */
export async function planExport(context: Context, reportId: string, parameters: ParameterValues): Promise<{ name: string; plan: ReportPlan }> {
  const report = await findReportForExport(context, reportId);
  const customFields = await listCustomFields(context, report.entity, [context.organizationId]);
  return { name: report.name, plan: planReport(report, customFields, { parameters }) };
}
