import { catalog } from "../client/catalog.ts";

export const requestFilters = catalog({
  succeeded2xx: "Succeeded (2xx)",
  rejected4xx: "Rejected (4xx)",
  failed5xx: "Failed (5xx)",
  status: "Status",
  allStatuses: "All statuses",
  errorReason: "Error reason",
  allReasons: "All reasons",
  search: "Search requests",
  searchHint: "Request ID, path or reason",
  method: "Method",
  allMethods: "All methods",
  path: "Path",
  pathForm: "/cases/case_01…",
  enterPath: "Enter a path, such as /cases/case_01",
  ipAddress: "IP address",
  enterIpAddress: "Enter an IP address",
  key: "Key",
  allKeys: "All keys",
  source: "Source",
  allSources: "All sources",
  bulkJob: "Bulk job",
  bulkJobForm: "blk_…",
  enterBulkJob: "Enter the ID of a bulk job, such as blk_01…",
});

export const filterChips = catalog({
  activeFilters: "Active filters",
  chip: (label: string, value: string) => `${label}: ${value}`,
  remove: (chip: string) => `Remove filter ${chip}`,
  search: "Search",
  time: "Time",
  clearAll: "Clear filters",
});

export const requestLine = catalog({ unknownPath: "unknown path" });

export const requestLogsScreen = catalog({
  title: "Request logs",
  description: "Requests of all API keys, with the check that rejected each.",
  requestDebugger: "Request debugger",
  viewRequestLogs: "view request logs",
});

export const requestLogs = catalog({
  keptForDays: (requestDays: number) => `Kept for ${requestDays} days. The log contains no request or response bodies.`,
  requests: "Requests",
  request: "request",
  clearFilters: "Clear filters",
  noMatchingRequests: "No matching requests",
  noRequestOfLast: (requestDays: number) => `No request of the last ${requestDays} days matches these filters.`,
  noRequestsYet: "No requests yet",
  requestsWithApiKey:
    "Requests with an API key are listed here within seconds. The log contains no request or response bodies.",
  nouns: ["request", "requests"],
  live: "Live",
  following: "New requests appear within seconds of their response.",
});

export const requestSheet = catalog({
  request: "Request",
  newer: "Newer",
  older: "Older",
  requestWhat: "the request",
  loadingRequest: "Loading request",
  checks: "Checks",
});

export const requestTable = catalog({
  key: "Key",
  requests: "Requests, newest first",
  request: "Request",
  time: "Time",
  status: "Status",
  reason: "Reason",
  requestId: "Request ID",
  ipAddress: "IP address",
  duration: "Duration",
  replayed: "Replayed",
});
