import { catalog } from "../../client/catalog.ts";

export const audience = catalog({
  sharing: "Sharing",
  needsPermissions: "To run it, members also need the permissions for its data.",
  sharingNeeds: (permission: string) =>
    `Sharing a report needs the permission “${permission}”. Until then, only you can see your reports.`,
  visibleTo: "Visible to",
  onlyMe: "Only me",
  onlyMeHint: "Only you can see this report.",
  selectedMembers: "Selected members and teams",
  selectedMembersHint: "The members selected below, and the members of the teams selected.",
  wholeFirm: "The whole firm",
  wholeFirmHint: "All members with permission to view reports.",
  childOrganizations: "This organization and its child organizations",
  childOrganizationsHint: "Each child organization sees its own records.",
  apiAccess: "API access",
  apiAccessHint: "API keys with the scopes of its data can run it.",
  requiresPermission: "Requires permission to manage reports.",
  onlyForFirm: "Available only for reports shared with the whole firm.",
  members: "Members",
  teams: "Teams",
});

export const columnItem = catalog({
  moveUp: (heading: string) => `Move ${heading} up`,
  moveDown: (heading: string) => `Move ${heading} down`,
  remove: (heading: string) => `Remove ${heading}`,
  rowCount: "Row count",
  heading: "Heading",
  shows: "Shows",
  value: "Value",
  groupBy: "Group by",
  none: "None",
});

export const filterRow = catalog({
  field: "Field",
  value: "Value",
  removeFilter: (label: string) => `Remove filter ${label}`,
  operator: "Operator",
  askWhenRun: "Ask when the report is run",
  usesValueOf: (label: string) => `Uses the value of “${label}” above.`,
  prompt: "Prompt",
  default: "Default",
  required: "Required",
  requiredHint: "If empty, the filter is not applied.",
});

export const formSchema = catalog({
  fieldOfFilterIsGone: "This field no longer exists. Remove the filter or choose another field",
  enterQuestion: "Enter a question",
  enterName: "Enter a name",
  chooseColumn: "Choose at least one column",
  fieldOfColumnIsGone: "This field no longer exists. Remove the column",
  chooseMember: "Choose at least one member or team",
});

export const memberTicks = catalog({
  searchByName: "Search by name",
  searchTeams: "Search teams by name",
  toChooseFrom: (legend: string) => `${legend} to choose from`,
  you: (name: string) => `${name} (you)`,
  noMatchingMembers: "No matching members.",
  noMatchingTeams: "No matching teams.",
  noMembersSelected: "No members selected",
  noTeamsSelected: "No teams selected",
  selected: (count: number) => `${count} selected`,
});

export const rejectionBanner = catalog({
  wasChanged: "This report was changed in another session",
  wasNotSaved: "The report was not saved",
  nothingWasSaved:
    "Nothing was saved. Your changes are still here. Open the report in another window to review it, then reload this page.",
  requires: (permissions: string) => `Requires ${permissions}. An owner or administrator can grant it.`,
});

export const valueField = catalog({
  yes: "Yes",
  no: "No",
  none: "None",
  chooseValue: "Choose a value",
  inDollars: (label: string) => `${label}, in dollars`,
  inDays: (label: string) => `${label}, in days`,
  onePerLine: (label: string) => `${label}, one per line`,
  optional: (label: string) => `${label} (optional)`,
});

export const valueFaults = catalog({
  enterValue: "Enter a value",
  enterAmount: "Enter an amount in dollars, such as 1250.00",
  enterNumber: "Enter a number",
  enterDays: "Enter a whole number of days",
});

export const preview = catalog({
  title: "Preview",
  description: "The first ten rows of your own organization, as of now.",
  chooseColumns: "Add a column to see rows.",
  completeFilters: "Complete the filters and their defaults to see rows.",
  noRows: "No record matches the filters.",
  notYet: (message: string) => `No preview yet: ${message}`,
});
