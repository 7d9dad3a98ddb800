import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  CalendarDate,
  Cents,
  Id,
  PlausibleDate,
  isUnique,
  text,
  versionFields,
} from "../../../contract/values/values.ts";
import { feeAgreementEnumerations } from "../fee-agreements/enumerations.ts";
import { givenCents, maxCents } from "../../../contract/values/given-cents.ts";
import { statementEnumerations } from "../statements/enumerations.ts";
import { settlementEnumerations } from "./enumerations.ts";

const SettlementType = oneOf(settlementEnumerations.settlementType);
export const SettlementStatus = oneOf(settlementEnumerations.settlementStatus);
export type SettlementStatus = z.infer<typeof SettlementStatus>;
const RecoveryCategory = oneOf(settlementEnumerations.recoveryCategory);
export type RecoveryCategory = z.infer<typeof RecoveryCategory>;
const ReleaseStatus = oneOf(settlementEnumerations.releaseStatus);
const PayerPaymentStatus = oneOf(settlementEnumerations.payerPaymentStatus);
const CourtApproval = oneOf(settlementEnumerations.courtApproval);
const FeeTrigger = oneOf(feeAgreementEnumerations.feeTrigger);
const StatementStatus = oneOf(statementEnumerations.statementStatus);
const WarningCode = oneOf(settlementEnumerations.settlementWarningCode);

export const maxPayers = 50;
export const maxShares = 20;

export const SettlementPayer = z
  .object({
    id: Id,
    policyId: Id.nullable(),
    partyId: Id.nullable(),
    contactId: Id.nullable(),
    name: z.string().nullable().meta({ description: "Of the contact, the party, or the carrier of the policy." }),
    category: RecoveryCategory,
    grossCents: Cents,
    isFeeBearing: z.boolean().meta({ description: "Whether a fee is due on it." }),
    paidDirectCents: Cents.meta({ description: "US cents of it that are paid to others than the firm." }),
    expectedOn: CalendarDate.nullable(),
    release: ReleaseStatus,
    releaseDocumentId: Id.nullable(),
    receivedCents: Cents.meta({ description: "US cents that are deposited in trust." }),
    clearedCents: Cents.meta({ description: "US cents of it that have cleared." }),
    paymentStatus: PayerPaymentStatus,
  })
  .meta({ id: "SettlementPayer" });
export type SettlementPayer = z.infer<typeof SettlementPayer>;

export const SettlementShare = z
  .object({
    id: Id,
    claimantPartyId: Id.nullable().meta({ description: "null for the case's client." }),
    claimantName: z.string().nullable().meta({ description: "Of the party; null for the case's client." }),
    grossCents: Cents,
    consentOn: CalendarDate.nullable(),
    consentDocumentId: Id.nullable(),
    courtApproval: CourtApproval,
    orderDocumentId: Id.nullable(),
    approvedFeeCents: Cents.nullable().meta({ description: "US cents of the fee that the court approved." }),
  })
  .meta({ id: "SettlementShare" });
export type SettlementShare = z.infer<typeof SettlementShare>;

const ofStatements = "null until each share has a statement.";
export const SettlementTotals = z
  .object({
    grossCents: Cents,
    paidDirectCents: Cents,
    receivedCents: Cents,
    clearedCents: Cents,
    attorneyFeeCents: Cents.nullable().meta({
      description: `US cents for the firm, without referral fees; ${ofStatements}`,
    }),
    referralFeeCents: Cents.nullable(),
    costsCents: Cents.nullable().meta({ description: `US cents of costs and invoices; ${ofStatements}` }),
    liensCents: Cents.nullable(),
    otherCents: Cents.nullable(),
    holdbackCents: Cents.nullable(),
    netToClientCents: Cents.nullable(),
    disbursedCents: Cents.meta({ description: "US cents that were paid out of trust." }),
  })
  .meta({ id: "SettlementTotals" });

const SettlementWarning = z.object({ code: WarningCode, message: z.string() }).meta({ id: "SettlementWarning" });
export type SettlementWarning = z.infer<typeof SettlementWarning>;

const ShortStatement = z
  .object({ id: Id, shareId: Id, version: z.int(), status: StatementStatus, isStale: z.boolean() })
  .meta({ id: "ShortSettlementStatement" });

export const Settlement = z
  .object({
    id: Id,
    organizationId: Id,
    sequenceId: z.string().meta({ example: "STL-2026-00012" }),
    case: z.object({ id: Id, sequenceId: z.string() }),
    type: SettlementType,
    title: z.string().nullable(),
    status: SettlementStatus,
    statusReason: z.string().nullable(),
    availableTransitions: z
      .array(SettlementStatus)
      .meta({ description: "The statuses that a request may move the settlement to from here." }),
    agreedOn: CalendarDate.nullable(),
    paymentDueOn: CalendarDate.nullable(),
    isConfidential: z.boolean(),
    terms: z.string().nullable(),
    negotiationId: Id.nullable(),
    aggregateConsentDocumentId: Id.nullable().meta({
      description: "The consent of all claimants to one settlement of their claims (Model Rule 1.8(g)).",
    }),
    feeTrigger: FeeTrigger.nullable().meta({
      description: "Which tier of the fee agreement applies; null without an agreement, or while `agreedOn` is null.",
    }),
    feeTriggerReason: z
      .string()
      .nullable()
      .meta({ description: "Why it was chosen; null where it follows from the case." }),
    payers: z.array(SettlementPayer),
    shares: z.array(SettlementShare),
    totals: SettlementTotals,
    statements: z
      .array(ShortStatement)
      .nullable()
      .meta({ description: "Every version of every share, the oldest first; null in a list." }),
    warnings: z.array(SettlementWarning).meta({
      description: "What to look at. In a list without those that compare the settlement with its case.",
    }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Settlement" });
export type Settlement = z.infer<typeof Settlement>;

export const SettlementInEvent = Settlement.omit({ statements: true })
  .extend({ terms: Redacted })
  .meta({ id: "SettlementInEvent" });

const oneOfPayers = (given: { policyId?: unknown; partyId?: unknown; contactId?: unknown }) =>
  [given.policyId, given.partyId, given.contactId].filter((id) => typeof id === "string").length === 1;

const GivenPayer = z
  .strictObject({
    policyId: Id.nullable().optional().meta({ description: "An insurance policy of the case." }),
    partyId: Id.nullable().optional().meta({ description: "A party of the case." }),
    contactId: Id.nullable().optional(),
    category: RecoveryCategory,
    grossCents: givenCents(1, 10_000_000),
    isFeeBearing: z
      .boolean()
      .optional()
      .meta({ description: "Default: false for property_damage, med_pay and pip, true for the others." }),
    paidDirectCents: givenCents(0, 0).optional().meta({
      description: "US cents, at most `grossCents`: what is paid to others than the firm, such as for an annuity.",
    }),
    expectedOn: PlausibleDate.nullable().optional().meta({ description: "Default: `paymentDueOn`." }),
    release: ReleaseStatus.optional(),
    releaseDocumentId: Id.nullable().optional().meta({ description: "A document of the case." }),
  })
  .refine(oneOfPayers, { path: ["policyId"], message: "exactly one of policyId, partyId and contactId is required" })
  .refine(({ grossCents, paidDirectCents = 0 }) => paidDirectCents <= grossCents, {
    path: ["paidDirectCents"],
    message: "must not be more than grossCents",
  })
  .meta({ id: "GivenSettlementPayer" });
export type GivenPayer = z.infer<typeof GivenPayer>;

const isConsent = ({ consentOn, consentDocumentId }: { consentOn?: unknown; consentDocumentId?: unknown }) =>
  (typeof consentOn === "string") === (typeof consentDocumentId === "string");

const GivenShare = z
  .strictObject({
    claimantPartyId: Id.nullable()
      .optional()
      .meta({ description: "A party of the case with `isClient`; null for the case's client." }),
    grossCents: givenCents(1, 10_000_000),
    consentOn: CalendarDate.nullable().optional().meta({ description: "Not in the future." }),
    consentDocumentId: Id.nullable()
      .optional()
      .meta({ description: "The claimant's consent in writing, a document of the case; with `consentOn`." }),
    courtApproval: CourtApproval.optional(),
    orderDocumentId: Id.nullable()
      .optional()
      .meta({ description: "The order of the court, a document of the case; required for approved and denied." }),
    approvedFeeCents: givenCents(0, 2_500_000).nullable().optional().meta({
      description: "US cents of the fee that the court approved; with approved alone.",
    }),
  })
  .refine(isConsent, { path: ["consentDocumentId"], message: "required with consentOn, and allowed only with it" })
  .meta({ id: "GivenSettlementShare" });
export type GivenShare = z.infer<typeof GivenShare>;

const GivenPayers = z
  .array(GivenPayer)
  .min(1)
  .max(maxPayers)
  .refine(
    (payers) => payers.reduce((sum, { grossCents }) => sum + grossCents, 0) <= maxCents,
    `must have grossCents of at most ${maxCents} together`,
  );
const GivenShares = z
  .array(GivenShare)
  .min(1)
  .max(maxShares)
  .refine(
    (shares) => isUnique(shares.map(({ claimantPartyId }) => claimantPartyId ?? null)),
    "must not contain a claimant twice",
  );

const optional = {
  title: text(1, 200).nullable().optional(),
  agreedOn: CalendarDate.nullable().optional().meta({ description: "Not in the future." }),
  paymentDueOn: PlausibleDate.nullable().optional(),
  isConfidential: z.boolean().optional(),
  terms: text(1, 10_000).nullable().optional(),
  negotiationId: Id.nullable().optional().meta({ description: "An entry of the negotiation of the case." }),
  aggregateConsentDocumentId: Id.nullable()
    .optional()
    .meta({ description: "A document of the case; required from two shares on before it is agreed." }),
  feeTrigger: FeeTrigger.nullable()
    .optional()
    .meta({ description: "In place of what follows from the case; null takes the choice back." }),
  feeTriggerReason: text(1, 1_000).nullable().optional().meta({ description: "Required with `feeTrigger`." }),
  externalId: text(1, 200).nullable().optional(),
};

export const NewSettlement = z.strictObject({
  type: SettlementType,
  payers: GivenPayers,
  shares: GivenShares,
  ...optional,
});
export type NewSettlement = z.infer<typeof NewSettlement>;

const PayerChanges = z
  .strictObject({
    id: Id.meta({ description: "Of a payer of the settlement." }),
    expectedOn: PlausibleDate.nullable().optional(),
    release: ReleaseStatus.optional(),
    releaseDocumentId: Id.nullable().optional().meta({ description: "A document of the case." }),
  })
  .meta({ id: "SettlementPayerChanges" });

const ShareChanges = z
  .strictObject({
    id: Id.meta({ description: "Of a share of the settlement." }),
    courtApproval: CourtApproval.optional(),
    orderDocumentId: Id.nullable().optional().meta({ description: "A document of the case." }),
    approvedFeeCents: givenCents(0, 2_500_000).nullable().optional(),
  })
  .meta({ id: "SettlementShareChanges" });

export const SettlementChanges = z.strictObject({
  type: SettlementType.optional(),
  ...optional,
  payers: GivenPayers.optional().meta({ description: "All of them, in place of those of the draft." }),
  shares: GivenShares.optional().meta({ description: "All of them, in place of those of the draft." }),
  payerChanges: z
    .array(PayerChanges)
    .min(1)
    .max(maxPayers)
    .refine((changes) => isUnique(changes.map(({ id }) => id)), "must not contain a payer twice")
    .optional()
    .meta({ description: "Releases and dates of single payers, also once it is agreed." }),
  shareChanges: z
    .array(ShareChanges)
    .min(1)
    .max(maxShares)
    .refine((changes) => isUnique(changes.map(({ id }) => id)), "must not contain a share twice")
    .optional()
    .meta({ description: "The court's approval of single shares, also once it is agreed." }),
});
export type SettlementChanges = z.infer<typeof SettlementChanges>;

export const SettlementTransition = z.strictObject({
  status: z.enum(["agreed", "closed", "fell_through", "voided"]),
  agreedOn: CalendarDate.optional().meta({
    description: "With `agreed`: required unless the settlement has it. Not in the future.",
  }),
  reason: text(1, 1_000).optional().meta({ description: "Required for `fell_through` and `voided`." }),
});
export type SettlementTransition = z.infer<typeof SettlementTransition>;

export const SettlementFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  status: SettlementStatus.optional(),
  agreedFrom: CalendarDate.optional(),
  agreedTo: CalendarDate.optional(),
  paymentDueBefore: CalendarDate.optional(),
});
export type SettlementFilter = z.infer<typeof SettlementFilter>;
