import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { trustAccount } from "../accounts/examples.ts";
import { bankStatement } from "../bank-statements/examples.ts";
import { trustLedger } from "../ledgers/examples.ts";
import { ClosedReconciliation, Reconciliation } from "./schema.ts";

const account = { id: trustAccount.id, name: trustAccount.name };
const fee = bankStatement.lines[1];

/** Before the bank's fee is recorded: 15.00 differ, and the line that says why is named. */
export const reconciliation = exampleRecord(Reconciliation, {
  organizationId: ids.organizationId,
  account,
  asOfOn: "2026-02-28",
  bankCents: 851_742,
  inTransitCents: 800_000,
  outstandingCents: 779_365,
  adjustedBankCents: 872_377,
  bookCents: 873_877,
  ledgersCents: 873_877,
  differenceCents: -1_500,
  unmatchedCount: 1,
  isBalanced: false,
  isClosed: false,
  inTransitCount: 1,
  outstandingCount: 1,
  ledgerCount: 1,
  inTransit: [
    {
      transactionId: "trx_01kjp8ys2v4x6z8b0d2f4h6k8n",
      number: 12,
      occurredOn: "2026-02-27",
      amountCents: 800_000,
      checkNumber: null,
      reference: null,
    },
  ],
  outstanding: [
    {
      transactionId: "trx_01kjp8yt3w5y7a9c1e3g5j7m9p",
      number: 11,
      occurredOn: "2026-02-26",
      amountCents: 779_365,
      checkNumber: "1042",
      reference: null,
    },
  ],
  unmatched: fee === undefined ? [] : [fee],
  ledgers: [
    {
      ledgerId: trustLedger.id,
      kind: "client",
      case: { id: ids.caseId, sequenceId: matter.sequenceId },
      balanceCents: 873_877,
    },
  ],
  faults: [
    {
      code: "unmatched_line",
      message: "The bank posted -$15.00 on 2026-02-27 (Service charge); no transaction matches it",
      bankLineId: fee?.id ?? null,
      transactionId: null,
      ledgerId: null,
    },
  ],
});

export const closedReconciliation = exampleRecord(ClosedReconciliation, {
  id: "trr_01kjp8yv4x6z8b0d2f4h6k8n0q",
  organizationId: ids.organizationId,
  account,
  asOfOn: "2026-02-28",
  bankCents: 851_742,
  inTransitCents: 800_000,
  outstandingCents: 779_365,
  adjustedBankCents: 872_377,
  bookCents: 872_377,
  ledgersCents: 872_377,
  differenceCents: 0,
  unmatchedCount: 0,
  isClosed: true,
  closedAt: times.now,
  closedBy: actors.manager,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const reconciliationExamples = {
  "trustAccounts.reconciliation.get": {
    parameters: { trustAccountId: trustAccount.id, asOfOn: "2026-02-28" },
    response: { reconciliation },
  },
} satisfies Record<string, OperationExample>;
