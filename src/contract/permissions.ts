import type { Scope } from "./scopes.ts";

/** What a member may do in the portal beyond looking around. Source: portal.md; specification, "Authentication" 4. */
export const permissionSentences = {
  "integrations:manage": "Create and look after integration keys, their scopes and webhooks; see the organization’s events, with what they say of cases, clients, documents, intake and billing",
  "members:manage": "Invite members, change roles and permissions, deactivate and reactivate",
  "audit:read": "Read the audit trail",
} as const;

export type Permission = keyof typeof permissionSentences;

export const permissions = Object.keys(permissionSentences) as Permission[];

/** The roles of members, in the order in which they are shown, with the permissions that come with each. Source: domain model, area 2. */
export const rolePermissions = {
  owner: permissions,
  admin: permissions,
  attorney: ["integrations:manage"],
  of_counsel: [],
  paralegal: [],
  case_manager: [],
  intake_specialist: [],
  records_clerk: [],
  billing: [],
  trust_accountant: [],
  settlement_coordinator: [],
  investigator: [],
  assistant: [],
  read_only: [],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof rolePermissions;

export const roles = Object.keys(rolePermissions) as [Role, ...Role[]];

/**
 * The scopes by which a member runs the operations of the API: one table. Elevated scopes are for keys alone. Whoever looks
 * after keys may make one that reads the standard areas, and so sees in the feed what it would see.
 */
const permissionScopes: Record<Permission, readonly Scope[]> = {
  "integrations:manage": [
    "org:manage", "webhooks:read", "webhooks:write", "events:read",
    "cases:read", "clients:read", "documents:read", "intake:read", "billing:read",
  ],
  "members:manage": [],
  "audit:read": [],
};

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissionSentences, text);
}

/** What a member may: by role, and what was given besides. */
export function listPermissions(role: string, given: readonly string[]): ReadonlySet<Permission> {
  const byRole: readonly Permission[] = Object.hasOwn(rolePermissions, role) ? rolePermissions[role as Role] : [];
  return new Set([...byRole, ...given.filter(isPermission)]);
}

/** The scopes that come with the permissions; every member may see the organization. */
export function listMemberScopes(held: ReadonlySet<Permission>): ReadonlySet<Scope> {
  return new Set<Scope>(["org:read", ...[...held].flatMap((permission) => permissionScopes[permission])]);
}

/** The roles that hold a permission by themselves: for statements that look for members who hold it. */
export function listRolesWith(permission: Permission): Role[] {
  return roles.filter((role) => (rolePermissions[role] as readonly Permission[]).includes(permission));
}
