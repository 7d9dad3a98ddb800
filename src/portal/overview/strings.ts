import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const firstRequest = catalog({
  getStarted: "Get started",
  getStartedDescription: "Three steps to the first request of your integration.",
  setUpSecondFactor: "Set up a second factor",
  setUp: "Set up second factor",
  creatingKeyRequiresOne: "Creating a key requires one.",
  createApiKey: "Create an API key",
  createKey: "Create key",
  keyGivesOneIntegration: "A key gives one integration access to what its scopes allow.",
  sendRequest: "Send a request",
  setCaseportApiKey:
    "Set CASEPORT_API_KEY to the key’s secret, then run this in a terminal. The request appears here within seconds.",
  firstRequestWithCurl: "First request with curl",
  waitingForRequest: (span: ReactNode) => rich`${span} Waiting for a request…`,
  with: (durationMs: string, keyName: ReactNode, time: ReactNode) => rich`${durationMs} · with ${keyName} · ${time}`,
  yourFirstRequestSucceeded: "Your first request succeeded.",
  requestWasRejected: (link: Wrap) => rich`The request was rejected. ${link("Debug request")}`,
  done: " (done)",
});

export const keysCard = catalog({
  keysToReview: "Keys to review",
  allKeys: "All keys",
  keysToReviewEmpty: "No keys to review. No key expires soon, lacks an attorney or is unused.",
  moreKeysToReview: (others: number) => plural(others, "One more key to review.", "# more keys to review."),
  of: (name: string) => ` of ${name}`,
  requestsThatNeedActing: (actingAttorneyName: string | null) =>
    `Requests that need an acting attorney fail${actingAttorneyName === null ? "." : `: ${actingAttorneyName} is deactivated.`}`,
  chooseAttorney: "Choose attorney",
  expires: (time: ReactNode) => rich`Expires ${time}.`,
  extend: "Extend",
  waitsForDecision: (count: number) =>
    plural(count, "Waiting for a decision on one elevated scope.", "Waiting for a decision on # elevated scopes."),
  viewRequest: "View request",
  neverUsed: "Never used.",
  lastUsed: (time: ReactNode) => rich`Last used ${time}.`,
  viewKey: "View key",
  notUsedInLast: (count: number, unusedScopeDays: number) =>
    `${plural(count, "One scope", "# scopes")} not used in the last ${unusedScopeDays} days.`,
  viewScopes: "View scopes",
});

export const latestCards = catalog({
  latestEvents: "Latest events",
  allEvents: "All events",
  latestEventsEmpty: "No events yet. Every change to a record is an event, from the API and the portal.",
  by: (actorName: string) => `by ${actorName}`,
  latestExports: "Latest exports",
  allExports: "All exports",
  latestExportsEmpty: "No exports yet. An export writes a report or records to a file, which is kept for seven days.",
  whatChanged: "Latest activity",
  auditLog: "Audit log",
  whatChangedEmpty: "No activity yet. Changes to keys, webhooks and members, and sign-ins appear here.",
});

export const overviewFigures = catalog({
  noneWeekBeforeEither: "None last week either",
  noneWeekBefore: "None last week",
  asManyAsWeek: "Same as last week",
  timesAsMany: (now: number) => `${now} times as many as last week`,
  thanWeekBefore: (percent: number, now: number, weekBefore: number) =>
    `${percent}% ${now > weekBefore ? "more" : "fewer"} than last week`,
});

export const overviewScreen = catalog({
  title: "Overview",
  description: (organizationName: string) => `API keys, requests, webhooks and changes of ${organizationName}.`,
  overview: "the Overview",
});

export const reasonsCard = catalog({
  errors: "Errors",
  errorsDescription: "Why requests of the last 24 hours failed, most frequent first.",
  noRequestFailed: "No request failed.",
  keys: (keyCount: number, keyName: string) => `${keyCount} keys, most with ${keyName}`,
  weekBefore: (weekBefore: string) => `${weekBefore} a week earlier`,
  viewRequests: (hidden: Wrap, keyName: string, label: string) =>
    rich`View requests${hidden(` of ${keyName}: ${label}`)}`,
});

export const trafficCard = catalog({
  requests: "Requests",
  last24Hours: "Last 24 hours by hour, compared with the same hours a week earlier.",
  requestsWhat: "requests",
  noRequestsInLast: "No requests in the last 24 hours",
  requestsWithYourApi: "Requests with your API keys are counted here by hour, with their errors and latency.",
  key: "Key",
  allKeys: "All keys",
  showAsChart: "Show as chart",
  showAsTable: "Show as table",
  requestsOfLast24: (counts: string) =>
    `Requests of the last 24 hours by hour: ${counts}. The table shows the same data.`,
  requestsByHour: "Requests by hour, newest first",
  hour: "Hour",
  weekBefore: "Week earlier",
  p95WeekBefore: "p95 a week earlier",
  requestsByKey: "Requests by key, busiest first",
  errors: "Errors",
  loadingRequests: "Loading requests",
  p95Latency: "p95 latency",
});

export const trafficChart = catalog({
  requestsPerHour: "Requests per hour",
  p95Latency: "p95 latency",
  weekBefore: "Week earlier",
  p95WeekBefore: "p95 a week earlier",
});

export const webhooksCard = catalog({
  title: "Webhooks",
  createWebhook: "Create webhook",
  noWebhooksYet: "No webhooks yet. A webhook sends events to an HTTPS endpoint of your integration, within seconds.",
  allWebhooks: "All webhooks",
  delivered: "Delivered",
  noDeliveriesIn24: "no deliveries in 24 hours",
  ofFailedIn24: (failed: string, succeeded: string) => `${failed} of ${succeeded} failed in 24 hours`,
  backlog: "Backlog",
  nothingWaits: "nothing waiting",
  waitForAttempt: "waiting for an attempt",
  active: "Active",
  paused: (paused: string, disabled: string) => `${paused} paused, ${disabled} disabled`,
  stopLabels: {
    failures: "Paused after 120 hours of failed deliveries",
    gone: "Disabled: its endpoint returned 410",
    by_hand: "Disabled by a member",
    none: "Its key no longer allows the host",
  },
});
