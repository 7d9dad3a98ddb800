import { createId } from "../../platform/database/ids.ts";
import { report } from "./examples.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../testing/harness/tenant.ts";
import type { GivenReportDefinition } from "../../contract/reports/definition.ts";
import type { Insertable } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";

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
  values: Partial<Insertable<Tables["Report"]>> = {},
): Promise<string> {
  const { organizationId, attorneyId, inside } = tenant;
  const id = createId("report");
  const named = {
    organizationId,
    id,
    name: "Cases by stage",
    category: "pipeline",
    entity: "cases",
    visibility: "organization",
    apiVisible: true,
  };
  const definition = JSON.stringify(caseDefinition);
  await inside((transaction) =>
    transaction
      .insertInto("Report")
      .values({ ...named, definition, ownerMemberId: attorneyId, ...values })
      .execute(),
  );
  return id;
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
    return { query: { limit: "10", sort: "updated", category: "pipeline" } };
  },
  "reports.get": async (tenant) => {
    const reportId = await createReport(tenant);
    return {
      pathValues: { reportId },
      remove: () => changeRow(tenant, "Report", reportId, { deletedAt: new Date().toISOString() }),
    };
  },
  "reports.run": async (tenant) => {
    const reportId = await createReport(tenant, { definition: JSON.stringify(report.definition) });
    await createCase(tenant);
    return {
      pathValues: { reportId },
      query: { organizationIds: tenant.organizationId },
      dataScopes: ["cases:read"],
      remove: () => changeRow(tenant, "Report", reportId, { deletedAt: new Date().toISOString() }),
      touched: () => ({
        entity: "report",
        id: reportId,
        relatedIds: [{ entity: "organization", id: tenant.organizationId }],
      }),
    };
  },
} satisfies Record<string, Scenario>;
