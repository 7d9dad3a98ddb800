import { createId } from "../../platform/database/ids.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { customFieldScenarios } from "./custom-fields/fixtures.ts";
import { moveScenarios } from "./transitions/fixtures.ts";
import { partyScenarios } from "./parties/fixtures.ts";
import { policyScenarios } from "./policies/fixtures.ts";
import { tagScenarios } from "./tags/fixtures.ts";

export interface FullCase {
  caseId: string;
  clientId: string;
  tagId: string;
}

/** A case with its client, one attorney and one tag. */
export async function createFullCase(tenant: TestTenant): Promise<FullCase> {
  const { organizationId, attorneyId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const tagId = createId("tag");
  await tenant.inside(async (transaction) => {
    await transaction.insertInto("CaseAttorney").values({ organizationId, caseId, attorneyId, role: "lead" }).execute();
    await transaction
      .insertInto("Tag")
      .values({ organizationId, id: tagId, name: `tag ${tagId}`, color: "#b45309" })
      .execute();
    await transaction.insertInto("CaseTag").values({ organizationId, caseId, tagId }).execute();
  });
  return { caseId, clientId, tagId };
}

export async function deleteCase(tenant: TestTenant, caseId: string): Promise<void> {
  await changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() });
}

export const caseScenarios = {
  ...moveScenarios,
  ...partyScenarios,
  ...tagScenarios,
  ...policyScenarios,
  ...customFieldScenarios,
  "cases.get": async (tenant) => ({ pathValues: { caseId: (await createFullCase(tenant)).caseId } }),
} satisfies Record<string, Scenario>;
