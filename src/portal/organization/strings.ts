import { catalog } from "../client/catalog.ts";

export const organizationScreen = catalog({
  title: "Organization", description: "Name, time zone, and who else sees your API keys.",
  ownersAndAdministrators: "Owners and administrators of the organization can change its name, its time zone and who else sees its API keys.",
  organization: "the organization", nameInURLs: "Name in URLs", parentOrganization: "Parent organization", none: "None", headquarters: "Headquarters",
  yes: "Yes: its members with the permission can run reports over the organizations below it.",
  no: "No", reportsOfHeadquarters: "Reports of headquarters", included: "Included", excluded: "Excluded", created: "Created", hierarchy: "Hierarchy",
  hierarchyDescription: "Platform administrators place organizations below each other.",
  viewOffices: "View offices", settings: "Settings", name: "Name", timeZone: "Time zone", headquartersThatSee: "Headquarters that see its API keys",
});

export const settingsForm = catalog({
  title: "Settings", name: "Name", nameHint: "Members, emails and headquarters see it.", timeZone: "Time zone",
  timeZoneHint: "Reports and dates use it. Scheduled reports keep their local time.",
  nothingWasSaved: "Nothing was saved", leaveWithoutSaving: "Leave without saving?",
  leaveWithoutSavingDescription: "Your changes on this page will be lost.", leavePage: "Leave page", organizationSaved: "Organization saved.",
  enterName: "Enter a name.", apiKeysVisible: "API keys visible to headquarters",
  apiKeysVisibleDescription: "Members of the headquarters who manage keys see each key’s name, status, scopes, expiry, last use and counts of requests, and how many webhooks stopped. They see no secrets, requests or records, and change nothing.",
  noHeadquartersIsAbove: "No headquarters is above this organization.", visibleTo: (name: string) => `Visible to ${name}`,
});
