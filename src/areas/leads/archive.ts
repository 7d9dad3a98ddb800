import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const leadArchive: readonly ArchiveDeclaration[] = [
  { table: "Lead", part: "leads", file: "leads", order: ["id"], isSoftDeleted: true },
  { table: "LeadStatusChange", part: "leads", file: "lead-status-history", order: ["id"], owners: { leadId: "Lead" } },
  {
    table: "LeadContactAttempt",
    part: "leads",
    file: "lead-contact-attempts",
    order: ["id"],
    owners: { leadId: "Lead" },
  },
];
