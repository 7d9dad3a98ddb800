import type { Permission } from "../../contract/permissions.ts";

export const permissionTitles: Record<Permission, string> = {
  "integrations:manage": "Manage integrations",
  "members:manage": "Manage members",
  "organization:manage": "Manage organization",
  "audit:read": "View audit log",
  "reports:view": "View reports",
  "reports:export": "Create exports",
  "reports:manage": "Manage reports",
  "reports:headquarters": "Child organization reports",
  "cases:view": "Case data",
  "leads:view": "Lead data",
  "clients:view": "Client data",
  "contacts:view": "Contact data",
  "documents:view": "Document data",
  "notes:view": "Notes",
  "notes:view_privileged": "Privileged notes",
  "tasks:view": "Tasks",
  "calendar:view": "Calendar",
  "intake:view": "Intake data",
  "billing:view": "Billing data",
  "medical:view": "Medical data",
};
