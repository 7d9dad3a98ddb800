import type { ReportDefinition, ReportEntity } from "../../../contract/reports/definition.ts";
import type { Context } from "../../../rpc/context.ts";
import { listCustomFields } from "../catalog/store.custom-fields.ts";
import { planReport } from "../definition/domain.plan.ts";
import { assertDataPermissions } from "../domain.ts";
import type { ReportPreview } from "../schema.portal.ts";
import { acquireSlot, readPage, recordShownRecords } from "./domain.ts";
import { setRepeatableRead } from "./store.organizations.ts";

/** Enough to see what a column has. */
const previewRows = 10;

/**
 * The first rows of a report that is not saved yet, of the member's own organization, with the defaults of its
 * parameters.
 *
 * @throws FORBIDDEN without the permissions of its data; VALIDATION_FAILED for a definition that does not fit, a
 *   parameter without a default, and a timeout; RATE_LIMITED while too many runs are active
 */
export async function previewReport(
  context: Context,
  report: { entity: ReportEntity; definition: ReportDefinition },
): Promise<ReportPreview> {
  await setRepeatableRead(context);
  const { organizationId } = context;
  const plan = planReport(report, await listCustomFields(context, report.entity, [organizationId]), { parameters: {} });
  assertDataPermissions(context, plan.dataPermissions);
  await acquireSlot(context);
  const page = { organizationIds: [organizationId], after: null, limit: previewRows, chart: undefined };
  const { found } = await readPage(context, { ...plan, hasTotals: false }, page);
  recordShownRecords(context, plan, found, { entity: "organization", id: organizationId });
  return { columns: plan.columns, rows: found.map(({ values }) => values) };
}
