import type { Permission } from "../../contract/permissions.ts";

/** What the portal calls each permission where there is no room for its sentence. */
export const permissionTitles: Record<Permission, string> = {
  "integrations:manage": "Integrations",
  "members:manage": "Members",
  "audit:read": "Audit",
  "reports:view": "Reports",
  "reports:export": "Exports",
  "reports:manage": "Save reports",
  "reports:headquarters": "All offices",
  "cases:view": "Case data",
  "leads:view": "Lead data",
  "clients:view": "Client data",
  "contacts:view": "Contact data",
  "documents:view": "Document data",
  "intake:view": "Intake data",
  "billing:view": "Billing data",
  "medical:view": "Medical data",
};
