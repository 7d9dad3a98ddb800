import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const ofDeadline = { part: "deadlines", owners: { deadlineId: "Deadline" } } as const;

export const deadlineArchive: readonly ArchiveDeclaration[] = [
  { table: "Deadline", part: "deadlines", file: "deadlines", order: ["id"], owners: { caseId: "Case" } },
  { ...ofDeadline, table: "DeadlineAssignee", file: "deadline-assignees", order: ["deadlineId", "memberId"] },
  { ...ofDeadline, table: "TollingSegment", file: "deadline-tolling", order: ["id"] },
  { ...ofDeadline, table: "DeadlineChange", file: "deadline-changes", order: ["id"] },
  {
    ...ofDeadline,
    table: "SentDeadlineWarning",
    file: "deadline-warnings",
    order: ["deadlineId", "effectiveOn", "days"],
  },
  { table: "UnsentDeadlineNotice", omitted: "Sent within minutes; the history has the change." },
  { table: "DateSetter", omitted: "Who is behind a date; the audit log names who changed a record." },
  {
    table: "DeadlinePolicy",
    part: "organization",
    file: "deadline-policy",
    order: ["organizationId"],
    isOfOrganization: true,
  },
];
