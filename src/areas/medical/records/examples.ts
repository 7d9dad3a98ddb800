import { ids, times } from "../../../contract/examples/example-story.ts";
import { examplesOfPart, ofFacility, recorded } from "../parts/examples.ts";
import type { MedicalRecord } from "../parts/schema.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { chart, retrievalRequest } from "../requests/examples.ts";

export const record = {
  id: ids.recordId,
  ...ofFacility,
  request: { id: ids.requestId, requestNumber: retrievalRequest.requestNumber },
  document: chart,
  recordType: "emergency_room",
  serviceStartOn: "2026-01-19",
  serviceEndOn: "2026-01-21",
  pageCount: 84,
  isCertified: false,
  reviewedBy: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  reviewedAt: times.now,
  summary: "Neck pain after a rear-end collision; no fracture.",
  chronologyStatus: "in_progress",
  ...recorded,
} satisfies MedicalRecord;

const examples = examplesOfPart("medicalRecord", "recordId", record, {
  body: { recordType: record.recordType, requestId: ids.requestId, documentId: chart.id, pageCount: record.pageCount },
  changes: { reviewed: true, summary: record.summary },
});

export const recordExamples = {
  "medicalFacilities.records.list": examples.list,
  "medicalFacilities.records.create": examples.create,
  "medicalFacilities.records.get": examples.get,
  "medicalFacilities.records.update": examples.update,
  "medicalFacilities.records.delete": examples.delete,
} satisfies Record<string, OperationExample>;
