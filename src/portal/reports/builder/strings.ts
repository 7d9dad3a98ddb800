import { catalog, rich, type Wrap } from "../../client/catalog.ts";

export const about = catalog({
  records: "Records",
  recordsDescription: "Each row is one of these records or is computed from them.",
  recordType: "Record type",
  recordTypeIsFixed: "The record type of a saved report cannot change. Create a new report instead.",
  changeRecordType: "Change record type?",
  confirmChange: "Change record type",
  otherFields: (entity: string) => `${entity} have other fields. Your columns, filters and chart will be removed.`,
  name: "Name",
  namePlaceholder: "Open cases by attorney",
  category: "Category",
  description: "Description",
  descriptionHint: "What the report shows. Do not include client names.",
  and: " and ",
  needs: (permissions: string) => ` (needs ${permissions})`,
});

export const builder = catalog({
  someFieldsNeedAttention: "Some fields need attention.",
  shownAfterSaving: "Results are shown after you save. You can edit the report later.",
  cancel: "Cancel",
  saveAndRun: "Save and run report",
  leaveWithoutSaving: "Leave without saving?",
  inputWillBeLost: "Your input on this page will be lost.",
  leavePage: "Leave page",
  isSaved: (name: string) => `${name} is saved.`,
});

export const columns = catalog({
  columns: "Columns",
  description:
    "Values of each row, from left to right. If a column is a count or sum, the other columns define the groups.",
  count: "Count",
  addRowCount: "Add row count",
  fromLeftToRight: "Columns, from left to right",
  isColumn: (heading: string, place: number) => `${heading} is column ${place}.`,
  isColumnOf: (heading: string, place: number, count: number) => `${heading} is column ${place} of ${count}.`,
  wasRemoved: (heading: string) => `${heading} was removed.`,
  noColumns: "No columns yet. Add fields from the list.",
  oneRow: "The report has one row for all matching records.",
  and: " and ",
  oneRowForEach: (groups: string) => `The report has one row for each ${groups}.`,
});

export const fieldOptions = catalog({ notPermitted: (label: string) => `${label} (not permitted)` });

export const filterSection = catalog({
  filters: "Filters",
  description: "Rows must match all filters. A filter can ask for its value when the report is run.",
  filterRemoved: "Filter removed.",
  filterAdded: (label: string) => `Filter ${label} added.`,
  addFilter: "Add a filter",
  chooseField: "Choose a field…",
});

export const order = catalog({
  title: "Order and totals",
  description: "Sort columns, in order of priority. Empty values are last.",
  sortByColumn: "Sort by a column",
  thenByAnother: "Then by another column",
  addColumnsFirst: "Add columns first.",
  totals: "Totals",
  totalsHint: "Shows totals of money, counts and sums over all rows.",
  sortBy: "Sort by",
  thenBy: "Then by",
  direction: "Direction",
  ascending: "Ascending",
  descending: "Descending",
  doNotSortBy: (heading: string) => `Do not sort by ${heading}`,
  chart: "Chart",
  chartDescription: "Shown above the table.",
  chartType: "Chart type",
  needsColumns: "A chart needs a numeric column and a category column.",
  noChart: "No chart",
  noChartHint: "Table only.",
  bar: "Bar chart",
  barHint: "Compare stages, attorneys or sources.",
  line: "Line chart",
  lineHint: "Show a trend over time.",
  horizontalAxis: "Horizontal axis",
  verticalAxis: "Vertical axis",
  colorBy: "Color by",
  noColumn: "None",
  chooseColumn: "Choose a column",
});

export const picker = catalog({
  fields: "Fields",
  searchFields: "Search fields",
  fieldsToChooseFrom: "Fields to choose from",
  noMatch: (search: string) => `No fields match “${search}”.`,
  add: (label: string, hidden: Wrap) => rich`${hidden("Add ")}${label}`,
  onlyForKeys: "Available to API keys only",
  needs: (permission: string) => `Needs the permission “${permission}”`,
});

export const screens = catalog({
  newReport: "New report",
  createReport: "Create report",
  editReport: "Edit report",
  reports: "Reports",
  report: "report",
  description: "Choose records, columns and filters. The report runs on current data.",
  toCreateReports: "create reports",
  toEditReports: "edit reports",
  itMayBePrivate: "It may be private or deleted.",
  standardCannotBeEdited: "Standard reports cannot be edited",
  youDontHavePermission: "You don’t have permission to edit this report",
  viewReport: "View report",
  copyThenEdit: "Copy the report from its menu, then edit the copy.",
  reportFields: "report fields",
});
