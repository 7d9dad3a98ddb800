import type { ParameterValues } from "../../contract/reports/definition.ts";
import type { Context } from "../../rpc/context.ts";
import { planReport, type ReportPlan } from "./definition/domain.plan.ts";
import { findReportForExport } from "./domain.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";

/**
 * Every column and row of a report, over the organization itself only.
 * @throws NOT_FOUND for a report that the caller cannot see; FORBIDDEN without access to its data; VALIDATION_FAILED for invalid parameters
 */
export async function planExport(context: Context, reportId: string, parameters: ParameterValues): Promise<{ name: string; plan: ReportPlan }> {
  const report = await findReportForExport(context, reportId);
  const customFields = await listCustomFields(context, report.entity, [context.organizationId]);
  return { name: report.name, plan: planReport(report, customFields, { parameters }) };
}
