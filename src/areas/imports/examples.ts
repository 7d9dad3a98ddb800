import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Import, ImportRow } from "./schema.ts";

/** Three clients, the last without a last name, in Base64. */
const content =
  "Q2xpZW50IElELEZpcnN0IE5hbWUsTGFzdCBOYW1lLERPQgpDLTEsRWxlbmEsTWFyc2gsNC8xNy8xOTg4CkMtMixBbGksUmV5ZXMsMTEvMi8xOTc5CkMtMyxLaW0sLDUvNi8xOTkwCg==";

const columns = [
  { index: 0, name: "Client ID", field: "externalId" },
  { index: 1, name: "First Name", field: "firstName" },
  { index: 2, name: "Last Name", field: "lastName" },
  { index: 3, name: "DOB", field: "dateOfBirth" },
];
const expiresAt = "2026-03-21T15:09:26.535Z";

export const sentImport = exampleRecord(Import, {
  id: "imp_01kf3mq2s4v6x8z1b3d5f7h9k3",
  organizationId: ids.organizationId,
  fileName: "clients.csv",
  source: "other",
  status: "reading",
  existing: "update",
  dateOrder: "month_first",
  columns: [],
  defaults: [],
  handled: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  rejected: 0,
  undone: 0,
  kept: 0,
  hasReport: false,
  requestedBy: actors.vendor,
  expiresAt,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});
export const readyImport = {
  ...sentImport,
  format: "csv",
  kind: "clients",
  status: "ready",
  columns,
  rowCount: 3,
  revision: 2,
} satisfies Import;
export const runningImport = { ...readyImport, status: "running", startedAt: times.now, revision: 3 } satisfies Import;
export const completedImport = {
  ...runningImport,
  status: "completed",
  handled: 3,
  created: 2,
  rejected: 1,
  hasReport: true,
  finishedAt: times.now,
  revision: 5,
} satisfies Import;
export const undoneImport = { ...completedImport, status: "undone", undone: 2, revision: 8 } satisfies Import;

const ofImport = { importId: sentImport.id };
const lastNameMissing = { column: "Last Name", message: "required" };
const rejectedRow = exampleRecord(ImportRow, { number: 4, outcome: "rejected", faults: [lastNameMissing] });
const createdRow = exampleRecord(ImportRow, { number: 2, outcome: "created", recordId: ids.clientId, faults: [] });

export const importExamples = {
  "imports.create": {
    body: { fileName: sentImport.fileName, content, existing: "update" },
    response: { import: sentImport },
  },
  "imports.list": {
    parameters: { status: "completed", sort: "newest" },
    response: { imports: [completedImport], nextCursor: null },
  },
  "imports.get": { parameters: ofImport, response: { import: readyImport } },
  "imports.preview": {
    parameters: ofImport,
    response: {
      preview: {
        fields: [{ name: "externalId", label: "External ID", choices: [] }],
        columns: [{ index: 2, name: "Last Name", field: "lastName", samples: ["Marsh", "Reyes"] }],
        rows: [
          {
            number: 2,
            operation: "clients.create",
            body: { externalId: "C-1", firstName: "Elena", lastName: "Marsh", dateOfBirth: "1988-04-17" },
            faults: [],
          },
          {
            number: 4,
            operation: "clients.create",
            body: { externalId: "C-3", firstName: "Kim", dateOfBirth: "1990-05-06" },
            faults: [lastNameMissing],
          },
        ],
      },
    },
  },
  "imports.update": {
    parameters: ofImport,
    body: { existing: "skip", columns: [{ index: 3, field: "dateOfBirth" }] },
    response: { import: { ...readyImport, existing: "skip", revision: 3 } },
  },
  "imports.check": {
    parameters: ofImport,
    body: {},
    response: { import: { ...readyImport, status: "checking", startedAt: times.now, revision: 3 } },
  },
  "imports.start": { parameters: ofImport, body: {}, response: { import: runningImport } },
  "imports.cancel": {
    parameters: ofImport,
    body: {},
    response: { import: { ...readyImport, status: "cancelled", finishedAt: times.now, revision: 3 } },
  },
  "imports.undo": {
    parameters: ofImport,
    body: {},
    response: { import: { ...completedImport, status: "undoing", revision: 6 } },
  },
  "imports.rows.list": {
    parameters: { ...ofImport, outcome: "rejected", limit: 200 },
    response: { rows: [createdRow, rejectedRow], nextCursor: null },
  },
  "imports.download": {
    parameters: ofImport,
    response: {
      import: {
        ...completedImport,
        downloadUrl: "https://caseport.example/api/files/eyJhbGciOiJkaXIifQ",
        downloadUrlExpiresAt: "2026-03-14T15:24:26.535Z",
      },
    },
  },
} satisfies Record<string, OperationExample>;
