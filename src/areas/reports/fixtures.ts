import { buildReport } from "../../../prisma/seed/builders/reports.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { report } from "./examples.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createCase, deleteRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import type { GivenReportDefinition } from "../../contract/reports/definition.ts";

/** Each case with number and stage: the default report of tests. */
export const caseDefinition = {
  columns: [
    { key: "case", field: "sequenceId" },
    { key: "stage", field: "matterStage" },
  ],
  filters: [{ field: "matterStage", operator: "equals", parameter: "stage" }],
  parameters: [{ key: "stage", label: "Stage" }],
  sort: [{ column: "case" }],
} satisfies GivenReportDefinition;

/**
 * A saved report of the tenant that API keys see by default.
 *
 * @returns its id
 */
export async function createReport(
  tenant: Pick<TestTenant, "organizationId" | "attorneyId" | "inside">,
  values: Partial<Values<"Report">> = {},
): Promise<string> {
  const { organizationId, attorneyId: ownerMemberId } = tenant;
  const row = buildReport({ organizationId, definition: caseDefinition, ownerMemberId, ...values });
  return (await insertFor(tenant, { Report: row })).Report.id;
}

/** Hides an own, standard or inherited report from the tenant's API keys. */
export async function hideReport(
  { organizationId, inside }: Pick<TestTenant, "organizationId" | "inside">,
  reportId: string,
): Promise<void> {
  await inside((transaction) =>
    transaction
      .insertInto("ReportSetting")
      .values({ organizationId, reportId, apiVisible: false })
      .onConflict((conflict) => conflict.columns(["organizationId", "reportId"]).doUpdateSet({ apiVisible: false }))
      .execute(),
  );
}

export const reportScenarios = {
  "reports.list": async (tenant) => {
    await createReport(tenant);
    return { query: { limit: "50", sort: "updated", category: "pipeline" } };
  },
  "reports.get": async (tenant) => {
    const reportId = await createReport(tenant);
    return {
      pathValues: { reportId },
      remove: () => deleteRow(tenant, "Report", reportId),
    };
  },
  "reports.run": async (tenant) => {
    const reportId = await createReport(tenant, { definition: report.definition });
    await createCase(tenant);
    return {
      pathValues: { reportId },
      query: { organizationIds: tenant.organizationId },
      dataScopes: ["cases:read"],
      remove: () => deleteRow(tenant, "Report", reportId),
      touched: () => ({
        entity: "report",
        id: reportId,
        relatedIds: [{ entity: "organization", id: tenant.organizationId }],
      }),
    };
  },
} satisfies Record<string, Scenario>;
