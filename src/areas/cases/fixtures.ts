import { buildTag } from "../../../prisma/seed/builders/cases.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { createCase, deleteRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { damageScenarios } from "./damages/fixtures.ts";
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
  const tag = buildTag({ organizationId });
  await insertFor(tenant, {
    CaseAttorney: { organizationId, caseId, attorneyId, role: "lead" },
    Tag: tag,
    CaseTag: { organizationId, caseId, tagId: tag.id },
  });
  return { caseId, clientId, tagId: tag.id };
}

export async function deleteCase(tenant: TestTenant, caseId: string): Promise<void> {
  await deleteRow(tenant, "Case", caseId);
}

export const caseScenarios = {
  ...moveScenarios,
  ...partyScenarios,
  ...tagScenarios,
  ...policyScenarios,
  ...damageScenarios,
  ...customFieldScenarios,
  "cases.get": async (tenant) => ({ pathValues: { caseId: (await createFullCase(tenant)).caseId } }),
} satisfies Record<string, Scenario>;
