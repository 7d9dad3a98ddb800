import type { Permission } from "../../contract/permissions.ts";

/** What the portal calls each permission where there is no room for its sentence. */
export const permissionTitles: Record<Permission, string> = {
  "integrations:manage": "Integrations",
  "members:manage": "Members",
  "audit:read": "Audit",
};
