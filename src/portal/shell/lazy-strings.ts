import { catalog } from "../client/catalog.ts";

export const landing = catalog({ continuing: "Continuing" });

export const navigationPanel = catalog({ closeMenu: "Close menu" });

export const settingsScreen = catalog({
  title: "Settings",
  description: "How your firm, its people and its integrations work.",
  /** By the end of their path. */
  descriptions: {
    "/settings/organization": "Name, time zone, contact details and hierarchy",
    "/settings/offices": "Addresses, time zones and staff of your offices",
    "/settings/holiday-calendars": "Days on which courts and your firm are closed",
    "/settings/child-organizations": "API keys of the organizations below yours",
    "/team": "Invitations, roles and permissions",
    "/settings/teams": "Groups of members that share work",
    "/settings/task-templates": "Tasks that a stage or an event creates",
    "/settings/jurisdiction-rules": "Limitation periods and other rules, with their verification",
    "/settings/chain-templates": "Series of deadlines that follow one trigger",
    "/settings/deadline-policy": "Who verifies dates, and when members are reminded",
    "/settings/billing": "Who approves expenses, and from which amount",
    "/settings/referrals": "Partner firms, and how your firm takes referrals",
    "/settings/e-signature": "Templates, consent texts and how requests are sent",
    "/settings/communications": "Text provider, quiet hours, replies and suppressions",
    "/settings/integrations/api-credentials": "Keys with which other software reads and changes records",
    "/audit": "Who changed what, when and from where",
    "/calendar-feeds": "Your deadlines and events in your own calendar",
    "/notifications": "What Caseport tells you, and by which way",
  },
});

export const switcherPanel = catalog({
  current: "Current",
  headquarters: "Headquarters",
  office: "Office",
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
