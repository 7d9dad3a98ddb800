import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Export } from "./schema.ts";

export const queuedExport = exampleRecord(Export, {
  id: "exp_01kf3mp8z1b3d5f7h9k1n3q5s7",
  type: "report",
  format: "csv",
  status: "queued",
  progress: 0,
  fileName: "open-cases-by-attorney-2026-03-14.csv",
  filters: { reportId: ids.reportId },
  dataPermissions: ["cases:read"],
  requestedBy: actors.vendor,
  createdAt: times.now,
  updatedAt: times.now,
  revision: 1,
});

export const completedExport = {
  ...queuedExport,
  status: "completed",
  progress: 100,
  rowCount: 42,
  sizeBytes: 1_874,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  startedAt: times.now,
  finishedAt: times.now,
  expiresAt: "2026-03-21T15:09:26.535Z",
  revision: 3,
} satisfies Export;

const parameters = { exportId: queuedExport.id };
const { type, format, filters } = queuedExport;

export const exportExamples = {
  "exports.create": { body: { type, format, ...filters }, response: { export: queuedExport } },
  "exports.list": {
    parameters: { status: "completed", sort: "newest" },
    response: { exports: [completedExport], nextCursor: null },
  },
  "exports.get": {
    parameters,
    response: {
      export: {
        ...queuedExport,
        status: "running",
        progress: 61,
        rowCount: 26,
        startedAt: queuedExport.createdAt,
        revision: 2,
      },
    },
  },
  "exports.download": {
    parameters,
    response: {
      export: {
        ...completedExport,
        downloadUrl: "https://caseport.example/api/files/c2lnbmVkLWFuZC1zZWFsZWQ",
        downloadUrlExpiresAt: "2026-03-14T15:14:26.535Z",
      },
    },
  },
  "exports.cancel": {
    parameters,
    body: {},
    response: { export: { ...queuedExport, status: "cancelled", finishedAt: queuedExport.createdAt, revision: 2 } },
  },
  "exports.delete": { parameters, response: {} },
} satisfies Record<string, OperationExample>;
