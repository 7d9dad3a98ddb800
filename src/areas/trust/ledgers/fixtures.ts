import { buildTrustLedger } from "../../../../prisma/seed/builders/trust.ts";
import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createTrustAccount, touchFirm, type CreatedTrustAccount } from "../accounts/fixtures.ts";

export interface CreatedTrustLedger extends CreatedTrustAccount {
  ledgerId: string;
  caseId: string;
  clientId: string;
}

interface Given {
  account?: CreatedTrustAccount;
  ofCase?: { caseId: string; clientId: string };
}

/** A client's ledger, of a case and in an account of its own unless they are given. */
export async function createTrustLedger(
  tenant: TestTenant,
  { account, ofCase }: Given = {},
): Promise<CreatedTrustLedger> {
  const own = account ?? (await createTrustAccount(tenant));
  const { caseId, clientId } = ofCase ?? (await createCase(tenant));
  const ledger = buildTrustLedger({ organizationId: tenant.organizationId, accountId: own.accountId, caseId });
  await insertFor(tenant, { TrustLedger: ledger });
  return { ...own, caseId, clientId, ledgerId: ledger.id };
}

export const trustLedgerScenarios = {
  "trustLedgers.list": async (tenant) => {
    await createTrustLedger(tenant);
    return { query: { sort: "oldest", kind: "client" }, touched: touchFirm(tenant) };
  },
} satisfies Record<string, Scenario>;
