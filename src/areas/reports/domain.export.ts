import { invalidInput } from "../../contract/errors/error-codes.ts";
import type { ParameterValues } from "../../contract/reports/definition.ts";
import type { Context } from "../../rpc/context.ts";
import { planReport, type ReportPlan } from "./definition/domain.plan.ts";
import { findReportForExport } from "./domain.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";
import { countRunOrganizations } from "./run/domain.organizations.ts";

/**
 * Every column and row of a report, over the organization itself only.
 *
 * @throws NOT_FOUND for a report that the caller cannot see; FORBIDDEN without access to its data; VALIDATION_FAILED
 *   for invalid parameters
 */
export async function planExport(
  context: Context,
  reportId: string,
  parameters: ParameterValues,
): Promise<{ name: string; plan: ReportPlan }> {
  const report = await findReportForExport(context, reportId);
  const customFields = await listCustomFields(context, report.entity, [context.organizationId]);
  return { name: report.name, plan: planReport(report, customFields, { parameters }) };
}

/**
 * An export contains the rows of its own organization alone. Where a run would contain those of offices, too, the
 * request must say that it wants fewer.
 *
 * @param organizationIds as sent
 * @throws VALIDATION_FAILED for another organization, or where a run would cover several and none is named
 */
export async function assertOwnOrganization(
  context: Context,
  organizationIds: readonly string[] | undefined,
): Promise<void> {
  const { organizationId } = context;
  if (organizationIds !== undefined) {
    if (organizationIds.length === 1 && organizationIds[0] === organizationId) return;
    throw invalidInput({
      path: "organizationIds",
      message: "must contain your own organization alone; export each office with a key of its own",
    });
  }
  const count = await countRunOrganizations(context);
  if (count < 2) return;
  throw invalidInput({
    path: "organizationIds",
    message: `required: a run of this report covers ${count} organizations, an export your own alone; set it to ["${organizationId}"], or page through POST /reports/{reportId}/run`,
  });
}
