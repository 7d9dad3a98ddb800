import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const scopeRequestArchive: readonly ArchiveDeclaration[] = [
  { table: "ScopeRequest", part: "organization", file: "scope-requests", order: ["id"], isOfOrganization: true },
];
