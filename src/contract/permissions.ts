import type { Scope } from "./scopes.ts";

/** What a member may do in the portal beyond looking around. Source: portal.md; specification, "Authentication" 4. */
export const permissionSentences = {
  "integrations:manage": "Manage API keys, their scopes and webhooks; see the organization’s events, including data of cases, clients, documents, intake and billing",
  "members:manage": "Invite members, change roles and permissions, deactivate and reactivate",
  "audit:read": "Read the audit log",
  "reports:view": "See and run reports on data that the member can see",
  "reports:export": "Export reports and records to files",
  "reports:manage": "Save, share and schedule reports, and control their API access",
  "reports:headquarters": "At a headquarters: run reports over all child organizations",
  "cases:view": "See case data in reports",
  "leads:view": "See lead data in reports",
  "clients:view": "See client data in reports",
  "contacts:view": "See contacts in exports",
  "documents:view": "See document data in reports, and files in exports",
  "intake:view": "See intake answers in exports",
  "billing:view": "See invoices and payments in reports",
  "medical:view": "See treatment, medical bills and retrieval requests in reports",
} as const;

export type Permission = keyof typeof permissionSentences;

export const permissions = Object.keys(permissionSentences) as Permission[];

/** What whoever works on cases sees of them. */
const caseData = ["cases:view", "clients:view", "contacts:view", "documents:view", "intake:view", "medical:view"] as const satisfies readonly Permission[];

/** The roles of members, in the order in which they are shown, with the permissions that come with each. Source: domain model, area 2. */
export const rolePermissions = {
  owner: permissions,
  admin: permissions,
  attorney: ["integrations:manage", "reports:view", "reports:export", "reports:manage", ...caseData, "leads:view", "billing:view"],
  of_counsel: ["reports:view", ...caseData],
  paralegal: ["reports:view", ...caseData],
  case_manager: ["reports:view", ...caseData],
  intake_specialist: ["reports:view", "leads:view", "clients:view"],
  records_clerk: ["reports:view", ...caseData],
  billing: ["reports:view", "reports:export", "cases:view", "clients:view", "billing:view"],
  trust_accountant: ["reports:view", "reports:export", "cases:view", "clients:view", "billing:view"],
  settlement_coordinator: ["reports:view", ...caseData, "billing:view"],
  investigator: [],
  assistant: [],
  read_only: ["reports:view", "cases:view", "clients:view"],
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
  "reports:view": ["reports:read", "reports:run"],
  "reports:export": ["reports:read", "exports:write"],
  "reports:manage": [],
  "reports:headquarters": [],
  "cases:view": [],
  "leads:view": [],
  "clients:view": [],
  "contacts:view": [],
  "documents:view": [],
  "intake:view": [],
  "billing:view": [],
  "medical:view": [],
};

/**
 * The permission by which a member sees in reports and exports what a key needs the scope for; null where no permission does. Such
 * a permission opens no operation of the area.
 */
export function dataPermissionOf(scope: Scope): Permission | null {
  if (scope === "org:manage") return "audit:read";
  const name = scope.replace(/:read$/, ":view");
  return scope.endsWith(":read") && isPermission(name) ? name : null;
}

/** Of the scopes that data takes those that a member lacks, each with the permission that would give it; null where none does. */
export function listMissingData(scopes: readonly Scope[], held: Pick<ReadonlySet<Permission>, "has">): { scope: Scope; permission: Permission | null }[] {
  return scopes.map((scope) => ({ scope, permission: dataPermissionOf(scope) })).filter(({ permission }) => permission === null || !held.has(permission));
}

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
