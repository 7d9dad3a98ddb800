import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofOrganization = { part: "organization", isOfOrganization: true } as const;

export const teamArchive: readonly ArchiveDeclaration[] = [
  { table: "Member", ...ofOrganization, file: "members", order: ["id"] },
  { table: "BarAdmission", ...ofOrganization, file: "bar-admissions", order: ["memberId", "position"] },
  { table: "Team", ...ofOrganization, file: "teams", order: ["id"], isSoftDeleted: true },
  {
    table: "TeamMember",
    ...ofOrganization,
    file: "team-members",
    order: ["teamId", "memberId"],
    owners: { teamId: "Team" },
  },
];
