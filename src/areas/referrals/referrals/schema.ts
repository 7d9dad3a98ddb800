import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { PostalAddress } from "../../../contract/values/postal-address.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  CalendarDate,
  Cents,
  Id,
  Instant,
  isUnique,
  PartyName,
  PastDate,
  PlausibleDate,
  text,
  trimmedText,
  versionFields,
} from "../../../contract/values/values.ts";
import { withheldMembers } from "../../../contract/values/withheld.ts";
import { CaseDetail } from "../../cases/domain.creation.ts";
import { Client } from "../../clients/domain.creation.ts";
import { leadEnumerations } from "../../leads/enumerations.ts";
import { Lead } from "../../leads/domain.changes.ts";
import { PartnerFirmKind } from "../partner-firms/schema.ts";
import { FeeTerms, GivenFeeTerms } from "../schema.terms.ts";
import { referralEnumerations } from "./enumerations.ts";

const Direction = oneOf(referralEnumerations.referralDirection);
const Channel = oneOf(referralEnumerations.referralChannel);
export const ReferralSide = oneOf(referralEnumerations.referralSide);
export type ReferralSide = z.infer<typeof ReferralSide>;
export const ReferralStatus = oneOf(referralEnumerations.referralStatus);
export type ReferralStatus = z.infer<typeof ReferralStatus>;
export const ReferralFeeStatus = oneOf(referralEnumerations.referralFeeStatus);
export type ReferralFeeStatus = z.infer<typeof ReferralFeeStatus>;
export const DeclineReason = oneOf(referralEnumerations.referralDeclineReason);
export const ReturnReason = oneOf(referralEnumerations.referralReturnReason);
export const ReferralOutcome = oneOf(referralEnumerations.referralOutcome);
export const ReferralPhase = oneOf(referralEnumerations.referralPhase);
const Severity = oneOf(referralEnumerations.injurySeverity);
const Attention = oneOf(referralEnumerations.referralAttention);
const CaseType = oneOf(sharedEnumerations.caseType);
const CaseState = oneOf(sharedEnumerations.caseState);
const TreatmentStatus = oneOf(leadEnumerations.leadTreatmentStatus);

const maxCents = 10_000_000_000_000;

export const ReferralTeaser = z
  .object({
    caseType: CaseType,
    caseState: CaseState,
    summary: z.string(),
    subCaseType: z.string().nullable(),
    incidentCounty: z.string().nullable(),
    dateOfIncident: CalendarDate.nullable(),
    injurySeverity: Severity.nullable(),
    treatmentStatus: TreatmentStatus.nullable(),
    insuranceKnown: z.boolean().nullable(),
    statuteOfLimitationsEstimateOn: CalendarDate.nullable(),
    estimatedValueCents: Cents.nullable(),
  })
  .meta({ id: "ReferralTeaser", description: "What the handling firm learns before it takes the matter." });
export type ReferralTeaser = z.infer<typeof ReferralTeaser>;

const GivenTeaser = z
  .strictObject({
    caseType: CaseType,
    caseState: CaseState,
    summary: text(20, 2_000).meta({
      description:
        "The matter without the client: neither their last name nor email address, nor seven digits in a row of a phone number.",
    }),
    subCaseType: trimmedText(100).nullable().default(null),
    incidentCounty: trimmedText(100).nullable().default(null),
    dateOfIncident: PastDate.nullable().default(null),
    injurySeverity: Severity.nullable().default(null),
    treatmentStatus: TreatmentStatus.nullable().default(null),
    insuranceKnown: z.boolean().nullable().default(null),
    statuteOfLimitationsEstimateOn: PlausibleDate.nullable().default(null),
    estimatedValueCents: z.int().min(0).max(maxCents).nullable().default(null).meta({ description: "US cents." }),
  })
  .meta({ id: "GivenReferralTeaser" });

export const ConflictNames = z
  .object({ clientNames: z.array(z.string()), adverseNames: z.array(z.string()) })
  .meta({ id: "ReferralConflictNames", description: "Whom a conflict check of the handling firm finds." });

const Names = (most: number) => z.array(PartyName).max(most).refine(isUnique, "must not contain a name twice");
const GivenConflictNames = z
  .strictObject({ clientNames: Names(5).min(1), adverseNames: Names(20).default([]) })
  .meta({ id: "GivenReferralConflictNames" });

const ReceivedClient = z
  .object({
    firstName: z.string().nullable(),
    middleName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    preferredContactMethod: z.string().nullable(),
    preferredLanguage: z.string().nullable(),
    dateOfBirth: CalendarDate.nullable(),
    address: z.strictObject(PostalAddress.shape).nullable(),
  })
  .strict();

const ReceivedFacts = z
  .object({
    caseType: CaseType.nullable(),
    subCaseType: z.string().nullable(),
    caseState: CaseState.nullable(),
    dateOfIncident: CalendarDate.nullable(),
    description: z.string().nullable(),
    injuryDescription: z.string().nullable(),
    treatmentStatus: TreatmentStatus.nullable(),
    statuteOfLimitationsOn: CalendarDate.nullable(),
    atFaultParty: z.string().nullable(),
    priorAttorneyName: z.string().nullable(),
  })
  .strict();

export const ReceivedMatter = z.object({ client: ReceivedClient, matter: ReceivedFacts }).meta({
  id: "ReceivedReferral",
  description: "The client and the matter as they were when the handling firm accepted.",
});
export type ReceivedMatter = z.infer<typeof ReceivedMatter>;

const Terms = FeeTerms.extend({
  termsRevision: z.int32().min(1).meta({ description: "Raised by each change of the terms." }),
  proposedBy: ReferralSide,
  acceptedOn: CalendarDate.nullable().meta({ description: "When the other firm accepted them." }),
}).meta({ id: "ReferralTerms" });

const ClientConsent = z
  .object({
    consentedOn: CalendarDate,
    termsRevision: z.int32().meta({ description: "The revision of the terms to which the client agreed." }),
    obtainedBy: ReferralSide,
    documentId: Id.nullable(),
    esignRequestId: Id.nullable(),
  })
  .meta({ id: "ReferralClientConsent" });

export const Referral = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "REF-2026-00042" }),
    direction: Direction,
    channel: Channel,
    pairId: z.string().nullable().meta({
      description: "Of a referral between firms of this installation: random, and the same on both sides.",
    }),
    partnerFirm: z.object({ id: Id, name: z.string(), kind: PartnerFirmKind }),
    leadId: Id.nullable(),
    caseId: Id.nullable(),
    status: ReferralStatus,
    statusChangedAt: Instant,
    statusReason: z.string().nullable().meta({
      description: "A code of `referralDeclineReason` or `referralReturnReason`; otherwise text.",
    }),
    feeStatus: ReferralFeeStatus,
    availableTransitions: z
      .array(ReferralStatus)
      .meta({ description: "The statuses to which a request of the firm may move it from here." }),
    teaser: ReferralTeaser,
    conflictNames: ConflictNames.nullable(),
    received: ReceivedMatter.nullable().meta({
      description:
        "Of an inbound referral between firms of this installation, once it is accepted. null without `clients:read`.",
    }),
    sharingConsentOn: CalendarDate.nullable().meta({
      description: "When the client agreed that the firm shares what it knows (ABA Model Rule 1.6).",
    }),
    terms: Terms.nullable(),
    clientConsent: ClientConsent.nullable().meta({ description: "The client's agreement to the division of the fee." }),
    originatingAttorneyName: z.string().nullable(),
    handlingAttorneyName: z.string().nullable(),
    assignedMemberId: Id.nullable(),
    responseDueOn: CalendarDate.nullable(),
    expiresAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    acceptedAt: Instant.nullable(),
    engagedOn: CalendarDate.nullable(),
    closedOn: CalendarDate.nullable(),
    outcome: ReferralOutcome.nullable(),
    totalFeeCents: Cents.nullable().meta({ description: "US cents of attorney fee in the matter." }),
    settlementAmountCents: Cents.nullable(),
    referralFeeDueCents: Cents.nullable().meta({
      description: "US cents: the share of `totalFeeCents` by the terms, rounded half up, or the flat amount.",
    }),
    paidCents: Cents.meta({ description: "US cents of payouts that are not voided." }),
    nextUpdateDueOn: CalendarDate.nullable(),
    lastUpdateAt: Instant.nullable(),
    isUpdateOverdue: z.boolean().meta({ description: "Whether the handling firm is engaged and its update is late." }),
    conflictCheckId: Id.nullable(),
    reReferralOfId: Id.nullable().meta({ description: "The referral of the matter that came to nothing before." }),
    attention: Attention.nullable(),
    warnings: z.array(z.string()).meta({
      description: "What unverified rules on dividing fees say of the terms. Those that an attorney verified reject.",
    }),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "Referral" });
export type Referral = z.infer<typeof Referral>;
withheldMembers.add(Referral, { scope: "clients:read", members: ["received"] });

/** What events leave out. */
export const redactedMembers = ["conflictNames", "received", "notes"] as const;
export const ReferralInEvent = Referral.extend({ conflictNames: Redacted, received: Redacted, notes: Redacted }).meta({
  id: "ReferralInEvent",
});

const own = {
  assignedMemberId: Id.nullable().optional().meta({ description: "An active member who looks after it." }),
  conflictCheckId: Id.nullable().optional(),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

const drafted = {
  conflictNames: GivenConflictNames.nullable().optional(),
  sharingConsentOn: CalendarDate.nullable().optional().meta({
    description: "When the client agreed that the firm shares what it knows; required to send, not in the future.",
  }),
  originatingAttorneyName: PartyName.nullable().optional(),
};

export const NewReferral = z.strictObject({
  direction: Direction,
  partnerFirmId: Id,
  leadId: Id.nullable().optional().meta({ description: "Of an outbound referral: this or `caseId`." }),
  caseId: Id.nullable().optional(),
  teaser: GivenTeaser,
  terms: GivenFeeTerms.nullable().optional().meta({ description: "By default the partner firm's." }),
  ...drafted,
  ...own,
  reReferralOfId: Id.nullable().optional().meta({
    description: "A referral of the same matter that was declined, expired, withdrawn or returned.",
  }),
});
export type NewReferral = z.infer<typeof NewReferral>;

export const ReferralChanges = z.strictObject({
  teaser: GivenTeaser.optional(),
  terms: GivenFeeTerms.nullable().optional(),
  ...drafted,
  ...own,
  leadId: Id.optional().meta({ description: "Only while it is null." }),
  caseId: Id.optional().meta({ description: "Only while it is null." }),
  attention: z.null().optional().meta({ description: "null: someone looked at it." }),
});
export type ReferralChanges = z.infer<typeof ReferralChanges>;

export const ReferralSending = z.strictObject({
  answerWithinBusinessDays: z.int().min(1).max(10).optional().meta({
    description: "How long the handling firm has to answer; by default 3 days.",
  }),
  expiresAfterDays: z.int().min(1).max(90).optional().meta({
    description: "After how many days the offer expires; by default 7.",
  }),
});
export type ReferralSending = z.infer<typeof ReferralSending>;

export const ReferralAcceptance = z.strictObject({
  termsRevision: z.int32().min(1).nullable().default(null).meta({
    description: "The latest revision of the terms; required unless the referral has none.",
  }),
  handlingAttorneyId: Id.optional().meta({
    description: "An active attorney of the firm; required where the firm is the handling one.",
  }),
  handlingAttorneyName: PartyName.optional().meta({ description: "Of the other firm, where that takes the matter." }),
  attach: z.enum(["new_lead", "new_case"]).optional().meta({
    description:
      "Of a referral between firms of this installation: what the firm makes of the client and the matter that it receives.",
  }),
  leadId: Id.optional().meta({ description: "The firm's own lead of the matter, if it has none yet." }),
  caseId: Id.optional().meta({ description: "The firm's own case of the matter." }),
});
export type ReferralAcceptance = z.infer<typeof ReferralAcceptance>;

export const Accepted = z.object({
  referral: Referral,
  lead: Lead.pick({ id: true, status: true, possibleDuplicateOf: true })
    .nullable()
    .meta({ description: "That `attach` made, in short." }),
  case: CaseDetail.nullable().meta({ description: "That `attach` made." }),
  client: Client.nullable().meta({ description: "That `attach` made." }),
});
export type Accepted = z.infer<typeof Accepted>;

export const ReferralTransition = z.strictObject({
  status: z.enum(["under_review", "declined", "withdrawn", "engaged", "returned", "closed"]),
  reason: text(1, 1_000).optional().meta({
    description:
      "Of `declined` a code of `referralDeclineReason`, of `returned` one of `referralReturnReason`; text for `withdrawn` after it was sent, and to reopen a closed one. Required for these.",
  }),
  note: text(1, 4_000).optional().meta({ description: "For the firm's own history." }),
  engagedOn: CalendarDate.optional().meta({
    description: "When the client signed with the handling firm; required for `engaged` after `accepted`.",
  }),
  outcome: ReferralOutcome.optional().meta({ description: "Required for `closed`." }),
  closedOn: CalendarDate.optional().meta({ description: "Of `closed`; today by default." }),
});
export type ReferralTransition = z.infer<typeof ReferralTransition>;

export const FeeTermsChange = z
  .strictObject({
    terms: GivenFeeTerms.optional(),
    acceptRevision: z.int32().min(1).optional().meta({ description: "Accepts the terms of the other firm." }),
  })
  .refine(({ terms, acceptRevision }) => (terms === undefined) !== (acceptRevision === undefined), {
    message: "required: terms or acceptRevision, not both",
  });
export type FeeTermsChange = z.infer<typeof FeeTermsChange>;

export const GivenClientConsent = z.strictObject({
  consentedOn: CalendarDate.meta({ description: "Not in the future." }),
  termsRevision: z.int32().min(1).meta({ description: "The revision of the terms to which the client agreed." }),
  obtainedBy: ReferralSide.optional().meta({ description: "The firm that obtained it; by default the own one." }),
  documentId: Id.nullable().optional().meta({ description: "The consent, a document of the lead or case." }),
  esignRequestId: Id.nullable().optional().meta({ description: "The completed signature request of the consent." }),
});
export type GivenClientConsent = z.infer<typeof GivenClientConsent>;

export const StatedFee = z.strictObject({
  totalFeeCents: z.int().min(0).max(maxCents).meta({ description: "US cents of attorney fee in the matter." }),
  settlementAmountCents: z.int().min(0).max(maxCents).nullable().optional(),
});
export type StatedFee = z.infer<typeof StatedFee>;

export const FeeTransition = z.strictObject({
  status: z.enum(["disputed", "resolved", "waived"]).meta({ description: "`resolved` ends a dispute." }),
  reason: text(1, 1_000).optional().meta({ description: "Required for `disputed` and `waived`." }),
});
export type FeeTransition = z.infer<typeof FeeTransition>;

export const ReferralFilter = z.strictObject({
  ...sortedPageInput,
  direction: Direction.optional(),
  status: ReferralStatus.optional(),
  feeStatus: ReferralFeeStatus.optional(),
  partnerFirmId: Id.optional(),
  leadId: Id.optional(),
  caseId: Id.optional(),
  updateOverdue: z.boolean().optional(),
  responseDueBefore: CalendarDate.optional().meta({ description: "Sent or under review, and due before this day." }),
  attention: Attention.optional(),
});
export type ReferralFilter = z.infer<typeof ReferralFilter>;
