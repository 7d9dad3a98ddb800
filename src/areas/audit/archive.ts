import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const auditArchive: readonly ArchiveDeclaration[] = [
  { table: "AuditEntry", part: "organization", file: "audit-log", order: ["id"], isOfOrganization: true },
];
