import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const administratorsOnly = catalog({
  forPlatformAdministratorsOnly: "For platform administrators only",
  yourOrganizations: "Your organizations",
  platformAdministratorsManageElevated:
    "Platform administrators manage elevated scopes and rate limits. See your firm’s keys under API keys in your organization.",
  setUpSecondFactor: "Set up a second factor first",
  setUp: "Set up second factor",
  platformAdministrationRequiresSecond: "Platform administration requires a second factor on your account.",
});

export const createOrganizationDialog = catalog({
  missing: {
    name: "Enter a name.",
    "owner.firstName": "Enter a first name.",
    "owner.lastName": "Enter a last name.",
    "owner.email": "Enter an email address.",
    note: "Enter a reason.",
  },
  wasCreated: (name: string, part: string) => `${name} was created. We sent an invitation to ${part}.`,
  title: "Create organization",
  description:
    "The owner gets an email with a link to set a password, valid for 7 days. Existing users keep their password.",
  createOrganization: "Create organization",
  notCreated: "Not created",
  name: "Name",
  slug: "Slug",
  slugHint: "Identifies the organization in URLs and cannot be changed later. If empty, it is derived from the name.",
  ownersFirstName: "Owner’s first name",
  ownersLastName: "Owner’s last name",
  ownersEmailAddress: "Owner’s email address",
});

export const installationScreen = catalog({
  administration: "Administration",
  description: "Pending decisions, API traffic by organization, and the health of this installation.",
  installation: "the installation",
  allRequests: (pendingCount: string) => `All ${pendingCount} requests`,
  decide: "Review requests",
  elevatedScopesWaiting: "Pending elevated scopes",
  elevatedScopesWaitingEmpty: "No pending requests for elevated scopes.",
  request: (scope: ReactNode, keyName: ReactNode, span: Wrap, organizationName: string) =>
    rich`${scope} for ${keyName} ${span(`of ${organizationName}`)}`,
  title: "Installation",
  database: "Database",
  connected: "Connected",
  postgreSQL: (databaseVersion: string, databaseMs: string) =>
    `PostgreSQL ${databaseVersion}, responded in ${databaseMs}`,
  worker: "Worker",
  running: "Running",
  notRunning: "Not running",
  lastSeen: (time: ReactNode) => rich`Last seen ${time}`,
  jobQueue: "Job queue",
  webhookQueue: "Webhook queue",
  partitions: "Partitions",
  made: "Created",
  missing: "Missing",
  thisMonthAndNext: "This month and next",
  storage: "Storage",
  available: "Available",
  notAvailable: "Not available",
  version: "Version",
  schema: (migration: ReactNode) => rich`, schema ${migration}`,
  versions: (version: string, node: string, part: ReactNode) => rich`Caseport ${version}, Node.js ${node}${part}`,
  nothingIsDue: "Nothing is due",
  oldestDue: (time: ReactNode) => rich`Oldest due ${time}`,
  organizationsByTraffic: "Organizations by traffic",
  organizationsByTrafficDescription: "Requests of the last 24 hours.",
  noOrganizationHasSent: "No organization has sent a request in the last 24 hours.",
  organizationsByRequests: "Organizations by requests, busiest first",
  organization: "Organization",
  requests: "Requests",
  rejected: "Rejected",
  rateLimited: "Rate limited",
  failed: "Failed",
  errors: "Errors",
  loadingInstallation: "Loading the installation",
});

export const moveEffects = catalog({
  oneOrganizationBelow: "1 organization below it moves",
  organizationsBelowItMove: (moving: string) => `${moving} organizations below it move`,
  reportsOfWillInclude: (name: string, each: string) => `Reports of ${name} will include ${each}.`,
  reportsOfWillNo: (name: string, each: string) => `Reports of ${name} will no longer include ${each}.`,
  too: (below: string) => `${below}, too.`,
  noHeadquartersBegins: "No headquarters gains or loses access to figures.",
  others: (others: string) => `${others} others`,
});

export const movePreview = catalog({
  effectsOfThisChange: "Could not load the effects of this change.",
  checkingWhatChanges: "Checking what changes…",
  whatChanges: "What changes",
  notified: (notified: string) => `Members who manage members of ${notified} are notified.`,
});

export const organizationDialog = catalog({
  saved: (name: string) => `${name} saved.`,
  enterReason: "Enter a reason.",
  edit: (name: string) => `Edit ${name}`,
  saveChanges: "Save changes",
  notChanged: "Not changed",
});

export const organizationsScreen = catalog({
  organizations: "Organizations",
  createOrganization: "Create organization",
  noOrganizationsYet: "No organizations yet",
  organizationIsFirm: "An organization is a firm, with its own members, API keys and records.",
  description: "All organizations of this installation, with counts of members and API keys only.",
  organizationsByHierarchy: "Organizations by hierarchy",
  organization: "Organization",
  organizationId: "Organization ID",
  activeMembers: "Active members",
  activeKeys: "Active keys",
  requestsPerMinute: "Requests per minute",
  actions: "Actions",
  headquarters: "Headquarters",
  excludedFromParentReports: "Excluded from parent reports",
  childOrganization: "Child organization",
  slug: "Slug",
  timeZone: "Time zone",
  actionsFor: (name: string) => `Actions for ${name}`,
  editOrganization: "Edit organization…",
  editReporting: "Edit reporting…",
  editElevatedScopes: "Edit elevated scopes…",
  sandbox: "Sandbox",
  sandboxOfFirm: "Sandbox of the firm",
  editRateLimits: "Edit rate limits…",
  perKey: " per key",
  insteadOf: (tier: string) => `, instead of ${tier}`,
  allKeys: "all: ",
  nouns: ["organization", "organizations"],
});

export const noteField = catalog({ note: "Note" });

export const placementFields = catalog({
  parentOrganization: "Parent organization",
  parentOrganizationHint:
    "A parent that is a headquarters can include this organization in its reports. Managers of both are notified.",
  none: "None",
  timeZone: "Time zone",
  timeZoneHint: "Scheduled reports keep their local time.",
  headquarters: "Headquarters",
  headquartersHint: "Members with permission can run reports across the organizations below it.",
  noteHint: "Reason. Shown in the audit log of each affected organization.",
});

export const rateLimitDialog = catalog({
  rateLimitsOfSaved: (name: string) => `Rate limits of ${name} saved.`,
  rateLimitsOf: (name: string) => `Rate limits of ${name}`,
  description:
    "Requests per minute for each key. All keys together can send a multiple of this. Applies from the next request.",
  saveChanges: "Save changes",
  limitsNotChanged: "Limits not changed",
  defaultLimit: (tier: string) => `${tier}, default`,
  leaveEmptyToUse: "Leave empty to use the installation’s limit.",
  noteHint: "Reason for the limits. Shown in the firm’s audit log.",
  allKeys: (use: string) => `All keys: ${use}`,
  enterReason: "Enter a reason.",
});

export const reportingDialog = catalog({
  isIncludedInParent: (name: string) => `${name} is included in parent reports.`,
  isExcludedFromParent: (name: string) => `${name} is excluded from parent reports.`,
  enterReason: "Enter a reason.",
  reportingOf: (name: string) => `Reporting of ${name}`,
  description: "Headquarters reports can include child organizations. Applies from the next page of a report.",
  saveChanges: "Save changes",
  notChanged: "Not changed",
  includeInHeadquartersReports: "Include in headquarters reports",
  includeInHeadquartersHint: "If off, this organization and its child organizations are excluded.",
  noteHint: "Reason. Shown in the organization’s audit log.",
});

export const sandboxScopesDialog = catalog({
  areGranted: (name: string) => `API keys of ${name} get elevated scopes immediately.`,
  areDecided: (name: string) => `Elevated scopes of ${name} require a decision again.`,
  enterReason: "Enter a reason.",
  elevatedScopesOf: (name: string) => `Elevated scopes of ${name}`,
  description: "A sandbox contains sample records only. Keys keep their scopes when you turn this off.",
  saveChanges: "Save changes",
  notChanged: "Not changed",
  grantAtOnce: "Grant elevated scopes immediately",
  grantAtOnceHint: "If off, platform administrators decide, as they do for a firm.",
  noteHint: "Reason. Shown in the sandbox’s audit log.",
});

export const rateUse = catalog({ of: (used: string, limit: string) => `${used} of ${limit}` });
