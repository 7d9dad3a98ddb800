import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const memberArchive: readonly ArchiveDeclaration[] = [
  { table: "Member", part: "organization", file: "members", order: ["id"], isOfOrganization: true },
];
