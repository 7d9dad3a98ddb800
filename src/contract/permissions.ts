import type { Scope } from "./scopes.ts";

export const permissionSentences = {
  "integrations:manage":
    "Manage API keys, their scopes and webhooks; view events, including case, client, document, deadline, calendar, intake and billing data",
  "members:manage": "Invite, deactivate and reactivate members; change roles and permissions",
  "organization:manage": "Change the organization's profile, offices, teams, holiday calendars and task templates",
  "audit:read": "View the audit log",
  "reports:view": "View and run reports on data the member can view",
  "reports:export": "Export reports and records to files",
  "reports:manage": "Share and schedule reports, and make them available to API keys",
  "reports:headquarters": "Headquarters only: run reports over all child organizations",
  "records:import":
    "Import files of clients, contacts, cases, tasks and notes, and undo imports; see the rows of these files",
  "cases:view": "View case data in reports and exports",
  "leads:view": "View lead data in reports and exports",
  "clients:view": "View client data in reports and exports",
  "contacts:view": "View contact data in exports",
  "documents:view": "View document data in reports, and documents with their files in exports",
  "notes:view": "View notes in reports and exports",
  "tasks:view": "View tasks in reports and exports",
  "deadlines:view": "View deadlines, also in reports and exports",
  "deadlines:verify": "Verify dates of deadlines as the second person; for attorneys",
  "deadlines:manage": "Change how the firm handles deadlines",
  "calendar:view": "View calendar events in reports and exports",
  "notes:view_privileged": "View the content of privileged notes in exports",
  "intake:view": "View intake answers in exports",
  "billing:view": "View invoices, payments and expenses in reports and exports",
  "billing:approve": "Approve expenses of cases as the second person",
  "billing:manage": "Change how the firm approves expenses",
  "referrals:view": "View referrals and partner firms, also in reports and exports",
  "referrals:manage":
    "Accept, decline, send and withdraw referrals; approve and block partner firms; change how the firm takes referrals",
  "trust:view": "View trust accounts, ledgers, transactions and disbursements, also in reports and exports",
  "trust:approve": "Approve disbursements out of trust as the second person; for attorneys",
  "settlements:view": "View settlements and liens, also with fee agreements and negotiations in reports and exports",
  "communications:view": "View messages, calls and consents without their content, also in reports",
  "communications:content": "View the content of messages and calls, also in exports",
  "communications:send": "Send texts and emails, link conversations and record consents",
  "communications:manage": "Change how the firm sends texts and emails, and end suppressions of addresses",
  "medical:view": "View treatment, medical bills and records requests in reports and exports",
  "esign:view": "View signature requests, also in reports and exports",
  "esign:manage": "Change templates, consent texts and settings for signatures; remind, correct and void requests",
} as const;

export type Permission = keyof typeof permissionSentences;

export const permissions = Object.keys(permissionSentences) as Permission[];

/** The data permissions of the roles that work on cases. */
const caseData = [
  "cases:view",
  "clients:view",
  "contacts:view",
  "documents:view",
  "notes:view",
  "tasks:view",
  "deadlines:view",
  "calendar:view",
  "intake:view",
  "settlements:view",
  "referrals:view",
  "communications:view",
  "medical:view",
  "esign:view",
] as const satisfies readonly Permission[];

/** The roles of members, in the order in which they are shown, with the permissions that come with each. */
export const rolePermissions = {
  owner: permissions,
  admin: permissions,
  attorney: [
    "integrations:manage",
    "reports:view",
    "reports:export",
    "reports:manage",
    ...caseData,
    "notes:view_privileged",
    "communications:content",
    "communications:send",
    "deadlines:verify",
    "leads:view",
    "billing:view",
    "billing:approve",
    "trust:view",
    "trust:approve",
  ],
  of_counsel: [
    "reports:view",
    ...caseData,
    "notes:view_privileged",
    "communications:content",
    "communications:send",
    "deadlines:verify",
  ],
  paralegal: ["reports:view", ...caseData, "notes:view_privileged", "communications:content", "communications:send"],
  case_manager: ["reports:view", ...caseData],
  intake_specialist: ["reports:view", "leads:view", "clients:view", "notes:view", "tasks:view", "calendar:view"],
  records_clerk: ["reports:view", ...caseData],
  billing: ["reports:view", "reports:export", "cases:view", "clients:view", "tasks:view", "billing:view"],
  trust_accountant: [
    "reports:view",
    "reports:export",
    "cases:view",
    "clients:view",
    "tasks:view",
    "billing:view",
    "settlements:view",
    "referrals:view",
    "trust:view",
  ],
  settlement_coordinator: ["reports:view", ...caseData, "billing:view"],
  investigator: ["tasks:view"],
  assistant: ["tasks:view"],
  read_only: ["reports:view", "cases:view", "clients:view"],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof rolePermissions;

export const roles = Object.keys(rolePermissions) as [Role, ...Role[]];

/**
 * The scopes that each permission grants for the API's operations. Elevated scopes of records are for keys only. A
 * member who manages keys could create one that reads the standard areas, so the feed shows them the same data.
 */
const permissionScopes: Record<Permission, readonly Scope[]> = {
  "integrations:manage": [
    "org:manage",
    "webhooks:read",
    "webhooks:write",
    "events:read",
    "cases:read",
    "clients:read",
    "documents:read",
    "deadlines:read",
    "calendar:read",
    "intake:read",
    "billing:read",
  ],
  "members:manage": ["members:write"],
  "organization:manage": ["org:write"],
  "audit:read": [],
  "reports:view": ["reports:read", "reports:run"],
  "reports:export": ["reports:read", "exports:write"],
  "reports:manage": [],
  "reports:headquarters": [],
  "records:import": ["imports:write"],
  "cases:view": [],
  "leads:view": [],
  "clients:view": [],
  "contacts:view": [],
  "documents:view": [],
  "notes:view": [],
  "notes:view_privileged": [],
  "tasks:view": [],
  "deadlines:view": ["deadlines:read"],
  "deadlines:verify": [],
  "deadlines:manage": [],
  "calendar:view": [],
  "intake:view": [],
  "billing:view": [],
  "billing:approve": ["billing:read"],
  "billing:manage": [],
  "referrals:view": ["referrals:read"],
  "referrals:manage": ["referrals:read"],
  "settlements:view": ["settlements:read"],
  "trust:view": ["trust:read"],
  "trust:approve": ["trust:read"],
  "communications:view": ["communications:read"],
  "communications:content": ["communications:content"],
  "communications:send": ["communications:read"],
  "communications:manage": ["communications:read"],
  "medical:view": [],
  "esign:view": ["esign:read"],
  "esign:manage": ["esign:read"],
};

/**
 * The permission with which a member views in reports and exports the data that a key needs the scope for; null where
 * there is none. It grants no operation of the area.
 */
export function dataPermissionOf(scope: Scope): Permission | null {
  if (scope === "org:manage") return "audit:read";
  if (scope === "communications:content") return "communications:content";
  if (scope === "notes:privileged") return "notes:view_privileged";
  const name = scope.replace(/:read$/, ":view");
  return scope.endsWith(":read") && isPermission(name) ? name : null;
}

/** Data that every member may see, without a permission. */
const openData: ReadonlySet<Scope> = new Set(["org:read"]);

/** The scopes of the data that a member lacks, each with the permission that grants it; null where none does. */
export function listMissingData(
  scopes: readonly Scope[],
  held: Pick<ReadonlySet<Permission>, "has">,
): { scope: Scope; permission: Permission | null }[] {
  return scopes
    .filter((scope) => !openData.has(scope))
    .map((scope) => ({ scope, permission: dataPermissionOf(scope) }))
    .filter(({ permission }) => permission === null || !held.has(permission));
}

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissionSentences, text);
}

/** A member's permissions: those of the role and those granted individually. */
export function listPermissions(role: string, given: readonly string[]): ReadonlySet<Permission> {
  const byRole: readonly Permission[] = Object.hasOwn(rolePermissions, role) ? rolePermissions[role as Role] : [];
  return new Set([...byRole, ...given.filter(isPermission)]);
}

/** The scopes of the permissions. Every member can read the organization. */
export function listMemberScopes(held: ReadonlySet<Permission>): ReadonlySet<Scope> {
  return new Set<Scope>(["org:read", ...[...held].flatMap((permission) => permissionScopes[permission])]);
}

/** With these a person could let others in, read what everybody did, see other organizations, or release clients' money. */
const keptFromKeys: readonly Permission[] = [
  "members:manage",
  "organization:manage",
  "audit:read",
  "reports:headquarters",
  "records:import",
  "trust:approve",
  "referrals:manage",
];

/** Whether a key can grant the role. */
export function isGrantableByKeys(role: Role): boolean {
  return !keptFromKeys.some((permission) => (rolePermissions[role] as readonly Permission[]).includes(permission));
}

/** The roles that include a permission, for statements that find members with it. */
export function listRolesWith(permission: Permission): Role[] {
  return roles.filter((role) => (rolePermissions[role] as readonly Permission[]).includes(permission));
}
