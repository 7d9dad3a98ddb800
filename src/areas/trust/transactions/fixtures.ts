import { buildTrustTransaction } from "../../../../prisma/seed/builders/trust.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { readId, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { createTrustAccount, touchFirm } from "../accounts/fixtures.ts";
import { createTrustLedger, type CreatedTrustLedger } from "../ledgers/fixtures.ts";

export interface CreatedDeposit extends CreatedTrustLedger {
  transactionId: string;
}

type Given = Partial<Omit<Values<"TrustTransaction">, "postings">> & { settlementPayerId?: string };

/**
 * A check of $100,000.00 for a client, deposited on 2026-03-13 and not cleared, unless the values clear it.
 *
 * @param of the account and the case, of their own unless they are given
 */
export async function createDeposit(
  tenant: TestTenant,
  { settlementPayerId, amountCents = 10_000_000, ...values }: Given = {},
  of: Parameters<typeof createTrustLedger>[1] = {},
): Promise<CreatedDeposit> {
  const ledger = await createTrustLedger(tenant, of);
  const posting = { ledgerId: ledger.ledgerId, amountCents };
  const deposit = buildTrustTransaction({
    organizationId: tenant.organizationId,
    accountId: ledger.accountId,
    type: "deposit",
    occurredOn: "2026-03-13",
    method: "check",
    expectedClearOn: "2026-03-27",
    ...values,
    postings: [{ ...posting, ...(settlementPayerId !== undefined && { settlementPayerId }) }],
  });
  await insertFor(tenant, { TrustTransaction: deposit });
  return { ...ledger, transactionId: deposit.id };
}

const touch = (created: { accountId: string; caseId: string; clientId: string }, id: string) => ({
  entity: "trust_transaction",
  id,
  relatedIds: [{ entity: "trust_account", id: created.accountId }, ...relateCase(created)],
});

export const trustTransactionScenarios = {
  "trustTransactions.list": async (tenant) => {
    await createDeposit(tenant);
    return { query: { sort: "oldest" }, touched: touchFirm(tenant) };
  },
  "trustAccounts.transactions.create": async (tenant) => {
    const { accountId } = await createTrustAccount(tenant);
    const ofCase = await createCase(tenant);
    return {
      pathValues: { trustAccountId: accountId },
      ownValues: { [ids.caseId]: ofCase.caseId },
      touched: (response) => touch({ accountId, ...ofCase }, readId(response, "trustTransaction")),
      diff: {},
    };
  },
  "trustTransactions.transition": async (tenant) => {
    const created = await createDeposit(tenant);
    return {
      pathValues: { trustTransactionId: created.transactionId },
      revision: 1,
      touched: () => touch(created, created.transactionId),
      alsoEmits: ["trust_transaction.cleared"],
      diff: {
        clearedOn: { from: null, to: "2026-03-27" },
        clearanceBasis: { from: null, to: "bank_confirmed" },
        availableTransitions: { from: ["cleared", "returned", "reversed"], to: ["returned", "reversed"] },
      },
    };
  },
} satisfies Record<string, Scenario>;
