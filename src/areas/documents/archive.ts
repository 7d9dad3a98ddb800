import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const documentArchive: readonly ArchiveDeclaration[] = [
  {
    table: "Folder",
    part: "documents",
    file: "folders",
    order: ["id"],
    owners: { caseId: "Case" },
    isSoftDeleted: true,
  },
  {
    table: "Document",
    part: "documents",
    file: "documents",
    order: ["id"],
    owners: { caseId: "Case", leadId: "Lead" },
    isSoftDeleted: true,
  },
  {
    table: "DocumentTag",
    part: "documents",
    file: "document-tags",
    order: ["documentId", "tag"],
    owners: { documentId: "Document" },
  },
  {
    table: "DocumentVersion",
    part: "documents",
    file: "document-versions",
    order: ["id"],
    owners: { documentId: "Document" },
  },
  { table: "DocumentUpload", omitted: "Uploads in progress; a completed one is a document." },
  { table: "DocumentUploadPart", omitted: "Uploads in progress; a completed one is a document." },
  { table: "StoredObject", omitted: "Names of objects in the storage." },
];
