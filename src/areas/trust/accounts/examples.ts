import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { TrustAccount } from "./schema.ts";

export const trustAccount = exampleRecord(TrustAccount, {
  id: "tra_01kf3mt0q2s4v6x8z1b3d5f7h9",
  organizationId: ids.organizationId,
  name: "IOLTA Austin",
  bankName: "First Lone Star Bank",
  accountNumberLast4: "4471",
  type: "iolta",
  jurisdiction: "TX",
  holdBusinessDays: { check: 10, cashiers_check: 1, ach: 3 },
  firmFundsLimitCents: 50_000,
  status: "open",
  bookCents: 10_000_000,
  unclearedCents: 10_000_000,
  createdBy: actors.manager,
  revision: 1,
  createdAt: times.opened,
  updatedAt: times.opened,
});

export const trustAccountExamples = {
  "trustAccounts.list": { response: { trustAccounts: [trustAccount], nextCursor: null } },
} satisfies Record<string, OperationExample>;
