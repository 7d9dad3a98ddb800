import { catalog } from "../client/catalog.ts";

export const importsScreen = catalog({
  title: "Import",
  description: "Bring in clients, contacts, providers, cases, tasks, notes and expenses from another system.",
  importRecords: "import records",
  upload: "Upload file",
  noImportsYet: "No imports yet",
  whatImportsAre:
    "Upload a CSV file or an Excel workbook that your former system exported. You choose what each column holds and check all rows before anything is written, and can undo an import for seven days.",
  order: "Import clients and contacts first, then cases, then tasks and notes.",
  nouns: ["import", "imports"],
  caption: "Imports",
  file: "File",
  kind: "Records",
  status: "Status",
  rows: "Rows",
  requestedBy: "Requested by",
  requested: "Requested",
  importId: "Import ID",
});

export const importLabels = catalog({
  kinds: {
    clients: "Clients",
    contacts: "Contacts",
    providers: "Medical providers",
    cases: "Cases",
    tasks: "Tasks",
    notes: "Notes",
    expenses: "Expenses",
  },
  statuses: {
    reading: "Reading file",
    ready: "Ready",
    checking: "Checking",
    running: "Importing",
    completed: "Completed",
    cancelled: "Canceled",
    failed: "Failed",
    undoing: "Undoing",
    undone: "Undone",
  },
  sources: { clio: "Clio", filevine: "Filevine", smartadvocate: "SmartAdvocate", other: "Another system" },
  failures: {
    open_quote: "A quotation mark in the file is never closed. Correct the file and upload it again.",
    too_wide: "A row has too many columns or characters. Correct the file and upload it again.",
    not_a_table:
      "The file is neither CSV nor a workbook. Open it in Excel, save it as Excel workbook (.xlsx), and upload that.",
    password: "The workbook is protected by a password. Save it without one and upload it again.",
    no_rows: "The file has no rows below its header row.",
    too_many_rows: "The file has more than 200,000 rows. Split it and upload the parts.",
    too_costly: "The workbook takes too long to read. Save it as CSV and upload that.",
    not_allowed: "The person or key that requested the import can no longer import these records.",
    internal: "Something went wrong on our side. Upload the file again.",
  },
});

export const importScreen = catalog({
  pageTitle: "Import",
  noun: "import",
  list: "Import",
  unknownHint: "It may belong to another organization.",
  importRecords: "import records",
});
