import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import {
  acceptedReferral,
  consentedReferral,
  dueReferral,
  engagedReferral,
  receivedReferral,
  referral,
  sentReferral,
} from "./examples.ts";
import { ReferralInEvent, redactedMembers, type Referral } from "./schema.ts";

const shown = <Shown extends Referral>(record: Shown) => redactMembers(record, redactedMembers);
const redactions = "Names for conflict checks and notes in events of referrals read `[redacted]`.";
const paid = { ...dueReferral, feeStatus: "paid", paidCents: 1_333_333, revision: 7 } as const;
const partly = { ...dueReferral, feeStatus: "partially_paid", paidCents: 800_000, revision: 7 } as const;
const ended = { availableTransitions: [], revision: 3 };
const unpaid = { feeStatus: "due", paidCents: 0 } as const;
const moved = ({ status, availableTransitions }: Pick<Referral, "status" | "availableTransitions">) => ({
  status,
  availableTransitions,
});

export const referralEvents = defineEvents({
  entity: "referral",
  area: "referrals",
  scope: "referrals:read",
  payload: ReferralInEvent,
  exampleRelatedIds: () => [
    { entity: "partner_firm", id: referral.partnerFirm.id },
    { entity: "lead", id: referral.leadId },
  ],
  types: {
    "referral.created": {
      description: `A referral was drafted, or one from a firm elsewhere recorded. ${redactions}`,
      example: { payload: shown(referral) },
    },
    "referral.updated": {
      description:
        "A referral was changed: what it says, a fee that was waived, a dispute that was resolved, or a payout that is disputed.",
      example: {
        payload: { ...shown(referral), assignedMemberId: "mem_01kf3m2e4g6j8m0q2s4v6x8z1b", revision: 2 },
        before: { assignedMemberId: null },
      },
    },
    "referral.sent": {
      description: "A referral was sent to the handling firm.",
      example: {
        payload: shown(sentReferral),
        before: { ...moved(referral), sentAt: null, expiresAt: null, responseDueOn: null, warnings: [] },
      },
    },
    "referral.received": {
      description: "A firm of this installation referred a matter to the firm. `metadata.by` is `counterparty`.",
      example: { payload: shown(receivedReferral) },
    },
    "referral.status_changed": {
      description: "A referral is under review, or a closed one was reopened. Other statuses have their own event.",
      example: {
        payload: {
          ...shown(sentReferral),
          status: "under_review",
          availableTransitions: ["accepted", "declined", "withdrawn"],
          revision: 3,
        },
        before: moved(sentReferral),
      },
    },
    "referral.accepted": {
      description: "The handling firm takes the matter.",
      example: {
        payload: shown(acceptedReferral),
        before: {
          ...moved(sentReferral),
          terms: sentReferral.terms,
          acceptedAt: null,
          handlingAttorneyName: null,
        },
      },
    },
    "referral.declined": {
      description: "The handling firm does not take the matter.",
      example: {
        payload: { ...shown(sentReferral), status: "declined", statusReason: "capacity", ...ended },
        before: { ...moved(sentReferral), statusReason: null },
      },
    },
    "referral.expired": {
      description: "No one answered in time.",
      example: {
        payload: { ...shown(sentReferral), status: "expired", ...ended },
        before: moved(sentReferral),
      },
    },
    "referral.withdrawn": {
      description: "The originating firm took the referral back.",
      example: {
        payload: {
          ...shown(sentReferral),
          status: "withdrawn",
          statusReason: "The client chose another firm.",
          ...ended,
        },
        before: { ...moved(sentReferral), statusReason: null },
      },
    },
    "referral.returned": {
      description: "The handling firm gave the matter back.",
      example: {
        payload: {
          ...shown(acceptedReferral),
          status: "returned",
          statusReason: "client_did_not_sign",
          availableTransitions: [],
          revision: 4,
        },
        before: { ...moved(acceptedReferral), statusReason: null },
      },
    },
    "referral.engaged": {
      description: "The client signed with the handling firm.",
      example: {
        payload: shown(engagedReferral),
        before: {
          ...moved(consentedReferral),
          feeStatus: "none",
          engagedOn: null,
          nextUpdateDueOn: null,
          warnings: consentedReferral.warnings,
        },
      },
    },
    "referral.closed": {
      description: "The matter is over.",
      example: {
        payload: {
          ...shown(dueReferral),
          status: "closed",
          outcome: "won_settled",
          closedOn: "2026-03-14",
          availableTransitions: ["engaged"],
          revision: 7,
        },
        before: { ...moved(dueReferral), outcome: null, closedOn: null },
      },
    },
    "referral.terms_proposed": {
      description: "The terms of a referral were changed; the other firm has not accepted these.",
      example: {
        payload: {
          ...shown(sentReferral),
          terms: { ...sentReferral.terms, rate: { basisPoints: 2_500 }, termsRevision: 2 },
          revision: 3,
        },
        before: { terms: sentReferral.terms },
      },
    },
    "referral.terms_accepted": {
      description: "The other firm accepted the terms.",
      example: {
        payload: { ...shown(acceptedReferral), revision: 4 },
        before: { terms: sentReferral.terms },
      },
    },
    "referral.consent_recorded": {
      description: "The client consents to the division of the fee.",
      example: { payload: shown(consentedReferral), before: { clientConsent: null } },
    },
    "referral.update_posted": {
      description: "A firm posted an update; `relatedIds` names it.",
      example: {
        payload: { ...shown(engagedReferral), lastUpdateAt: "2026-03-14T15:09:26.535Z", revision: 6 },
        before: { lastUpdateAt: null },
      },
    },
    "referral.documents_shared": {
      description: "A firm shared documents; `relatedIds` names them.",
      example: { payload: { ...shown(engagedReferral), revision: 6 } },
    },
    "referral.documents_received": {
      description: "The copy of a document that was shared arrived; `relatedIds` names it.",
      example: { payload: { ...shown(engagedReferral), revision: 7 } },
    },
    "referral.documents_failed": {
      description: "A document that was shared could not be copied; `relatedIds` names it.",
      example: {
        payload: { ...shown(engagedReferral), attention: "documents_failed", revision: 7 },
        before: { attention: null },
      },
    },
    "referral.update_overdue": {
      description: "The update of the handling firm is late. Recorded once for each day on which one is due.",
      example: { payload: { ...shown(engagedReferral), isUpdateOverdue: true, revision: 6 } },
    },
    "referral.response_due": {
      description: "The handling firm has until the next day to answer.",
      example: { payload: { ...shown(sentReferral), revision: 3 } },
    },
    "referral.fee_stated": {
      description: "The attorney fee of the matter is known, and with it the referral fee.",
      example: {
        payload: shown(dueReferral),
        before: {
          feeStatus: "agreed",
          totalFeeCents: null,
          settlementAmountCents: null,
          referralFeeDueCents: null,
        },
      },
    },
    "referral.fee_paid": {
      description: "The referral fee is paid.",
      example: { payload: shown(paid), before: unpaid },
    },
    "referral.fee_disputed": {
      description: "The originating firm disputes the fee.",
      example: { payload: { ...shown(dueReferral), feeStatus: "disputed", revision: 7 }, before: { feeStatus: "due" } },
    },
    "referral.payout_recorded": {
      description: "A payout of the referral fee was recorded; `relatedIds` names it.",
      example: { payload: shown(partly), before: unpaid },
    },
    "referral.payout_confirmed": {
      description: "The originating firm received a payout; `relatedIds` names it.",
      example: { payload: { ...shown(partly), revision: 8 } },
    },
    "referral.payout_voided": {
      description: "A payout was not paid after all; `relatedIds` names it.",
      example: {
        payload: { ...shown(dueReferral), revision: 8 },
        before: { feeStatus: "partially_paid", paidCents: 800_000 },
      },
    },
  },
});
