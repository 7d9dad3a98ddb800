import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { partnerFirm } from "../partner-firms/examples.ts";
import { Referral } from "./schema.ts";

const terms = { ...partnerFirm.defaultTerms, termsRevision: 1, proposedBy: "originating", acceptedOn: null } as const;

/** The lead of the story goes to a firm that tries such cases. */
export const referral = exampleRecord(Referral, {
  id: "rfl_01kjp8z3c5e7g9j1m3p5r7t9v1",
  organizationId: ids.organizationId,
  sequenceId: "REF-2026-00042",
  direction: "outbound",
  channel: "external",
  partnerFirm: { id: partnerFirm.id, name: partnerFirm.name, kind: partnerFirm.kind },
  leadId: ids.leadId,
  status: "draft",
  statusChangedAt: times.now,
  feeStatus: "none",
  availableTransitions: ["sent", "withdrawn"],
  teaser: {
    caseType: "truck_accident",
    caseState: "TX",
    summary: "Rear-ended by a tractor-trailer on I-35; herniated disc, surgery recommended.",
    subCaseType: null,
    incidentCounty: "Travis",
    dateOfIncident: "2026-01-19",
    injurySeverity: "severe",
    treatmentStatus: null,
    insuranceKnown: true,
    statuteOfLimitationsEstimateOn: "2028-01-19",
    estimatedValueCents: 30_000_000,
  },
  conflictNames: { clientNames: ["Elena Marsh"], adverseNames: ["Lone Star Freight"] },
  sharingConsentOn: "2026-03-13",
  terms,
  originatingAttorneyName: "Ada Counsel",
  paidCents: 0,
  isUpdateOverdue: false,
  warnings: [],
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const sentReferral = {
  ...referral,
  status: "sent",
  availableTransitions: ["under_review", "accepted", "declined", "withdrawn"],
  sentAt: times.now,
  expiresAt: "2026-03-21T15:09:26.535Z",
  responseDueOn: "2026-03-18",
  warnings: [
    "Tex. RPC 1.04(f) (not verified by an attorney of the firm): the client consents in writing before the referral",
  ],
  revision: 2,
} satisfies Referral;

export const acceptedReferral = {
  ...sentReferral,
  status: "accepted",
  availableTransitions: ["engaged", "returned"],
  terms: { ...terms, acceptedOn: "2026-03-14" },
  acceptedAt: times.now,
  handlingAttorneyName: partnerFirm.attorneyName,
  revision: 3,
} satisfies Referral;

export const consentedReferral = {
  ...acceptedReferral,
  clientConsent: {
    consentedOn: "2026-03-13",
    termsRevision: 1,
    obtainedBy: "originating",
    documentId: null,
    esignRequestId: null,
  },
  revision: 4,
} satisfies Referral;

export const engagedReferral = {
  ...consentedReferral,
  status: "engaged",
  availableTransitions: ["returned", "closed"],
  feeStatus: "agreed",
  engagedOn: "2026-03-14",
  nextUpdateDueOn: "2026-06-12",
  warnings: [],
  revision: 5,
} satisfies Referral;

export const dueReferral = {
  ...engagedReferral,
  feeStatus: "due",
  totalFeeCents: 4_000_000,
  settlementAmountCents: 12_000_000,
  referralFeeDueCents: 1_333_333,
  revision: 6,
} satisfies Referral;

/** What a firm of this installation referred to the firm. */
export const receivedReferral = {
  ...referral,
  direction: "inbound",
  channel: "network",
  pairId: "5f0c2d9a7b3e4816a1d2c3b4e5f60718",
  partnerFirm: { ...referral.partnerFirm, kind: "network" },
  leadId: null,
  status: "sent",
  availableTransitions: ["under_review", "accepted", "declined"],
  sentAt: times.now,
  expiresAt: "2026-03-21T15:09:26.535Z",
  responseDueOn: "2026-03-18",
} as const satisfies Referral;

export const ofReferral = { referralId: referral.id };
const { direction, leadId, teaser, conflictNames, sharingConsentOn } = referral;

export const referralExamples = {
  "referrals.list": {
    parameters: { status: "sent" },
    response: { referrals: [sentReferral], nextCursor: null },
  },
  "referrals.create": {
    body: { direction, partnerFirmId: partnerFirm.id, leadId, teaser, conflictNames, sharingConsentOn },
    response: { referral },
  },
  "referrals.get": { parameters: ofReferral, response: { referral: dueReferral } },
  "referrals.update": {
    parameters: ofReferral,
    body: { notes: "They tried three such cases." },
    response: { referral: { ...referral, notes: "They tried three such cases.", revision: 2 } },
  },
  "referrals.send": {
    parameters: ofReferral,
    body: { expiresAfterDays: 7 },
    response: { referral: sentReferral },
  },
  "referrals.accept": {
    parameters: ofReferral,
    body: { termsRevision: 1, handlingAttorneyName: "Renata Castillo" },
    response: { referral: acceptedReferral, lead: null, case: null, client: null },
  },
  "referrals.transition": {
    parameters: ofReferral,
    body: { status: "under_review" },
    response: {
      referral: {
        ...sentReferral,
        status: "under_review",
        availableTransitions: ["accepted", "declined", "withdrawn"],
        revision: 3,
      },
    },
  },
  "referrals.feeTerms.set": {
    parameters: ofReferral,
    body: { terms: { type: "percentage_of_fee", rate: { basisPoints: 2_500 }, basis: "joint_responsibility" } },
    response: {
      referral: {
        ...sentReferral,
        terms: { ...terms, rate: { basisPoints: 2_500 }, termsRevision: 2 },
        revision: 3,
      },
    },
  },
  "referrals.clientConsent.set": {
    parameters: ofReferral,
    body: { consentedOn: "2026-03-13", termsRevision: 1 },
    response: { referral: consentedReferral },
  },
  "referrals.fee.set": {
    parameters: ofReferral,
    body: { totalFeeCents: 4_000_000, settlementAmountCents: 12_000_000 },
    response: { referral: dueReferral },
  },
  "referrals.fee.transition": {
    parameters: ofReferral,
    body: { status: "disputed", reason: "The settlement was larger." },
    response: { referral: { ...dueReferral, feeStatus: "disputed", revision: 7 } },
  },
} satisfies Record<string, OperationExample>;
