import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const referralArchive: readonly ArchiveDeclaration[] = [
  { table: "PartnerFirm", part: "referrals", file: "partner-firms", order: ["id"], isOfOrganization: true },
];
