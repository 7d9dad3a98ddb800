import type { ReactNode } from "react";
import { catalog, rich } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const chartCard = catalog({
  by: (label: string, bucket: string) => `${label} by ${bucket}`,
  tableBelowShowsSame: (title: string) => `${title}. The table below shows the same data.`,
  showsOf: (isTime: boolean, count: number, total: number) =>
    `Shows the ${isTime ? "last" : "first"} ${count} of ${total}`,
  tableHasAll: (shown: string) => `${shown}. The table has all.`,
  othersAddUp: (shown: string, sum: string) => `${shown}; the others add up to ${sum}.`,
});

export const chartData = catalog({
  notSet: "Not set",
  others: (series: number) => `${series} others`,
  noDate: "No date",
});

export const formatValue = catalog({
  yes: "Yes",
  no: "No",
  quarter: (quarter: number, year: number) => `Q${quarter} ${year}`,
  weekOf: (day: string) => `Week of ${day}`,
});

export const officeChooser = catalog({
  organizations: "Organizations",
  thisOrganization: "This organization",
  allOrganizations: "All organizations",
  allOrganizationsHint: (count: number) => `All ${count}, in separate rows`,
  selectedOrganizations: "Selected organizations",
  selectedOrganizationsHint: "The organizations you select below",
});

export const parameterField = catalog({
  separateValuesWithCommas: "Separate values with commas.",
  chooseOne: "Choose one",
  any: "Any",
  yes: "Yes",
  no: "No",
  noneSelectedMeansAll: "None selected means all.",
});

export const parameterValues = catalog({
  required: "Required. Choose a value",
  requiredChooseDate: "Required. Choose a date",
  requiredEnterValue: "Required. Enter a value",
  chooseOneOfListed: "Choose one of the listed values",
  atMostCharacters: (maxTextLength: number) => `Use at most ${maxTextLength} characters`,
  enterWholeNumber: "Enter a whole number",
  enterNumber: "Enter a number with at most two decimals",
  enterAmountInDollars: "Enter an amount in dollars",
  chooseYesOrNo: "Choose Yes or No",
  chooseDate: "Choose a date",
});

export const resultChart = catalog({ noValue: "No value", openRows: "Click or press Enter to show the rows." });

export const resultTable = catalog({ organization: "Organization", total: "Total" });

export const runForm = catalog({
  chooseAtLeastOne: "Choose at least one organization",
  runReport: "Run report",
  parameters: "Parameters",
  reEnterValues: "Re-enter values",
  valueOfIsNot: (withheld: string) =>
    `The value of ${withheld} is not stored in the URL because it may identify a person.`,
  runningReport: "Running report",
  noParameters: "No parameters.",
});

export const runRejection = catalog({
  tooManyReports: "Too many reports are running",
  waitFewSeconds: "Wait a few seconds for the firm’s other reports to finish.",
  youDontHavePermission: "You don’t have permission to run this report this way",
  reportNotFound: "Report not found",
  itWasDeleted: "It was deleted or is no longer shared with you.",
  reportCouldNot: "The report could not be run",
  reportTimedOut: "The report timed out",
  runsTimeOutAfter: "Runs time out after five seconds. Narrow the parameters, or export the report instead.",
  reportOrOfficesChanged: "The report or offices changed",
  theyChangedSinceLast: "They changed since the last run. Run the report again.",
  parameterIsInvalid: "A parameter is invalid",
  seeMessageAtField: "See the message at the field.",
  requires: (titles: string) => `Requires ${titles}. An owner or administrator can grant it.`,
});

export const runResult = catalog({
  result: "Result",
  noMatchingRecords: "No matching records",
  noRecordsMatch: (isOverSeveral: boolean) =>
    `No records match these parameters${isOverSeveral ? " and in these offices" : ""}. Change them and run the report again.`,
  rowsOf: (name: string) => `${name}: rows`,
  rows: (count: number) => plural(count, "# row", "# rows"),
  soFar: " so far",
  onlyRows: (column: ReactNode, label: string, rows: string) => rich`Only ${column}: ${label} (${rows})`,
  showAllRows: "Show all rows",
  ofOffices: (count: number, part: string) => ` of ${count > 4 ? `${count} offices` : part}`,
  asOf: (part: ReactNode, generatedAt: ReactNode) => rich`${part}, as of ${generatedAt}`,
  notRunYet: "Not run yet",
  runReportOnCurrent: "Run the report on current data. Columns:",
  runningReport: "Running report",
  exportReport: "Export report",
  runReportAgain: "Run report again",
  tryAgain: "Try again",
  nouns: ["row", "rows"],
});
