import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const organizationArchive: readonly ArchiveDeclaration[] = [
  { table: "Organization", part: "organization", file: "organization", order: ["id"], isOfOrganization: true },
];
