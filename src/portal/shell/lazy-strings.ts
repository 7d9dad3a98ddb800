import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const sandboxBand = catalog({
  sandbox: (strong: Wrap) =>
    rich`${strong("Sandbox.")} Sample records only. No emails or texts are sent. Do not enter real people’s data.`,
});

export const landing = catalog({ continuing: "Continuing" });

export const navigationPanel = catalog({ closeMenu: "Close menu" });

export const settingsScreen = catalog({
  title: "Settings",
  description: "How your firm, its people and its integrations work.",
  /** By the end of their path. */
  descriptions: {
    "/settings/organization": "Name, time zone, contact details and hierarchy",
    "/settings/offices": "Addresses, time zones and staff of your offices",
    "/settings/holiday-calendars": "Days when courts and your firm are closed",
    "/settings/child-organizations": "API keys of the organizations below yours",
    "/team": "Invitations, roles and permissions",
    "/settings/teams": "Groups of members that share work",
    "/settings/task-templates": "Tasks created by a stage or an event",
    "/settings/jurisdiction-rules": "Limitation periods and other rules, with their verification",
    "/settings/chain-templates": "Series of deadlines that follow one trigger",
    "/settings/deadline-policy": "Who verifies dates, and when members are reminded",
    "/settings/imports": "Move records from another system to Caseport, and undo imports",
    "/settings/billing": "Who approves expenses, and above which amount",
    "/settings/referrals": "Partner firms, and how your firm accepts referrals",
    "/settings/e-signature": "Templates, consent texts and how requests are sent",
    "/settings/communications": "Text provider, quiet hours, replies and suppressions",
    "/settings/integrations/api-credentials": "Keys that integrations use to access records",
    "/settings/sandbox": "Sample records for testing integrations",
    "/audit": "Who changed what, when and from where",
    "/calendar-feeds": "Your deadlines and events in your own calendar",
    "/notifications": "What you are notified about and how",
  },
});

export const switcherPanel = catalog({
  current: "Current",
  headquarters: "Headquarters",
  office: "Office",
  sandbox: "Sandbox",
  allOrganizations: "All organizations",
  recent: "Recent",
  switchOrganization: "Switch organization",
  organizations: "Organizations",
  organization: "Organization",
  noMatchingOrganizations: "No matching organizations",
});

export const unknownScreen = catalog({
  pageNotFound: "Page not found",
  pageNotFoundDescription: "Check the URL. The page may have moved.",
  goTo: (organizationName: string) => `Go to ${organizationName}`,
});
