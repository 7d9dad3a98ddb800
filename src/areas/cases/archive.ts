import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const caseArchive: readonly ArchiveDeclaration[] = [
  { table: "Case", part: "records", file: "cases", order: ["id"], isSoftDeleted: true },
  {
    table: "CaseAttorney",
    part: "records",
    file: "case-attorneys",
    order: ["caseId", "attorneyId", "role"],
    owners: { caseId: "Case" },
  },
  { table: "Tag", part: "records", file: "tags", order: ["id"], isSoftDeleted: true },
  {
    table: "CaseTag",
    part: "records",
    file: "case-tags",
    order: ["caseId", "tagId"],
    owners: { caseId: "Case", tagId: "Tag" },
  },
  { table: "CaseStageEntry", part: "records", file: "case-stage-history", order: ["id"], owners: { caseId: "Case" } },
  {
    table: "CaseParty",
    part: "records",
    file: "case-parties",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  {
    table: "InsurancePolicy",
    part: "records",
    file: "insurance-policies",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  {
    table: "Damage",
    part: "records",
    file: "damages",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  { table: "CustomFieldDefinition", part: "records", file: "custom-field-definitions", order: ["id"] },
  { table: "CaseStageGate", part: "records", file: "case-stage-gates", order: ["id"], isOfOrganization: true },
];
