import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { trustAccount } from "../accounts/examples.ts";
import { trustLedger } from "../ledgers/examples.ts";
import { TrustTransaction } from "./schema.ts";

/** The insurer's check for the settlement of the story. */
export const trustTransaction = exampleRecord(TrustTransaction, {
  id: "trx_01kjp8y6j8m0q2s4v6x8z1b3d5",
  organizationId: ids.organizationId,
  account: { id: trustAccount.id, name: trustAccount.name },
  number: 1,
  type: "deposit",
  occurredOn: "2026-03-13",
  amountCents: 10_000_000,
  method: "check",
  counterpartyName: "Lone Star Mutual",
  checkNumber: "88213",
  memo: "Settlement check",
  postings: [
    {
      ledgerId: trustLedger.id,
      caseId: ids.caseId,
      amountCents: 10_000_000,
      balanceAfterCents: 10_000_000,
      settlementPayerId: null,
    },
  ],
  expectedClearOn: "2026-03-27",
  availableTransitions: ["cleared", "returned", "reversed"],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const clearedTransaction = {
  ...trustTransaction,
  clearedOn: "2026-03-27",
  clearanceBasis: "bank_confirmed",
  availableTransitions: ["returned", "reversed"],
  revision: 2,
} satisfies TrustTransaction;

export const returnedTransaction = {
  ...clearedTransaction,
  reversedById: "trx_01kjp8y7k9n1r3t5w7y9a1c3e5",
  availableTransitions: [],
  revision: 3,
} satisfies TrustTransaction;

export const trustTransactionExamples = {
  "trustTransactions.list": {
    parameters: { type: "deposit" },
    response: { trustTransactions: [trustTransaction], nextCursor: null },
  },
  "trustAccounts.transactions.create": {
    parameters: { trustAccountId: trustAccount.id },
    body: {
      type: trustTransaction.type,
      amountCents: trustTransaction.amountCents,
      occurredOn: trustTransaction.occurredOn,
      method: trustTransaction.method,
      counterpartyName: trustTransaction.counterpartyName,
      checkNumber: trustTransaction.checkNumber,
      memo: trustTransaction.memo,
      allocations: [{ caseId: ids.caseId, amountCents: trustTransaction.amountCents }],
    },
    response: { trustTransaction },
  },
  "trustTransactions.transition": {
    parameters: { trustTransactionId: trustTransaction.id },
    body: { status: "cleared", on: "2026-03-27", basis: "bank_confirmed" },
    response: { trustTransaction: clearedTransaction },
  },
} satisfies Record<string, OperationExample>;
