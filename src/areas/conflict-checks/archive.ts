import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const conflictCheckArchive: readonly ArchiveDeclaration[] = [
  // Hits of a conflict search belong to other cases than the requested one.
  { table: "ConflictCheck", part: "contacts", file: "conflict-checks", order: ["id"], isOfOrganization: true },
  {
    table: "ConflictResult",
    part: "contacts",
    file: "conflict-results",
    order: ["id"],
    owners: { checkId: "ConflictCheck" },
    isOfOrganization: true,
  },
];
