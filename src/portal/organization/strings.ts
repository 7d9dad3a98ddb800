import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const organizationScreen = catalog({
  title: "Organization",
  description: "Name, time zone, contact details, and who else sees your API keys.",
  ownersAndAdministrators: "Owners and administrators of the organization can change its settings.",
  organization: "the organization",
  nameInURLs: "Name in URLs",
  parentOrganization: "Parent organization",
  none: "None",
  headquarters: "Headquarters",
  yes: "Yes: its members with the permission can run reports over the organizations below it.",
  no: "No",
  reportsOfHeadquarters: "Reports of headquarters",
  included: "Included",
  excluded: "Excluded",
  created: "Created",
  hierarchy: "Hierarchy",
  hierarchyDescription: "Platform administrators place organizations below each other.",
  viewOffices: "View child organizations",
  settings: "Settings",
  name: "Name",
  timeZone: "Time zone",
  headquartersThatSee: "Headquarters that see its API keys",
  legalName: "Legal name",
  workingHours: "Working hours",
  phone: "Phone",
  email: "Email",
  website: "Website",
  address: "Address",
});

export const settingsForm = catalog({
  title: "Settings",
  contact: "Contact",
  practice: "Practice",
  legalName: "Legal name",
  workdayStartsAt: "Workday starts",
  workdayEndsAt: "Workday ends",
  email: "Email",
  website: "Website",
  practiceAreas: "Practice areas",
  practiceAreasHint: "Separated by commas.",
  jurisdictions: "Jurisdictions",
  jurisdictionsHint: "States such as PA, NJ, separated by commas.",
  fee: "Default contingency fee, percent",
  feeHint: "Of new fee agreements. Existing cases do not change.",
  memberEmailDomains: "Email domains of members",
  memberEmailDomainsHint: "Such as example.com, separated by commas.",
  invitations: "Invitations by API keys",
  invitationsDescription: "API keys may invite members with addresses of these domains only.",
  name: "Name",
  nameHint: "Members, emails and headquarters see it.",
  timeZone: "Time zone",
  timeZoneHint: "Reports and dates use it. Scheduled reports keep their local time.",
  nothingWasSaved: "Nothing was saved",
  leaveWithoutSaving: "Leave without saving?",
  leaveWithoutSavingDescription: "Your changes on this page will be lost.",
  leavePage: "Leave page",
  organizationSaved: "Organization saved.",
  enterName: "Enter a name.",
  enterPercent: "Enter a number such as 33.33.",
  apiKeysVisible: "API keys visible to headquarters",
  apiKeysVisibleDescription:
    "Members of the headquarters who manage keys see each key’s name, status, scopes, expiry, last use and counts of requests, and how many webhooks stopped. They see no secrets, requests or records, and change nothing.",
  noHeadquartersIsAbove: "No headquarters is above this organization.",
  visibleTo: (name: string) => `Visible to ${name}`,
});

export const timeZonePreview = catalog({
  reportSchedules: (count: number) => plural(count, "# report schedule", "# report schedules"),
  taskReminders: (count: number) => plural(count, "# reminder of a task", "# reminders of tasks"),
  calendarEvents: (count: number) => plural(count, "# event of whole days", "# events of whole days"),
  deadlines: (count: number) => plural(count, "# deadline", "# deadlines"),
  esignExpiries: (count: number) =>
    plural(count, "# expiry of a signature request", "# expiries of signature requests"),
  esignReminders: (count: number) =>
    plural(count, "# reminder of a signature request", "# reminders of signature requests"),
  nothingMoves:
    "Nothing moves: no report is scheduled, no reminder waits, no signature request is out, no event of whole days or deadline follows this time zone, or the zones have the same time. Dates never move.",
  moves: (what: string, before: string, after: string) =>
    `Saving moves ${what}; the next from ${before} to ${after}. Dates do not move.`,
});

export const contactFields = catalog({
  title: "Phone and address",
  phone: "Phone",
  fax: "Fax",
  line1: "Address line 1",
  line2: "Address line 2",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
});
