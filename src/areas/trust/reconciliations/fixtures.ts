import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";
import { createBankStatement } from "../bank-statements/fixtures.ts";

export const reconciliationScenarios = {
  "trustAccounts.reconciliation.get": async (tenant) => {
    const { accountId } = await createTrustAccount(tenant);
    await createBankStatement(tenant, accountId, [{}]);
    return {
      pathValues: { trustAccountId: accountId },
      query: { asOfOn: "2026-02-28" },
      touched: () => ({ entity: "trust_account", id: accountId, relatedIds: [] }),
    };
  },
} satisfies Record<string, Scenario>;
