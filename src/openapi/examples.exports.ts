import { completedExport, queuedExport } from "./example-records.reports.ts";
import type { OperationExamples } from "./operation-examples.ts";

const parameters = { exportId: queuedExport.id };
const { type, format, filters } = queuedExport;

/** The operations of the area exports in use, by their names in the catalogue. */
export const exportExamples: Readonly<Record<string, OperationExamples>> = {
  "exports.create": { body: { type, format, ...filters }, answer: { export: queuedExport } },
  "exports.list": { parameters: { status: "completed", sort: "newest" }, answer: { exports: [completedExport], nextCursor: null } },
  "exports.get": { parameters, answer: { export: { ...queuedExport, status: "running", progress: 61, rowCount: 26, startedAt: queuedExport.createdAt, revision: 2 } } },
  "exports.download": {
    parameters,
    answer: { export: { ...completedExport, downloadUrl: "https://caseport.example/api/files/c2lnbmVkLWFuZC1zZWFsZWQ", downloadUrlExpiresAt: "2026-03-14T15:14:26.535Z" } },
  },
  "exports.cancel": { parameters, body: {}, answer: { export: { ...queuedExport, status: "cancelled", finishedAt: queuedExport.createdAt, revision: 2 } } },
  "exports.remove": { parameters, answer: {} },
};
