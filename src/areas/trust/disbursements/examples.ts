import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { statement } from "../../settlements/statements/examples.ts";
import { trustAccount } from "../accounts/examples.ts";
import { trustLedger } from "../ledgers/examples.ts";
import { Disbursement } from "./schema.ts";

/** What Elena Marsh is paid of the settlement of the story. */
export const disbursement = exampleRecord(Disbursement, {
  id: "trd_01kjp8yk5m7p9r1t3v5x7z9b1d",
  organizationId: ids.organizationId,
  sequenceId: "D-2026-00031",
  account: { id: trustAccount.id, name: trustAccount.name },
  ledgerId: trustLedger.id,
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  settlementId: statement.settlement.id,
  statementId: statement.id,
  lineKey: "net_to_client",
  payeeType: "client",
  payee: { name: "Elena Marsh", contactId: null, clientId: ids.clientId },
  amountCents: 5_465_544,
  method: "check",
  status: "pending_approval",
  availableTransitions: ["cancelled"],
  requestedBy: actors.vendor,
  isSoleApproval: false,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const approvedDisbursement = {
  ...disbursement,
  status: "approved",
  availableTransitions: ["issued", "cancelled"],
  decidedBy: actors.manager,
  decidedAt: times.now,
  revision: 2,
} satisfies Disbursement;

export const issuedDisbursement = {
  ...approvedDisbursement,
  status: "issued",
  availableTransitions: ["cleared", "voided"],
  checkNumber: "1042",
  issuedOn: "2026-03-30",
  transactionId: "trx_01kjp8yl6n8q0s2v4x6z8b0d2f",
  revision: 3,
} satisfies Disbursement;

export const clearedDisbursement = {
  ...issuedDisbursement,
  status: "cleared",
  availableTransitions: [],
  clearedOn: "2026-04-02",
  revision: 4,
} satisfies Disbursement;

export const voidedDisbursement = {
  ...issuedDisbursement,
  status: "voided",
  statusReason: "Lost in the mail",
  availableTransitions: [],
  voidedOn: "2026-04-14",
  voidTransactionId: "trx_01kjp8ym7p9r1t3w5y7a9c1e3g",
  revision: 4,
} satisfies Disbursement;

const ofDisbursement = { trustDisbursementId: disbursement.id };

export const disbursementExamples = {
  "trustDisbursements.list": {
    parameters: { status: "pending_approval" },
    response: { trustDisbursements: [disbursement], nextCursor: null },
  },
  "settlementStatements.disbursements.create": {
    parameters: { statementId: statement.id },
    body: { method: "check", lines: [{ lineKey: "net_to_client" }] },
    response: { trustDisbursements: [disbursement] },
  },
  "trustDisbursements.transition": {
    parameters: ofDisbursement,
    body: { status: "issued", on: issuedDisbursement.issuedOn, checkNumber: issuedDisbursement.checkNumber },
    response: { trustDisbursement: issuedDisbursement },
  },
} satisfies Record<string, OperationExample>;
