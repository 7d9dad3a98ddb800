import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { createFeeAgreement, feeAgreementScenarios } from "./fee-agreements/fixtures.ts";
import { createLien, lienScenarios } from "./liens/fixtures.ts";
import { createSettlement, settlementScenarios as settlementsScenarios } from "./settlements/fixtures.ts";
import { createNegotiation, negotiationScenarios } from "./negotiations/fixtures.ts";
import { createStatement, statementScenarios } from "./statements/fixtures.ts";

export async function createSettlementRows(tenant: TestTenant): Promise<void> {
  await createFeeAgreement(tenant);
  await createNegotiation(tenant);
  await createLien(tenant);
  await createSettlement(tenant);
  await createStatement(tenant);
}

export const settlementScenarios = {
  ...feeAgreementScenarios,
  ...negotiationScenarios,
  ...settlementsScenarios,
  ...lienScenarios,
  ...statementScenarios,
} satisfies Record<string, Scenario>;
