import * as z from "zod";
import { CalendarDate, Cents, Instant } from "../../../contract/values/values.ts";
import {
  ConflictNames,
  DeclineReason,
  ReceivedMatter,
  ReferralFeeStatus,
  ReferralOutcome,
  ReferralPhase,
  ReferralSide,
  ReferralStatus,
  ReferralTeaser,
  ReturnReason,
} from "../referrals/schema.ts";
import { FeeTerms } from "../schema.terms.ts";

/**
 * All that passes from one organization to another. What is written on the other side is parsed by one of these: they
 * are strict, so that a member that is not named here is an error, and the tenancy tests list them field by field.
 */

const Text = z.string().nullable();
const Day = CalendarDate.nullable();
const Amount = Cents.nullable();

/** The terms, and the client's consent to them: without its document. */
const agreed = {
  terms: FeeTerms.strict().nullable(),
  termsRevision: z.int32(),
  termsProposedBy: ReferralSide.nullable(),
  termsAcceptedOn: Day,
  consentedOn: Day,
  consentTermsRevision: z.int32().nullable(),
  consentObtainedBy: ReferralSide.nullable(),
};

/** When a referral is sent: what the handling firm decides by. */
export const CrossingOffer = z.strictObject({
  pairId: z.string(),
  originatingAttorneyName: Text,
  teaser: ReferralTeaser.strict(),
  conflictNames: ConflictNames.strict().nullable(),
  sharingConsentOn: Day,
  ...agreed,
  sentAt: Instant,
});
export type CrossingOffer = z.infer<typeof CrossingOffer>;

/** When a referral is accepted: the client and the matter, as they are at that moment. */
export const CrossingReceived = ReceivedMatter.strict();

/** Later, both ways. Of a reason only the code. */
export const CrossingState = z.strictObject({
  status: ReferralStatus,
  statusReason: z.enum([...DeclineReason.options, ...ReturnReason.options]).nullable(),
  feeStatus: ReferralFeeStatus,
  ...agreed,
  handlingAttorneyName: Text,
  responseDueOn: Day,
  acceptedAt: Instant.nullable(),
  engagedOn: Day,
  closedOn: Day,
  outcome: ReferralOutcome.nullable(),
  totalFeeCents: Amount,
  settlementAmountCents: Amount,
  referralFeeDueCents: Amount,
  paidCents: Cents,
  nextUpdateDueOn: Day,
  lastUpdateAt: Instant.nullable(),
});
export type CrossingState = z.infer<typeof CrossingState>;

export const CrossingUpdate = z.strictObject({
  by: ReferralSide,
  phase: ReferralPhase.nullable(),
  text: Text,
  nextUpdateOn: Day,
  createdAt: Instant,
});

/** A document's copy is made later; of its other members none. */
export const CrossingDocument = z.strictObject({
  pairId: z.string(),
  name: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  category: z.string(),
  state: z.string(),
});

export const CrossingPayout = z.strictObject({
  pairId: z.string(),
  amountCents: Cents,
  paidOn: CalendarDate,
  method: z.string(),
  reference: Text,
  state: z.string(),
});
