import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const eventsFilters = catalog({
  recordId: "Record ID",
  enterRecordId: "Enter a record ID, such as case_01jc…",
  clearFilters: "Clear filters",
  recordType: "Record type",
  allRecordTypes: "All record types",
  action: "Action",
  allActions: "All actions",
  key: "Key",
  allKeys: "All keys",
  time: "Time",
  allDays: (days: number) => `All ${days} days`,
  from: "From",
  until: "Until",
  mustNotBeBefore: "Must not be before the start",
});

export const eventsQuery = catalog({
  all: "All",
  lastHour: "Last hour",
  last24Hours: "Last 24 hours",
  last7Days: "Last 7 days",
  customRange: "Custom range",
});

export const newEventsLine = catalog({
  newestFirst: (pollIntervalMilliseconds: number) =>
    `Newest first. Refreshed every ${pollIntervalMilliseconds} seconds.`,
  show: (label: string) => `Show ${label}`,
  new: (count: number, noun: string, isMore: boolean) =>
    plural(count, `# new ${noun}`, isMore ? `# or more new ${noun}s` : `# new ${noun}s`),
});
