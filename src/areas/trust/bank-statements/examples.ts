import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { trustAccount } from "../accounts/examples.ts";
import { BankStatement } from "./schema.ts";

const check = {
  postedOn: "2026-02-24",
  amountCents: -421_758,
  description: "Check 1041",
  checkNumber: "1041",
  bankReference: null,
} as const;
const fee = {
  postedOn: "2026-02-27",
  amountCents: -1_500,
  description: "Service charge",
  checkNumber: null,
  bankReference: null,
} as const;

export const bankStatement = exampleRecord(BankStatement, {
  id: "bst_01kjp8yn8q0s2v4x6z8b0d2f4h",
  organizationId: ids.organizationId,
  account: { id: trustAccount.id, name: trustAccount.name },
  periodStartOn: "2026-02-01",
  periodEndOn: "2026-02-28",
  openingCents: 1_275_000,
  closingCents: 851_742,
  lineCount: 2,
  matchedCount: 1,
  lines: [
    {
      id: "bsl_01kjp8yp9r1t3w5y7a9c1e3g5j",
      ...check,
      match: { transactionId: "trx_01kjp8yq0s2v4x6z8b0d2f4h6k", method: "check_number", matchedAt: times.now },
    },
    { id: "bsl_01kjp8yr1t3w5y7a9c1e3g5j7m", ...fee, match: null },
  ],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const bankStatementExamples = {
  "trustAccounts.bankStatements.create": {
    parameters: { trustAccountId: trustAccount.id },
    body: {
      periodStartOn: bankStatement.periodStartOn,
      periodEndOn: bankStatement.periodEndOn,
      openingCents: bankStatement.openingCents,
      closingCents: bankStatement.closingCents,
      lines: [check, fee],
    },
    response: { bankStatement },
  },
} satisfies Record<string, OperationExample>;
