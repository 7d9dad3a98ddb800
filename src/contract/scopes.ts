/**
 * The scope catalog: the one list that portal, OpenAPI, GET /scopes, authorization and tests read. A scope exists only
 * when operations use it: it arrives with its area. Another name in a key's row grants nothing.
 */
export interface ScopeEntry {
  title: string;
  description: string;
  area: string;
  /** Only a platform administrator can grant it. */
  elevated: boolean;
  /** Operations under it act on behalf of an attorney of the firm. */
  needsActingAttorney: boolean;
}

const areas = {
  cases: "cases",
  leads: "leads",
  clients: "clients (plaintiffs)",
  contacts: "contacts",
  documents: "documents and folders",
  notes: "notes",
  tasks: "tasks",
  deadlines: "deadlines",
  calendar: "events of the calendar",
  intake: "intake answers",
  billing: "invoices, payments and expenses",
  trust: "trust accounts, ledgers, transactions and disbursements",
  settlements: "fee agreements, negotiations, settlements and liens",
  referrals: "referrals to and from other firms, and partner firms",
  communications: "messages, conversations, calls and consents",
  medical: "medical facilities and retrieval requests",
  esign: "signature requests and their templates",
} as const;

type Area = keyof typeof areas;
type AreaScope = `${Area}:read` | `${Area}:write`;

const otherScopes = {
  "notes:privileged": [
    "notes",
    "Read privileged notes",
    "Beside reading notes: see the content of privileged ones, and lower their visibility.",
  ],
  "communications:content": [
    "communications",
    "Read content of communications",
    "Beside reading communications: see subjects and texts of messages, and summaries of calls.",
  ],
  "org:read": ["org", "Read organization", "See the organization, its members, attorneys and offices."],
  "org:write": [
    "org",
    "Write organization",
    "Change the organization's profile, offices, teams, holiday calendars and task templates. Of these, only task templates can also be read with it.",
  ],
  "members:write": [
    "org",
    "Manage members",
    "Invite, change, suspend, deactivate and reactivate members. Does not include reading them.",
  ],
  "org:manage": ["org", "Manage API keys", "Create, change and revoke the organization's API keys."],
  "reports:read": ["reports", "Read reports", "See the reports that are visible to the API."],
  "reports:run": [
    "reports",
    "Run reports",
    "Run reports over the organization, or its children with an acting attorney.",
  ],
  "exports:write": ["reports", "Create exports", "Start export jobs and download their files."],
  "imports:write": [
    "org",
    "Import records",
    "Send files of records, import their rows and undo imports. The rows need the scopes that write such records.",
  ],
  "events:read": ["events", "Read events", "Read the event feed."],
  "webhooks:read": ["webhooks", "Read webhooks", "See webhook subscriptions and their deliveries."],
  "webhooks:write": ["webhooks", "Manage webhooks", "Create and change webhook subscriptions, and redeliver."],
  "clients:pii": [
    "clients",
    "Reveal client identifiers",
    "Reveal a client's protected identifiers, such as a social security number.",
  ],
} as const;

export type Scope = AreaScope | keyof typeof otherScopes;

const elevated: ReadonlySet<Scope> = new Set<Scope>([
  "medical:read",
  "medical:write",
  "settlements:write",
  "trust:read",
  "trust:write",
  "clients:pii",
  "members:write",
  "notes:privileged",
  "communications:content",
]);

const onBehalf: ReadonlySet<Scope> = new Set<Scope>([
  "documents:write",
  "notes:write",
  "tasks:write",
  "deadlines:write",
  "settlements:write",
  "referrals:write",
  "trust:write",
  "communications:write",
  "medical:write",
  "esign:write",
]);

/** Scopes that no operation requires: held beside another, they show more. Whether they are used is not observed. */
export const wideningScopes: ReadonlySet<Scope> = new Set<Scope>(["notes:privileged", "communications:content"]);

function describeScope(scope: Scope, area: string, title: string, description: string): [Scope, ScopeEntry] {
  return [scope, { title, description, area, elevated: elevated.has(scope), needsActingAttorney: onBehalf.has(scope) }];
}

const areaEntries = (Object.keys(areas) as Area[]).flatMap((area) => [
  describeScope(`${area}:read`, area, `Read ${area}`, `See ${areas[area]}.`),
  describeScope(
    `${area}:write`,
    area,
    `Write ${area}`,
    `Create and change ${areas[area]}. Does not include reading them.`,
  ),
]);

const otherEntries = (Object.keys(otherScopes) as (keyof typeof otherScopes)[]).map((scope) => {
  const [area, title, description] = otherScopes[scope];
  return describeScope(scope, area, title, description);
});

/** All scopes, in display order. */
export const scopeCatalog: ReadonlyMap<Scope, ScopeEntry> = new Map([...areaEntries, ...otherEntries]);

export function isScope(text: string): text is Scope {
  return (scopeCatalog as ReadonlyMap<string, ScopeEntry>).has(text);
}

/** Whether operations under the scope act on behalf of an attorney; an operation without a scope does not. */
export function needsActingAttorney(scope: Scope | null): boolean {
  return scope !== null && onBehalf.has(scope);
}

/**
 * All that a key that is bound to a vendor can hold: scopes with operations that are open to vendors
 * (`OperationMeta.openToVendors`).
 */
export const vendorScopes: ReadonlySet<Scope> = new Set<Scope>(["documents:write", "medical:read", "medical:write"]);

export function isElevated(scope: Scope): boolean {
  return elevated.has(scope);
}
