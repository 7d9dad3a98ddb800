import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { createFeeAgreement, feeAgreementScenarios } from "./fee-agreements/fixtures.ts";
import { createLien, lienScenarios } from "./liens/fixtures.ts";

export async function createSettlementRows(tenant: TestTenant): Promise<void> {
  await createFeeAgreement(tenant);
  await createLien(tenant);
}

export const settlementScenarios = { ...feeAgreementScenarios, ...lienScenarios } satisfies Record<string, Scenario>;
