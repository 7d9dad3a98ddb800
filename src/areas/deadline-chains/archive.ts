import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const deadlineChainArchive: readonly ArchiveDeclaration[] = [
  { table: "DeadlineChain", part: "deadlines", file: "deadline-chains", order: ["id"], owners: { caseId: "Case" } },
  {
    table: "DeadlineChainTemplate",
    part: "deadlines",
    file: "chain-templates",
    order: ["key"],
    isOfOrganization: true,
  },
];
