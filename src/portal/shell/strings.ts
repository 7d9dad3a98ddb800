import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const accountMenu = catalog({
  accountOf: (name: string) => `Account of ${name}`,
  theme: "Theme",
  signOut: "Sign out",
  accountAndSecurity: "Account and security",
  yourOrganizations: "Your organizations",
  calendarFeeds: "Calendar feeds",
  stillSignedIn: (message: string) => `You are still signed in. ${message}`,
});

export const navigationSheet = catalog({ menu: "Menu" });

export const navigation = catalog({
  settings: "Settings",
  backToPortal: "Back to portal",
  portal: "Portal",
  apiReference: "API reference",
  account: "Account",
  yourOrganizations: "Your organizations",
  administration: "Administration",
  installation: "Installation",
  elevatedScopes: "Elevated scopes",
  organizations: "Organizations",
  pending: (count: number, hidden: Wrap) => rich`${count}${hidden(" pending")}`,
});

export const noPermission = catalog({
  title: (what: string) => `You don’t have permission to ${what}`,
  membersWith: "Members with this permission:",
  canBeGranted: "An owner or administrator can grant it.",
  missing: (organizationName: string, whom: string) => `You are missing a permission in ${organizationName}. ${whom}`,
});

export const offlineLine = catalog({
  offline: (strong: Wrap) =>
    rich`${strong("You’re offline.")} This page may be out of date. Changes are not saved; what you typed stays.`,
});

export const organizationSwitcher = catalog({
  platformAdministration: "Platform administration",
  chooseOrganization: "Choose an organization",
  switchOrganization: ", switch organization",
});

export const places = catalog({
  overview: "Overview",
  apiKeys: "API keys",
  webhooks: "Webhooks",
  events: "Events",
  requestLogs: "Request logs",
  deadlines: "Deadlines",
  expenses: "Expenses",
  signatures: "Signatures",
  settlements: "Settlements",
  liens: "Liens",
  trust: "Trust",
  referrals: "Referrals",
  reports: "Reports",
  exports: "Exports",
  createKey: "Create key",
  findKey: "Find a key",
  requestDebugger: "Request debugger",
  createWebhook: "Create webhook",
  verifySignature: "Verify signature",
  createReport: "Create report",
  apiCredentials: "API credentials",
  cases: "Cases",
  settings: "Settings",
  firm: "Firm",
  people: "People",
  caseWork: "Case work",
  integrations: "Integrations",
  security: "Security",
  personal: "Personal",
  organization: "Organization",
  offices: "Offices",
  holidayCalendars: "Holiday calendars",
  childOrganizations: "Child organizations",
  sandbox: "Sandbox",
  members: "Members",
  teams: "Teams",
  taskTemplates: "Task templates",
  jurisdictionRules: "Jurisdiction rules",
  chainTemplates: "Chain templates",
  deadlinePolicy: "Deadline policy",
  import: "Import",
  billing: "Billing",
  eSignature: "E-signature",
  communications: "Communications",
  messages: "Messages",
  auditLog: "Audit log",
  calendarFeeds: "Calendar feeds",
  notifications: "Notifications",
});

export const recordScreen = catalog({
  notFound: (name: string) => `${name} not found`,
  couldNotLoad: (noun: string) => `Could not load the ${noun}`,
  hasNone: (organizationName: string, noun: string, hint: string) =>
    `${organizationName} has no ${noun} with this ID. ${hint}`,
  all: (noun: string) => `All ${noun}s`,
});

export const shell = catalog({
  notReached: "Caseport could not be reached",
  organizationNotFound: "Organization not found",
  checkUrl: "Check the URL. You may no longer be a member of this organization. An administrator can invite you.",
  yourOrganizations: "Your organizations",
});

export const themeLabels = catalog({ system: "System", light: "Light", dark: "Dark" });

export const topBar = catalog({
  skipToContent: "Skip to content",
  notifications: "Notifications",
  notificationsUnread: (count: string) => `Notifications, ${count} unread`,
});
