import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { trustAccount } from "../accounts/examples.ts";
import { TrustLedger } from "./schema.ts";

/** Elena Marsh's ledger after the deposit of the settlement, which has not cleared. */
export const trustLedger = exampleRecord(TrustLedger, {
  id: "trl_01kf3mt2s4v6x8z1b3d5f7h9k1",
  organizationId: ids.organizationId,
  account: { id: trustAccount.id, name: trustAccount.name },
  kind: "client",
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  balanceCents: 10_000_000,
  unclearedCents: 10_000_000,
  reservedCents: 0,
  availableCents: 0,
  createdAt: times.now,
  updatedAt: times.now,
});

export const trustLedgerExamples = {
  "trustLedgers.list": {
    parameters: { kind: "client" },
    response: { trustLedgers: [trustLedger], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
