import { buildEsignConsentText } from "../../../../prisma/seed/builders/esign.ts";
import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";

/**
 * A text of the firm's own, the second version of the English one.
 *
 * @returns its id
 */
export async function createConsentText(tenant: TestTenant): Promise<string> {
  const values = buildEsignConsentText({ organizationId: tenant.organizationId });
  // Tables of requests are arranged in one tenant several times.
  await tenant.inside((transaction) =>
    transaction
      .insertInto("EsignConsentText")
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return values.id;
}

export const consentTextScenarios = {
  "esignConsentTexts.list": asRead(async (tenant) => {
    await createConsentText(tenant);
    return {};
  }),
} satisfies Record<string, Scenario>;
