import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofRequest = { part: "esign", owners: { requestId: "EsignRequest" } } as const;

export const esignArchive: readonly ArchiveDeclaration[] = [
  {
    table: "EsignRequest",
    part: "esign",
    file: "esign-requests",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
    isSoftDeleted: true,
  },
  { ...ofRequest, table: "EsignDocument", file: "esign-documents", order: ["id"] },
  { ...ofRequest, table: "EsignRecipient", file: "esign-recipients", order: ["id"] },
  { ...ofRequest, table: "EsignField", file: "esign-fields", order: ["id"] },
  {
    table: "EsignSubmission",
    omitted: "Signatures and what recipients filled in, encrypted: the sealed files, which archives have, show them.",
  },
  { ...ofRequest, table: "EsignTrailEntry", file: "esign-trail", order: ["requestId", "number"] },
  { table: "EsignLink", omitted: "Digests of the tokens of signing links." },
  { table: "EsignSession", omitted: "Sessions of the signing page." },
  { table: "EsignTemplate", part: "esign", file: "esign-templates", order: ["id"], isOfOrganization: true },
  { table: "EsignConsentText", part: "esign", file: "esign-consent-texts", order: ["id"], isOfOrganization: true },
  { table: "EsignSetting", omitted: "The settings with the key that seals files." },
];
