import * as z from "zod";
import { Id, isUnique, PartyName, Revision, text } from "../../../contract/values/values.ts";
import { withIfMatch } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { findCases, FoundCase } from "../../cases/list/domain.finding.ts";
import {
  CloseInput,
  ConflictCheck,
  conflictLimits,
  ConflictResult,
  ResultDecision,
} from "../../conflict-checks/domain.ts";
import { listAttorneys } from "../../keys/domain.ts";
import { acceptReferral } from "./domain.acceptance.ts";
import { closeReferralCheck, decideReferralResult, findReferralCheck, runReferralCheck } from "./domain.checking.ts";
import { sendReferral } from "./domain.sending.ts";
import { transitionReferral } from "./domain.transitions.ts";
import { acceptanceEvents, sendingEvents, transitionEvents } from "./operations.ts";
import { DeclineReason, Referral, ReferralAcceptance, ReferralSending } from "./schema.ts";

const reading = { permission: "referrals:manage", tier: "read" } as const;
const changing = { permission: "referrals:manage", tier: "write", confirm: "second_factor" } as const;
const errors = ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"] as const;
const Chosen = z.strictObject({ referralId: Id, expectedRevision: Revision });
const Shown = z.object({ referral: Referral });
const Check = z.object({ conflictCheck: ConflictCheck, results: z.array(ConflictResult) });

/** A member answers a referral, or sends one: the operations' own functions, with a second factor (0254). */
export const answersPortal = {
  "referrals.acceptOffer": portalOperation({
    ...changing,
    summary: "Accept a referral",
    emits: ["referral.accepted"],
    mayEmit: acceptanceEvents,
    errors,
  })
    .input(ReferralAcceptance.extend(Chosen.shape))
    .output(Shown.extend({ caseNumber: z.string().nullable(), hasNewLead: z.boolean() }))
    .mutation(async ({ ctx, input: { referralId, expectedRevision, ...acceptance } }) => {
      const accepted = await acceptReferral(withIfMatch(ctx, expectedRevision), referralId, acceptance);
      return {
        referral: accepted.referral,
        caseNumber: accepted.case?.sequenceId ?? null,
        hasNewLead: accepted.lead !== null,
      };
    }),

  "referrals.declineOffer": portalOperation({
    ...changing,
    summary: "Decline a referral",
    mayEmit: transitionEvents,
    errors,
  })
    .input(Chosen.extend({ reason: DeclineReason, note: text(1, 4_000).optional() }))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, expectedRevision, ...given } }) => ({
      referral: await transitionReferral(withIfMatch(ctx, expectedRevision), referralId, {
        status: "declined",
        ...given,
      }),
    })),

  "referrals.startReview": portalOperation({
    ...changing,
    summary: "Note that a referral is under review",
    mayEmit: transitionEvents,
    errors,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, expectedRevision } }) => ({
      referral: await transitionReferral(withIfMatch(ctx, expectedRevision), referralId, { status: "under_review" }),
    })),

  "referrals.sendDraft": portalOperation({
    ...changing,
    summary: "Send a referral",
    emits: ["referral.sent"],
    mayEmit: sendingEvents,
    errors: [...errors, "FORBIDDEN"],
  })
    .input(ReferralSending.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, expectedRevision, ...given } }) => ({
      referral: await sendReferral(withIfMatch(ctx, expectedRevision), referralId, given),
    })),

  "referrals.withdrawOffer": portalOperation({
    ...changing,
    summary: "Withdraw a referral",
    mayEmit: transitionEvents,
    errors,
  })
    .input(Chosen.extend({ reason: text(1, 1_000).optional() }))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, expectedRevision, reason } }) => ({
      referral: await transitionReferral(withIfMatch(ctx, expectedRevision), referralId, {
        status: "withdrawn",
        ...(reason !== undefined && { reason }),
      }),
    })),

  "referrals.listAttorneys": portalOperation({ ...reading, summary: "List the attorneys who can take a matter" })
    .input(z.strictObject({}))
    .output(z.object({ attorneys: z.array(z.object({ id: Id, name: z.string() })) }))
    .query(async ({ ctx }) => ({
      attorneys: (await listAttorneys(ctx)).map(({ memberId, firstName, lastName }) => ({
        id: memberId,
        name: `${firstName} ${lastName}`,
      })),
    })),

  "referrals.findCases": portalOperation({
    ...reading,
    summary: "Find a case by its number or its client's name",
    errors: ["FORBIDDEN"],
  })
    .input(z.strictObject({ q: PartyName }))
    .output(z.object({ cases: z.array(FoundCase) }))
    .query(async ({ ctx, input }) => ({ cases: await findCases(ctx, input.q) })),

  "referrals.getConflictCheck": portalOperation({
    ...reading,
    summary: "Get the conflict check of a referral",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ referralId: Id }))
    .output(z.object({ check: Check.nullable() }))
    .query(async ({ ctx, input }) => ({ check: await findReferralCheck(ctx, input.referralId) })),

  "referrals.runConflictCheck": portalOperation({
    ...changing,
    summary: "Run a conflict check of a referral",
    emits: ["conflict_check.created", "referral.updated"],
    errors,
  })
    .input(
      Chosen.extend({
        names: z.array(PartyName).min(1).max(conflictLimits.terms).refine(isUnique, "must not contain a name twice"),
      }),
    )
    .output(z.object({ check: Check }))
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      check: await runReferralCheck(ctx, referralId, given),
    })),

  "referrals.decideConflictResult": portalOperation({
    ...changing,
    summary: "Decide a result of the conflict check of a referral",
    emits: ["conflict_check.updated"],
    errors,
  })
    .input(ResultDecision.extend({ referralId: Id, resultId: Id }))
    .output(z.object({ check: Check }))
    .mutation(async ({ ctx, input: { referralId, ...decided } }) => ({
      check: await decideReferralResult(ctx, referralId, decided),
    })),

  "referrals.closeConflictCheck": portalOperation({
    ...changing,
    summary: "Close the conflict check of a referral",
    emits: ["conflict_check.closed"],
    errors,
  })
    .input(CloseInput.extend({ ...Chosen.shape }))
    .output(z.object({ check: Check }))
    .mutation(async ({ ctx, input: { referralId, expectedRevision, ...closing } }) => ({
      check: await closeReferralCheck(withIfMatch(ctx, expectedRevision), referralId, closing),
    })),
};
