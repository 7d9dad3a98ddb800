import { enumeration } from "../../contract/enumeration.ts";

export const importEnumerations = {
  importKind: enumeration("What the rows of an import are.", {
    clients: "Clients.",
    contacts: "Contacts: people and companies around cases.",
    providers: "Medical providers: contacts of this type, with the role of a provider.",
    cases: "Cases of existing clients.",
    tasks: "Tasks of cases, or of the firm.",
    notes: "Notes on cases, clients or contacts.",
    expenses: "Expenses of cases: what the firm paid or owes for them.",
  }),
  importSource: enumeration("The program that wrote an import's file, by the names of its columns.", {
    clio: "Clio Manage: the columns of its migration templates, also of activities for expenses.",
    filevine: "Filevine: the columns of its migration spreadsheets.",
    smartadvocate: "SmartAdvocate: the columns of its case browser and of its data source of cases.",
    other: "Another one; columns are found by their names.",
  }),
  importStatus: enumeration("Where an import stands.", {
    reading: "The file is being read.",
    ready: "The file was read. Choose the columns, check the rows, and start.",
    checking: "The rows are being checked; nothing is changed.",
    running: "Records are being created and updated.",
    completed: "Every row was handled.",
    cancelled: "Canceled; what was written before stays.",
    failed: "The file could not be read, or the work could not go on; `failure` says why.",
    undoing: "Its records are being deleted, and what it changed is being changed back.",
    undone: "It was undone, except for what changed since.",
  }),
  importFailure: enumeration("Why an import failed.", {
    open_quote: "A quotation mark in the file is never closed.",
    too_wide: "A row of the file has too many columns or characters.",
    not_a_table: "The file is neither CSV nor a workbook. Open it in a spreadsheet and save it as XLSX or CSV.",
    password: "The workbook is protected by a password. Save it without one.",
    no_rows: "The file has no rows below the names of its columns.",
    too_many_rows: "The file has too many rows: divide it.",
    too_costly: "The workbook takes too long to read: save it as CSV.",
    not_allowed: "The key or member that requested it may no longer import.",
    internal: "An internal error; send the file again.",
  }),
  importExisting: enumeration("What becomes of a row whose `externalId` a record has already.", {
    update: "The record is updated with the cells that are not blank.",
    skip: "The row is skipped.",
  }),
  importDateOrder: enumeration("How days such as 3/4/2026 are read.", {
    month_first: "March 4, as in the United States.",
    day_first: "April 3.",
  }),
  importRowOutcome: enumeration("What became of a row of an import.", {
    created: "A record was created.",
    updated: "A record was updated.",
    skipped: "Nothing was done: a record has its `externalId`.",
    rejected: "Nothing was done: the row has faults.",
    undone: "What it did was undone.",
    kept: "It was not undone, because its record changed since or is in use.",
  }),
};
