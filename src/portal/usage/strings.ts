import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const chartParts = catalog({
  requests: (counts: string) => `${counts} requests`,
  openRequests: "Click to view the requests.",
});

export const scopeUse = catalog({
  neverUsed: "Never used",
  used: "Used ",
  notUsedInDays: (recentScopeDays: number) => `Not used in ${recentScopeDays} days, last `,
});

export const unusedScopes = catalog({
  removeUnusedScopes: (count: number) => plural(count, "Remove unused scope", "Remove # unused scopes"),
  title: "Unused scopes",
  description: (unusedScopeDays: number) =>
    `Not used in the last ${unusedScopeDays} days. Remove them to limit the damage of a leak.`,
  neverUsed: "Never used",
  lastUsed: (time: ReactNode) => rich`Last used ${time}`,
  allScopes: "All scopes are in use.",
  observedSince: (time: ReactNode, unusedScopeDays: number) =>
    rich`Observed since ${time}. Available after ${unusedScopeDays} days.`,
});

export const usageChart = catalog({ requestsPerDay: "Requests per day", p95Latency: "p95 latency" });

export const usageFigureRow = catalog({ requests: "Requests", p95Latency: "p95 latency" });

export const usageFigures = catalog({
  succeeded: "Succeeded",
  rejected: "Rejected",
  except429: "4xx except 429",
  rateLimited: "Rate limited",
  failed: "Failed",
  noneInPreviousDays: (period: number) => `none in the previous ${period} days`,
  sameAsPreviousDays: (period: number) => `same as the previous ${period} days`,
  timesPreviousDays: (now: string, period: number) => `${now} times the previous ${period} days`,
  thanInPreviousDays: (percent: number, now: number, before: number, period: number) =>
    `${percent}% ${now > before ? "more" : "fewer"} than in the previous ${period} days`,
});

export const usagePanel = catalog({
  usage: "usage",
  requests: "Requests",
  requestsDescription: "Per day in UTC, including replays.",
  showAsChart: "Show as chart",
  showAsTable: "Show as table",
  requestsAreMissing: (lost: number) => plural(lost, "One request is missing", "# requests are missing"),
  missingRequestsGotResponse:
    "Missing requests got a response but could not be logged, because the database was unavailable or the log was overloaded. They may belong to any key of the organization.",
  noRequestsInLast: (period: number) => `No requests in the last ${period} days`,
  requestsWithThisKey: "Requests with this key are counted here.",
  requestsOfLastDays: (period: number, summary: string) =>
    `Requests of the last ${period} days by day: ${summary}. The table shows the same data.`,
  period: "Period",
  days: (days: number) => `${days} days`,
  loadingUsage: "Loading usage",
  operations: "Operations",
  operationsDescription: (period: number) => `Requests of the last ${period} days by operation, most requests first.`,
});

export const usageTable = catalog({
  requestsPerDayUtc: "Requests per day (UTC) by result, with p95 latency",
  day: "Day",
  p95Latency: "p95 latency",
  requestsPerOperation: "Requests per operation by result, with p95 latency",
  operation: "Operation",
  unknownPath: "Unknown paths",
});
