import { exampleRecord } from "../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { Document } from "./schema.ts";

const { vendor } = actors;
const sha256 = "7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730";

export const document = exampleRecord(Document, {
  id: "doc_01kjp8x1b3d5f7h9k1n3r5t7w9",
  organizationId: ids.organizationId,
  caseId: ids.caseId,
  folderId: ids.folderId,
  path: "Medical Records/Mercy General/Emergency room records",
  name: "Emergency room records",
  fileName: "ER records.pdf",
  extension: "pdf",
  contentType: "application/pdf",
  sizeBytes: 1_482_117,
  sha256,
  category: "medical_record",
  tags: ["Urgent care"],
  documentDate: "2026-01-19",
  receivedOn: "2026-03-14",
  source: "api",
  status: "available",
  version: 1,
  currentVersionId: "dvr_01kjp8x1c4e6g8j0m2p4s6v8x0",
  isLocked: false,
  isPrivileged: false,
  isWorkProduct: false,
  isConfidential: false,
  containsPhi: true,
  legalHold: false,
  ownerAttorneyId: ids.attorneyId,
  uploadedBy: vendor,
  ocrStatus: "not_requested",
  textAvailable: false,
  antivirus: { status: "not_scanned", scannedAt: null },
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const promisedDocument = { ...document, status: "pending_upload", version: 0, currentVersionId: null } as const;

export const lockedDocument = {
  ...document,
  isLocked: true,
  lockedBy: vendor,
  lockExpiresAt: "2026-03-14T16:09:26.535Z",
  revision: 2,
} as const;
export const deletedDocument = { ...document, revision: 2, deletedAt: times.now } as const;

export const upload = {
  id: "upl_01kjp8x1d5f7h9k1n3r5t7w9y1",
  method: "PUT",
  url: "https://caseport.example/api/files/uploads/3q2-7wAbCdEf",
  headers: { "Content-Type": "application/octet-stream" },
  expiresAt: "2026-03-15T15:09:26.535Z",
  parts: null,
} as const;

export const declaredFile = {
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  sha256,
} as const;

export const documentExamples = {
  "documents.list": {
    parameters: { category: "medical_record", sort: "updated", limit: 50 },
    response: { documents: [document], nextCursor: null },
  },
  "cases.documents.list": {
    parameters: { caseId: ids.caseId, q: "emergency room" },
    response: { documents: [document], nextCursor: null },
  },
  "documents.get": { parameters: { documentId: document.id }, response: { document } },
  "cases.documents.create": {
    parameters: { caseId: ids.caseId },
    body: {
      ...declaredFile,
      name: "Emergency room records",
      folderId: ids.folderId,
      category: "medical_record",
      tags: ["Urgent care"],
      containsPhi: true,
    },
    response: { document: promisedDocument, upload },
  },
  "leads.documents.create": {
    parameters: { leadId: ids.leadId },
    body: { ...declaredFile, category: "medical_record" },
    response: {
      document: { ...promisedDocument, caseId: null, leadId: ids.leadId, folderId: null, path: document.name },
      upload,
    },
  },
  "documents.complete": {
    parameters: { documentId: document.id },
    body: {},
    response: { document: { ...document, revision: 2 } },
  },
  "documents.update": {
    parameters: { documentId: document.id },
    body: { category: "medical_bill", isConfidential: true },
    response: { document: { ...document, category: "medical_bill", isConfidential: true, revision: 2 } },
  },
  "documents.delete": { parameters: { documentId: document.id }, response: {} },
  "documents.restore": {
    parameters: { documentId: document.id },
    body: {},
    response: { document: { ...document, revision: 3 } },
  },
  "documents.lock": {
    parameters: { documentId: document.id },
    body: { minutes: 60 },
    response: { document: lockedDocument },
  },
  "documents.unlock": {
    parameters: { documentId: document.id },
    body: {},
    response: { document: { ...document, revision: 3 } },
  },
} satisfies Record<string, OperationExample>;
