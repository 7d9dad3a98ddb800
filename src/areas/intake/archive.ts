import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const intakeArchive: readonly ArchiveDeclaration[] = [
  {
    table: "IntakeAnswer",
    part: "intake",
    file: "intake-answers",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
    isSoftDeleted: true,
  },
  {
    table: "AnswerVersion",
    part: "intake",
    file: "intake-answer-versions",
    order: ["id", "revision"],
    owners: { id: "IntakeAnswer" },
  },
  { table: "IntakeForm", part: "intake", file: "intake-forms", order: ["id"], isOfOrganization: true },
  {
    table: "IntakeFormVersion",
    part: "intake",
    file: "intake-form-versions",
    order: ["formId", "version"],
    owners: { formId: "IntakeForm" },
    isOfOrganization: true,
  },
  { table: "FormQuestion", omitted: "Derived from the published versions of the forms." },
];
