import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const caseChoice = catalog({
  case: "Case",
  caseHint: "Case number, client name or case ID.",
  anotherCase: "Another case",
  noMatchingCases: "No matching cases. Search by whole words, such as “2026-000123” or a last name.",
});

export const exportActions = catalog({
  delete: (fileName: string) => `Delete ${fileName}`,
  deleteExport: "Delete export",
  downloadFile: (fileName: ReactNode) => rich`Download${fileName}`,
  wasCanceled: (fileName: string) => `${fileName} was canceled.`,
  cancelExport: (fileName: ReactNode) => rich`Cancel export${fileName}`,
  isDeleted: (fileName: string) => `${fileName} is deleted.`,
  export: "export",
  noLongerAvailable: (fileName: string) => `${fileName} is no longer available.`,
  completedConsequence: "can no longer be downloaded. Records are not affected. You can create the export again.",
  uncompletedConsequence: "is removed from the list. No file was created.",
});

export const exportFormSchema = catalog({
  chooseCase: "Choose a case",
  chooseAtLeastOne: "Choose at least one part",
  mustNotBeBefore: "Must not be before the start",
});

export const exportRequest = catalog({
  partLabels: {
    records: "The case’s records",
    clients: "Clients",
    contacts: "Contacts",
    leads: "Leads",
    documents: "Documents",
    notes: "Notes",
    tasks: "Tasks",
    deadlines: "Deadlines",
    calendar: "Calendar",
    ledger: "Ledger: invoices, payments and expenses",
    settlements: "Fee agreements, negotiations, settlements and liens",
    referrals: "Referrals and partner firms",
    trust: "Trust accounts, ledgers and disbursements",
    communications: "Messages and calls",
    intake: "Intake answers",
    medical: "Treatment, medical bills and records requests",
    esign: "Signature requests",
    activity: "Activity",
  },
  to: (from: string, to: string) => `${from} to ${to}`,
  from: (from: string) => `from ${from}`,
  until: (to: string) => `until ${to}`,
  stage: (matterStage: string) => `stage ${matterStage}`,
  status: (matterStatus: string) => `status ${matterStatus}`,
  ofOneAttorney: "of one attorney",
  changed: (span: string) => `changed ${span}`,
  ofParts: (count: number, partLabelsCount: number) => `${count} of ${partLabelsCount} parts`,
  withDocumentFiles: "with document files",
  withoutDocumentFiles: "without document files",
  withParameters: "with parameters",
  allNotDeleted: "all except deleted",
});

export const exportTable = catalog({
  exports: "Exports, newest first",
  file: "File",
  status: "Status",
  exportId: "Export ID",
  contents: "Contents",
  kind: (type: string, format: string) => `${type}, ${format}`,
  size: "Size",
  rows: "Rows",
  requestedBy: "Requested by",
  bySchedule: (name: string) => `${name} (schedule)`,
  requested: "Requested",
  keptUntil: "Kept until",
  actions: "Actions",
  soon: "soon",
  progressOf: (fileName: string) => `Progress of ${fileName}`,
});

export const exportsScreen = catalog({
  title: "Exports",
  description:
    "Files of this firm’s records, kept for 7 days. Downloading a file requires the permissions for its data.",
  createExport: "Create export",
  createExports: "create exports",
  noExports: "No exports with this status",
  showAll: "Show all",
  filesAreKept: "Files are kept for 7 days. Their status is kept longer.",
  exportStatus: "Export status",
  allStatuses: "All statuses",
  noExportsYet: "No exports yet",
  viewReports: "View reports",
  exportIsFile:
    "An export is a file of the firm’s data: a report, a case file, the audit log or the whole organization.",
  exportsRunInBackground: "Exports run in the background and are kept for 7 days.",
  nouns: ["export", "exports"],
});

export const newExportDialog = catalog({
  hints: {
    cases: "A table with one row per case.",
    clients: "A table with one row per client: names, phones, email and address.",
    contacts: "A table with one row per contact: names, roles, phones, email and address.",
    case_file: "Archive of one case: records, documents, notes, tasks, deadlines, calendar, ledger and activity.",
    audit_log: "Security-relevant actions with actor and time.",
    trust_ledger: "A table with one row per entry of a trust ledger, with the case number.",
    full_organization: "Archive of all data.",
  },
  isBeingCreated: (fileName: string) => `${fileName} is being created. You can continue working.`,
  createExport: "Create export",
  containsOnlyDataOf: (organizationName: string, link: Wrap) =>
    rich`Contains only data of ${organizationName}. To export a report, run it under ${link("Reports")}.`,
  exportNotCreated: "Export not created",
  itContainsDataMembers:
    "It contains data that members cannot export. Use an API key with all required scopes and POST /exports.",
  requires: (named: string) => `Requires ${named}. An owner or administrator can grant it.`,
  contents: "Contents",
  file: "File",
});

export const newExportFields = catalog({
  stage: "Stage",
  allStages: "All stages",
  status: "Status",
  allStatuses: "All statuses",
  changedFrom: "Changed from",
  changedUntil: "Changed until",
  attorney: "Attorney",
  allAttorneys: "All attorneys",
  from: "From",
  until: "Until",
  parts: "Parts",
  allPartsI: "All parts I can read",
  ifOff: "If off, only the document list is included.",
  apiKeysOnly: "API keys only.",
  needs: (permission: string) => `Needs “${permission}”.`,
  fullOrganization:
    "Cases, clients, contacts, leads, documents, notes, tasks, deadlines, calendar, ledger, intake, treatment and records, settings and the audit log, as JSON lines in one ZIP archive. It contains all client data; store it securely.",
  filesCanMakeArchive: "Files can make the archive very large.",
  includeDocumentFiles: "Include document files",
});

export const completions = catalog({
  isReady: (fileName: string) => `${fileName} is ready.`,
  couldNotBeCreated: (fileName: string) => `${fileName} could not be created.`,
});
