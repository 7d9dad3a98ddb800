import type { Payload } from "../areas/events/domain.payloads.ts";
import { ids, times } from "./example-story.ts";

const vendor = { type: "integration_key", id: ids.keyId, name: "Records vendor sync" } as const;
const sha256 = "7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730";

/** What the emergency room sent, as it came with one call. */
export const document = {
  id: "doc_01kjp8x1b3d5f7h9k1n3r5t7w9",
  organizationId: ids.organizationId,
  caseId: ids.caseId,
  leadId: null,
  folderId: ids.folderId,
  path: "Medical Records/Mercy General/Emergency room records",
  name: "Emergency room records",
  fileName: "ER records.pdf",
  extension: "pdf",
  contentType: "application/pdf",
  sizeBytes: 1_482_117,
  sha256,
  pageCount: null,
  category: "medical_record",
  subCategory: null,
  description: null,
  tags: ["Urgent care"],
  documentDate: "2026-01-19",
  receivedOn: "2026-03-14",
  source: "api",
  status: "available",
  statusReason: null,
  version: 1,
  currentVersionId: "dvr_01kjp8x1c4e6g8j0m2p4s6v8x0",
  isLocked: false,
  lockedBy: null,
  lockExpiresAt: null,
  isPrivileged: false,
  isWorkProduct: false,
  isConfidential: false,
  containsPhi: true,
  legalHold: false,
  batesPrefix: null,
  batesStart: null,
  batesEnd: null,
  ownerAttorneyId: ids.attorneyId,
  uploadedBy: vendor,
  ocrStatus: "not_requested",
  textAvailable: false,
  antivirus: { status: "not_scanned", scannedAt: null },
  externalId: null,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
  deletedAt: null,
} satisfies Payload<"document">;

/** The same, announced and not yet there. */
export const promisedDocument = { ...document, status: "pending_upload", version: 0, currentVersionId: null } as const;

export const lockedDocument = { ...document, isLocked: true, lockedBy: vendor, lockExpiresAt: "2026-03-14T16:09:26.535Z", revision: 2 } as const;
export const deletedDocument = { ...document, revision: 2, deletedAt: times.now } as const;

export const documentVersion = {
  id: document.currentVersionId,
  documentId: document.id,
  number: 1,
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  sha256,
  note: null,
  uploadedBy: vendor,
  isCurrent: true,
  createdAt: times.now,
} as const;

export const secondVersion = { ...documentVersion, id: "dvr_01kjp8x1d5f7h9k1n3r5t7w9y1", number: 2, note: "With the radiology report" } as const;
export const versionedDocument = { ...document, version: 2, currentVersionId: secondVersion.id, revision: 2 } as const;

export const upload = {
  id: "upl_01kjp8x1d5f7h9k1n3r5t7w9y1",
  method: "PUT",
  url: "https://caseport.example/api/files/uploads/3q2-7wAbCdEf",
  headers: { "Content-Type": "application/octet-stream" },
  expiresAt: "2026-03-15T15:09:26.535Z",
  parts: null,
} as const;

export const download = {
  url: "https://caseport.example/api/files/9hJ-kLmNoPqR",
  expiresAt: "2026-03-14T15:14:26.535Z",
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  sha256,
} as const;

/** What is said of a file that will come in steps. */
export const eventToRecord = { fileName: document.fileName, contentType: document.contentType, sizeBytes: document.sizeBytes, sha256 } as const;
