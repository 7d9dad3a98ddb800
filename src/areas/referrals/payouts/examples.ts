import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { ofReferral } from "../referrals/examples.ts";
import type { ReferralPayout } from "./schema.ts";

export const payout = {
  id: "rpo_01kjp8z5f7h9k1n3q5s7v9x1z3",
  organizationId: ids.organizationId,
  ...ofReferral,
  amountCents: 800_000,
  paidOn: "2026-03-14",
  method: "check",
  reference: "1042",
  state: "recorded",
  stateReason: null,
  availableTransitions: ["confirmed", "disputed", "voided"],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
} satisfies ReferralPayout;

const { amountCents, paidOn, method, reference } = payout;

export const payoutExamples = {
  "referrals.payouts.list": { parameters: ofReferral, response: { payouts: [payout], nextCursor: null } },
  "referrals.payouts.create": {
    parameters: ofReferral,
    body: { amountCents, paidOn, method, reference },
    response: { payout },
  },
  "referrals.payouts.transition": {
    parameters: { ...ofReferral, payoutId: payout.id },
    body: { state: "confirmed" },
    response: { payout: { ...payout, state: "confirmed", availableTransitions: ["voided"], revision: 2 } },
  },
} satisfies Record<string, OperationExample>;
