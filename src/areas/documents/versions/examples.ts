import { actors, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { declaredFile, document, upload } from "../examples.ts";

export const documentVersion = {
  id: document.currentVersionId,
  documentId: document.id,
  number: 1,
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  sha256: document.sha256,
  note: null,
  uploadedBy: actors.vendor,
  isCurrent: true,
  createdAt: times.now,
} as const;

export const secondVersion = {
  ...documentVersion,
  id: "dvr_01kjp8x1d5f7h9k1n3r5t7w9y1",
  number: 2,
  note: "With the radiology report",
} as const;
export const versionedDocument = { ...document, version: 2, currentVersionId: secondVersion.id, revision: 2 } as const;

export const download = {
  url: "https://caseport.example/api/files/9hJ-kLmNoPqR",
  expiresAt: "2026-03-14T15:14:26.535Z",
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  sha256: document.sha256,
} as const;

export const versionExamples = {
  "documents.versions.list": {
    parameters: { documentId: document.id, limit: 50 },
    response: { versions: [secondVersion, { ...documentVersion, isCurrent: false }], nextCursor: null },
  },
  "documents.versions.create": {
    parameters: { documentId: document.id },
    body: { ...declaredFile, note: "With the radiology report" },
    response: { document, version: null, upload },
  },
  "documents.versions.restore": {
    parameters: { documentId: document.id, number: "1" },
    body: {},
    response: { document: versionedDocument, version: { ...secondVersion, note: "Version 1 restored" } },
  },
  "documents.download": { parameters: { documentId: document.id }, response: { download } },
} satisfies Record<string, OperationExample>;
