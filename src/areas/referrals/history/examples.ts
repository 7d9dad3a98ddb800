import { actors, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { ofReferral } from "../referrals/examples.ts";
import type { ReferralHistoryEntry } from "./schema.ts";

const entry = {
  id: "rhi_01kjp8z6g8j0m2p4r6t8w0y2a4",
  action: "sent",
  status: "sent",
  feeStatus: "none",
  termsRevision: 1,
  reason: null,
  note: null,
  actor: actors.vendor,
  createdAt: times.now,
} satisfies ReferralHistoryEntry;

export const historyExamples = {
  "referrals.history.list": { parameters: ofReferral, response: { history: [entry], nextCursor: null } },
} satisfies Record<string, OperationExample>;
