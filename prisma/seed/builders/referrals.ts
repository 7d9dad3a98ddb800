import { newId, type Given, type Values } from "./records.ts";

const system = { type: "system", id: "system", name: "Caseport" };

/** A firm that works elsewhere. */
export const buildPartnerFirm = (
  values: Given<"PartnerFirm", "organizationId" | "contactId">,
): Values<"PartnerFirm"> => ({
  id: newId("partnerFirm", values.createdAt),
  kind: "external",
  name: "Castillo Trial Group",
  states: ["TX"],
  createdBy: system,
  ...values,
});

const third = { numerator: 1, denominator: 3 };
const terms = {
  type: "percentage_of_fee",
  rate: third,
  flatCents: null,
  basis: "joint_responsibility",
  workSplit: null,
  jurisdiction: null,
  writtenAgreementOn: null,
  updatesEveryDays: 90,
};

/** What another firm learns of a matter before it accepts. */
export const teaser = {
  caseType: "truck_accident",
  caseState: "TX",
  summary: "Rear-ended by a tractor-trailer on I-35; herniated disc, surgery recommended.",
  subCaseType: null,
  incidentCounty: "Travis",
  dateOfIncident: "2026-01-19",
  injurySeverity: "severe",
  treatmentStatus: null,
  insuranceKnown: true,
  statuteOfLimitationsEstimateOn: null,
  estimatedValueCents: null,
};

/** A draft for a firm that works elsewhere, for a third of the fee. It has a lead or a case. */
export const buildReferral = (
  values: Given<"Referral", "organizationId" | "partnerFirmId" | "sequenceId">,
): Values<"Referral"> => ({
  id: newId("referral", values.createdAt),
  direction: "outbound",
  channel: "external",
  status: "draft",
  teaser,
  terms,
  termsRevision: 1,
  termsProposedBy: "originating",
  sharingConsentOn: "2026-03-13",
  originatingAttorneyName: "Ada Counsel",
  ...values,
});

/** What the handling firm says. */
export const buildReferralUpdate = (
  values: Given<"ReferralUpdate", "organizationId" | "referralId">,
): Values<"ReferralUpdate"> => ({
  id: newId("referralUpdate", values.createdAt),
  by: "handling",
  phase: "treating",
  text: "The client is in treatment.",
  createdBy: system,
  ...values,
});

/** A check of the handling firm. */
export const buildReferralPayout = (
  values: Given<"ReferralPayout", "organizationId" | "referralId">,
): Values<"ReferralPayout"> => ({
  id: newId("referralPayout", values.createdAt),
  amountCents: 800_000,
  paidOn: "2026-03-14",
  method: "check",
  createdBy: system,
  ...values,
});

/** A document that the firm sent to a firm elsewhere. */
export const buildReferralDocument = (
  values: Given<"ReferralDocument", "organizationId" | "referralId" | "documentId">,
): Values<"ReferralDocument"> => ({
  id: newId("referralDocument", values.createdAt),
  direction: "sent",
  name: "ER records.pdf",
  fileName: "ER records.pdf",
  contentType: "application/pdf",
  sizeBytes: 1_024,
  sha256: "0".repeat(64),
  category: "medical_record",
  state: "delivered",
  createdBy: system,
  ...values,
});

/** An entry of the history. */
export const buildReferralHistory = (
  values: Given<"ReferralHistory", "organizationId" | "referralId">,
): Values<"ReferralHistory"> => ({
  id: newId("referralHistory", values.createdAt),
  action: "created",
  status: "draft",
  feeStatus: "none",
  termsRevision: 1,
  actor: system,
  ...values,
});
