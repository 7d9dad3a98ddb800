import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { ReferralTrailQuery } from "../history/schema.ts";
import { getReferralRow } from "../referrals/domain.ts";
import { listPayouts, recordPayout, transitionPayout } from "./domain.ts";
import { NewPayout, PayoutTransition, ReferralPayout } from "./schema.ts";

const writing = {
  area: "Referrals",
  scope: "referrals:write",
  readBy: "referrals:read",
} as const satisfies Partial<OperationMeta>;
const Shown = z.object({ payout: ReferralPayout });

export const payoutProcedures = {
  "referrals.payouts.list": operation({
    area: "Referrals",
    scope: "referrals:read",
    route: "GET /referrals/{referralId}/payouts",
    summary: "List payouts of a referral",
    description: "Returns payments of the referral fee, newest first by default.",
  })
    .input(ReferralTrailQuery.extend({ referralId: Id }))
    .output(z.object({ payouts: z.array(ReferralPayout), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { referralId, ...query } }) =>
      listPayouts(ctx, await getReferralRow(ctx, referralId), query),
    ),

  "referrals.payouts.create": operation({
    ...writing,
    route: "POST /referrals/{referralId}/payouts",
    summary: "Record a payout",
    description:
      "Records that the handling firm paid a part of the referral fee; no money moves. Fails with 409 unless the fee is due or partially_paid and the client consented to the terms as they are, and for more than is left of it. Payouts go on while the case is archived.",
    emits: ["referral.payout_recorded"],
    mayEmit: ["referral.fee_paid"],
    errors: ["INVALID_STATE_TRANSITION"],
    created: { location: "/referrals/{payout.referralId}/payouts" },
  })
    .input(NewPayout.extend({ referralId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      payout: await recordPayout(ctx, referralId, given),
    })),

  "referrals.payouts.transition": operation({
    ...writing,
    route: "POST /referrals/{referralId}/payouts/{payoutId}/transitions",
    echoes: ["payout.state", "payout.availableTransitions"],
    summary: "Confirm, dispute or void a payout",
    description:
      "Transitions: recorded → confirmed, disputed (the originating firm), voided (the handling one); disputed → confirmed, voided; confirmed → voided. `If-Match` is about the referral.",
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    mayEmit: ["referral.payout_confirmed", "referral.payout_voided", "referral.updated"],
  })
    .input(PayoutTransition.extend({ referralId: Id, payoutId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, payoutId, ...transition } }) => ({
      payout: await transitionPayout(ctx, { referralId, payoutId }, transition),
    })),
};
