import { buildTrustAccount } from "../../../../prisma/seed/builders/trust.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";

export interface CreatedTrustAccount {
  accountId: string;
  /** Of its own ledgers. */
  firmLedgerId: string;
  interestLedgerId: string;
  unidentifiedLedgerId: string;
}

/** An IOLTA account with its own three ledgers, empty. */
export async function createTrustAccount(
  tenant: TestTenant,
  values: Partial<Values<"TrustAccount">> = {},
): Promise<CreatedTrustAccount> {
  const records = buildTrustAccount({ organizationId: tenant.organizationId, ...values });
  await insertFor(tenant, records);
  const [firm, interest, unidentified] = records.TrustLedger;
  return {
    accountId: records.TrustAccount.id,
    firmLedgerId: firm.id,
    interestLedgerId: interest.id,
    unidentifiedLedgerId: unidentified.id,
  };
}

/** What a read of all books names in the audit log. */
export const touchFirm =
  ({ organizationId }: TestTenant) =>
  () => ({ entity: "organization", id: organizationId, relatedIds: [] });

export const trustAccountScenarios = {
  "trustAccounts.list": async (tenant) => {
    await createTrustAccount(tenant);
    return { query: { sort: "oldest" }, touched: touchFirm(tenant) };
  },
} satisfies Record<string, Scenario>;
