import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const deleteReportDialog = catalog({
  wasDeleted: (name: string) => `${name} was deleted.`,
  wasDeletedAndItsSchedulesWerePaused: (name: string) => `${name} was deleted and its schedules were paused.`,
  report: "report",
  isDeletedForEveryone:
    "is deleted for everyone, including API keys and offices. Its schedules are paused. Existing exports remain until they expire. This cannot be undone.",
});

export const exportMenu = catalog({
  excel: "Excel",
  jsonLines: "JSON lines",
  exportReport: "Export report",
  onlyRowsOf: (organizationName: string) => `Only rows of ${organizationName}`,
});

export const exportBanner = catalog({
  exportNotCreated: "Export not created",
  creatingExport: "Creating export",
  viewExports: "View exports",
  isListedUnderExports: (fileName: ReactNode) => rich`${fileName} is listed under Exports.`,
  progressOf: (fileName: string) => `Progress of ${fileName}`,
  exportIsReady: "Export ready",
  exportIsGone: "Export canceled",
});

export const keySwitch = catalog({
  notAvailableToApi: "Not available to API keys.",
  yes: "Yes",
  no: "No",
  availableToApiKeys: "Available to API keys",
  apiAccessTo: (name: string) => `API access to ${name}`,
  isNowAvailable: (name: string) => `${name} is now available to API keys with its scopes.`,
  isNoLongerAvailable: (name: string) => `${name} is no longer available to API keys.`,
});

export const missingData = catalog({ onlyForKeys: "data that only keys may read" });

export const reportFilters = catalog({
  searchReports: "Search reports",
  nameOrDescription: "Name or description",
  category: "Category",
  allCategories: "All categories",
  source: "Source",
  allSources: "All sources",
  customReports: "Custom reports",
  clearFilters: "Clear filters",
});

export const reportMenu = catalog({
  actionsFor: (name: string) => `Actions for ${name}`,
  copyReport: "Copy report",
  editReport: "Edit report",
  deleteReport: "Delete report",
  isPrivateToYou: (name: string) => `${name} is private to you.`,
  couldNotBeCopied: (name: string) => `${name} could not be copied.`,
});

export const reportPage = catalog({
  editReport: "Edit report",
  youDontHavePermission: "You don’t have permission to run this report",
  requires: (missing: string, organizationName: string) =>
    `Requires ${missing}, which you are missing in ${organizationName}. An owner or administrator can grant it.`,
});

export const reportScreen = catalog({
  reports: "Reports",
  report: "report",
  viewReports: "view reports",
  itMayBePrivate: "It may be private or deleted.",
  pageTitle: "Report",
});

export const reportTable = catalog({
  report: "Report",
  kind: "Kind",
  category: "Category",
  reportId: "Report ID",
  owner: "Owner",
  lastRun: "Last run",
  apiAccess: "API access",
  yes: "Yes",
  no: "No",
  more: "More",
  reports: "Reports",
  needs: (missing: string) => `Needs ${missing}. Ask an owner or administrator.`,
  formerMember: "A former member",
});

export const reportsScreen = catalog({
  exports: "Exports",
  createReport: "Create report",
  title: "Reports",
  description: "Run standard and custom reports on current data.",
  viewReports: "view reports",
  reports: "reports",
  noMatchingReports: "No matching reports",
  clearFilters: "Clear filters",
  noReportYou: "No report you can view matches this search and category.",
  noReportsYet: "No reports yet",
  reportsYouCreate: "Reports you create or that are shared with you are listed here.",
});
