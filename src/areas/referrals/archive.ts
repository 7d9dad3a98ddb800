import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofReferral = { part: "referrals", order: ["id"], owners: { referralId: "Referral" } } as const;

export const referralArchive: readonly ArchiveDeclaration[] = [
  { table: "PartnerFirm", part: "referrals", file: "partner-firms", order: ["id"], isOfOrganization: true },
  {
    table: "Referral",
    part: "referrals",
    file: "referrals",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
  },
  { table: "ReferralProfile", omitted: "How the firm takes referrals, with the code that lets others add it." },
  { ...ofReferral, table: "ReferralUpdate", file: "referral-updates" },
  { ...ofReferral, table: "ReferralPayout", file: "referral-payouts" },
  { ...ofReferral, table: "ReferralDocument", file: "referral-documents" },
  { ...ofReferral, table: "ReferralHistory", file: "referral-history" },
];
