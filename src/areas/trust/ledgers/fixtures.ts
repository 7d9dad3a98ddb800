import { buildTrustLedger } from "../../../../prisma/seed/builders/trust.ts";
import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createTrustAccount, type CreatedTrustAccount } from "../accounts/fixtures.ts";

export interface CreatedTrustLedger extends CreatedTrustAccount {
  ledgerId: string;
  caseId: string;
  clientId: string;
}

/** A client's ledger of a case of its own, in an account of its own or in this one. */
export async function createTrustLedger(
  tenant: TestTenant,
  account?: CreatedTrustAccount,
): Promise<CreatedTrustLedger> {
  const own = account ?? (await createTrustAccount(tenant));
  const ofCase = await createCase(tenant);
  const { organizationId } = tenant;
  const ledger = buildTrustLedger({ organizationId, accountId: own.accountId, caseId: ofCase.caseId });
  await insertFor(tenant, { TrustLedger: ledger });
  return { ...own, ...ofCase, ledgerId: ledger.id };
}

export const trustLedgerScenarios = {
  "trustLedgers.list": async (tenant) => {
    await createTrustLedger(tenant);
    return { query: { sort: "oldest", kind: "client" } };
  },
} satisfies Record<string, Scenario>;
