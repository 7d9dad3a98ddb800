import { permissions as allPermissions, type Permission } from "../../contract/permissions.ts";

export const permissionTitles: Record<Permission, string> = {
  "integrations:manage": "Manage integrations",
  "members:manage": "Manage members",
  "organization:manage": "Manage organization",
  "audit:read": "View audit log",
  "reports:view": "View reports",
  "reports:export": "Create exports",
  "reports:manage": "Manage reports",
  "reports:headquarters": "Child organization reports",
  "records:import": "Import records",
  "cases:view": "Case data",
  "leads:view": "Lead data",
  "clients:view": "Client data",
  "contacts:view": "Contact data",
  "documents:view": "Document data",
  "notes:view": "Notes",
  "notes:view_privileged": "Privileged notes",
  "tasks:view": "Tasks",
  "deadlines:view": "Deadlines",
  "deadlines:verify": "Verify deadlines",
  "deadlines:manage": "Manage deadline policy",
  "calendar:view": "Calendar",
  "intake:view": "Intake data",
  "billing:view": "Billing data",
  "billing:approve": "Approve expenses",
  "billing:manage": "Manage billing policy",
  "settlements:view": "Settlement data",
  "referrals:view": "Referral data",
  "referrals:manage": "Manage referrals",
  "communications:view": "Messages and calls",
  "communications:content": "Content of messages and calls",
  "communications:send": "Send texts and emails",
  "communications:manage": "Texting and email settings",
  "trust:view": "Trust books",
  "trust:approve": "Approve disbursements",
  "medical:view": "Medical data",
  "esign:view": "Signature requests",
  "esign:manage": "Signature settings",
};

const groupTitles = {
  firm: "Firm",
  reports: "Reports",
  matters: "Cases and people",
  work: "Deadlines, calendar and tasks",
  money: "Money",
  documents: "Documents and signatures",
} as const;
type PermissionGroup = keyof typeof groupTitles;

/** The group of a permission, by the area before its colon. */
const groupOfArea: Readonly<Record<string, PermissionGroup>> = {
  integrations: "firm",
  members: "firm",
  organization: "firm",
  audit: "firm",
  reports: "reports",
  deadlines: "work",
  calendar: "work",
  tasks: "work",
  billing: "money",
  settlements: "money",
  referrals: "money",
  trust: "money",
  documents: "documents",
  notes: "documents",
  esign: "documents",
};

const groupOf = (permission: Permission): PermissionGroup => groupOfArea[permission.split(":")[0] ?? ""] ?? "matters";

/** Permissions by what they are about, in the order of the groups; groups without one are left out. */
export function groupPermissions(
  permissions: readonly Permission[] = allPermissions,
): { group: PermissionGroup; title: string; permissions: Permission[] }[] {
  return (Object.keys(groupTitles) as PermissionGroup[])
    .map((group) => ({
      group,
      title: groupTitles[group],
      permissions: permissions.filter((permission) => groupOf(permission) === group),
    }))
    .filter((each) => each.permissions.length > 0);
}
