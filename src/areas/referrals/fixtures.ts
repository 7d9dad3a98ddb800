import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { createPartnerFirm, partnerFirmScenarios } from "./partner-firms/fixtures.ts";

export async function createReferralRows(tenant: TestTenant): Promise<void> {
  await createPartnerFirm(tenant);
}

export const referralScenarios = { ...partnerFirmScenarios } satisfies Record<string, Scenario>;
