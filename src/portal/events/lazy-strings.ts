import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

/** What only the screens of events show: `strings.ts` is also part of the first load of Request logs. */

export const aboutEvent = catalog({
  event: "Event",
  eventId: "event ID",
  time: "Time",
  actor: "Actor",
  actingAttorney: "Acting attorney",
  source: "Source",
  version: (version: string) => `, version ${version}`,
  request: "Request",
  requestId: "request ID",
  cursor: "Cursor",
  cursorWhat: "cursor",
  pollFeedFromHere: "Poll the feed from here",
  webhooks: "Webhooks",
  showWhether: "show whether it was delivered.",
  requestsAreKept: (requestDays: number) =>
    `Requests are kept for ${requestDays} days; this request is no longer available.`,
  viewRequest: "View request",
  viewAllEvents: "View all events",
  attorneyId: "attorney ID",
});

export const diffTable = catalog({
  removed: "Removed",
  added: "Added",
  orderChanged: "The order changed.",
  entriesAreUnchanged: (kept: number) => plural(kept, "# entry is unchanged.", "# entries are unchanged."),
});

export const eventDetail = catalog({
  changes: "Changes",
  record: "Record",
  recordAsJson: "the record as JSON",
  thisEventHasNo: "This event has no record.",
  relatedRecords: "Related records",
  eventDetails: "Event details",
  noFieldValuesChanged: "No field values changed.",
  thisRecord: " · this record",
  idOf: (entity: string) => `the id of the ${entity}`,
  viewEvents: (span: ReactNode) => rich`View events${span}`,
});

export const eventScreen = catalog({
  events: "Events",
  event: "event",
  viewEvents: "view events",
  itMayBeOlder: "It may be older than 90 days or belong to another organization.",
  summary: (eventType: string, name: string, time: ReactNode, exactTime: ReactNode) =>
    rich`${eventType} By ${name} on ${exactTime} (${time}).`,
  pageTitle: "Event",
});

export const eventTable = catalog({
  actor: "Actor",
  event: "Event",
  type: "Type",
  time: "Time",
  record: "Record",
  source: "Source",
  eventId: "Event ID",
});

export const eventsScreen = catalog({
  viewEvents: "view events",
  webhooks: "Webhooks",
  pollFeed: "Poll the feed",
  title: "Events",
  allChangesOfOrganizations:
    "All changes to the organization’s records. Integrations read them from GET /events or receive them by webhook.",
  event: "event",
  keptFor90Days: "Kept for 90 days.",
  events: "Events, newest first",
  noMatchingEvents: "No matching events",
  clearFilters: "Clear filters",
  noEventOfLast: "No event of the last 90 days matches these filters.",
  noEventsYet: "No events yet",
  changesByIntegrations: "Changes by integrations and members are listed here. Reads do not create events.",
  nouns: ["event", "events"],
});

export const followDialog = catalog({
  pollFeed: "Poll the feed",
  pollFeedDescription: "An integration that stores its cursor reads every event once, in order.",
  readFromBeginning: "Read from the beginning",
  continueAfterNewestEvent: "Continue after the newest event of this list",
  setToSecret: (variable: ReactNode, scope: Wrap) =>
    rich`Set ${variable} to the secret of a key with the scope ${scope("events:read")}. Record values require the read scope of the record.`,
  process: (code: Wrap, code2: Wrap) =>
    rich`Process ${code("events")}, then store ${code2("nextCursor")} together with your results.`,
  requestAgain: (code: Wrap, code2: Wrap) =>
    rich`Request again with it as ${code("after")}. With ${code2("wait=25")} the response arrives with the next event, or after 25 seconds.`,
  eventsAreKept: (link: Wrap) =>
    rich`Events are kept for 90 days; older cursors are rejected. To receive events instead of polling, use ${link("webhooks")}.`,
});

export const recordView = catalog({
  redacted: "redacted",
  emptyObject: "Empty object",
  emptyText: "Empty text",
  emptyList: "Empty list",
  showAllCharacters: (count: string) => `Show all ${count} characters`,
});
