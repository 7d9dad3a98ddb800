import { catalog } from "../client/catalog.ts";

export const auditExport = catalog({
  exportCsv: "Export CSV",
  exportingAuditLog: "Exporting audit log",
  exportStopped: "Export stopped",
  cancel: "Cancel",
  close: "Close",
  export: "Export",
  entriesSoFar: (rows: string) => `${rows} entries so far`,
  noFileWasSaved: (rejection: string) => `${rejection} No file was saved.`,
  entriesExported: (rows: string) => `${rows} entries exported. The export is recorded in the audit log.`,
});

export const auditFilters = catalog({
  action: "Action",
  allActions: "All actions",
  from: "From",
  until: "Until",
  mustNotBeBefore: "Must not be before the start date",
  search: "Search",
  name: "Name, key ID, request ID or IP address",
  includeReadsAndWrites: "Include reads and writes of records",
  clearFilters: "Clear filters",
  actor: "Actor",
  allActors: "All actors",
  apiKey: (actorId: string) => `API key ${actorId}`,
});

export const auditScreen = catalog({
  auditLog: "Audit log",
  auditLogDescription:
    "Security-relevant actions with actor, time and IP address. Entries cannot be changed or deleted.",
  viewAuditLog: "view the audit log",
  noMatchingEntries: "No matching entries",
  noEntriesYet: "No entries yet",
  clearFilters: "Clear filters",
  signInsAndChanges: "Sign-ins and changes to API keys, scopes and members appear here.",
  auditLogWhat: "the audit log",
  nouns: ["entry", "entries"],
});

export const auditTable = catalog({
  actorKinds: { integration_key: "Key", platform_administrator: "Platform administrator", system: "System" },
  auditLogEntries: "Audit log entries, newest first",
  entry: "Entry",
  changes: "Changes",
  ipAddress: "IP address",
  action: "Action",
  recordId: "Record ID",
  requestId: "Request ID",
  time: "Time",
  auditLogEntry: "Audit log entry",
  actor: "Actor",
  system: "System",
  record: "Record",
  request: "Request",
  requestIdWhat: "request ID",
  viewKey: "View key",
  onlyActionsBy: (name: string) => `Only actions by ${name}`,
  from: "from ",
  to: "to ",
});
