import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import {
  EsignDocument,
  EsignField,
  EsignRecipient,
  EsignRequest,
  defaultReminders,
  type EsignRequestDetail,
} from "./schema.ts";

const { organizationId, caseId } = ids;

export const esignTemplateId = "est_01kf3mt1v3x5z7b9d1f3h5k7m9";
const sourceHash = "5f0c6a5d2b9e4c8f7a1d3e6b9c2f5a8d1e4b7c0f3a6d9e2b5c8f1a4d7e0b3c6f";
const sealedHash = "c1e4a7d0b3f6c9e2a5d8b1f4c7e0a3d6b9f2c5e8a1d4b7f0c3e6a9d2b5f8c1e4";
const chainHash = "85a9123459d18b8e6b248d9df117b51a761bb0a7576d1cc66baacfef738386b4";

const draftDocument = exampleRecord(EsignDocument, {
  id: "esd_01kf3mt2w4y6a8c0e2g4j6k8m0",
  position: 1,
  purpose: "retainer_agreement",
  name: "Fee agreement",
  esignTemplateId,
});

const waitingClient = exampleRecord(EsignRecipient, {
  id: "esp_01kf3mt3x5z7b9d1f3h5k7m9n1",
  key: "client",
  label: "Client",
  role: "signer",
  order: 1,
  clientId: ids.clientId,
  name: "Elena Marsh",
  email: "elena.marsh@example.com",
  phone: "+1 512 555 0143",
  capacity: "self",
  delivery: "email",
  authentication: "none",
  status: "waiting",
  isActive: false,
});

const ofCase = {
  id: "esr_01kf3mt0v2x4z6b8d0f2h4k6m8",
  organizationId,
  sequenceId: "ES-2026-00042",
  caseId,
  case: matter,
  title: "Your fee agreement",
  message: "Please sign by Friday. Call us with any question.",
  language: "en",
  expiresInDays: 14,
  reminders: defaultReminders,
  needsAttention: false,
  reminderCount: 0,
  moveLead: true,
  containsPhi: false,
  externalId: "esign-1042",
  createdBy: actors.vendor,
  onBehalfOf: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  createdAt: times.stage,
} as const;

export const draftRequest = exampleRecord(EsignRequest, {
  ...ofCase,
  status: "draft",
  availableTransitions: ["preparing"],
  documents: [draftDocument],
  recipients: [waitingClient],
  problems: [],
  effects: [],
  revision: 1,
  updatedAt: times.stage,
}) satisfies EsignRequest;

export const preparingRequest = {
  ...draftRequest,
  status: "preparing",
  availableTransitions: ["voided"],
  revision: 2,
  updatedAt: times.now,
} satisfies EsignRequest;

export const sentDocument = {
  ...draftDocument,
  documentId: "doc_01kf3mt4y6a8c0e2g4j6k8m0p2",
  versionId: "dvr_01kf3mt5z7b9d1f3h5k7m9n1q3",
  sha256: sourceHash,
  pageCount: 3,
  sizeBytes: 184_220,
} satisfies EsignDocument;

export const sentRequest = {
  ...draftRequest,
  status: "sent",
  availableTransitions: ["voided"],
  documents: [sentDocument],
  recipients: [{ ...waitingClient, status: "sent", isActive: true, sentAt: times.now }],
  sentAt: times.now,
  expiresAt: "2026-03-29T04:59:59.999Z",
  nextReminderAt: "2026-03-17T15:00:00.000Z",
  chainHash,
  revision: 3,
  updatedAt: times.now,
} satisfies EsignRequest;

const consent = {
  consentTextId: "ect_01kf3mt7b9d1f3h5k7m9n1q3s5",
  version: 1,
  sha256: sourceHash,
  at: "2026-03-14T16:20:11.000Z",
};

export const completedRequest = {
  ...sentRequest,
  status: "completed",
  availableTransitions: [],
  documents: [
    {
      ...sentDocument,
      sealedVersionId: "dvr_01kf3mt6a8c0e2g4j6k8m0p2r4",
      sealedSha256: sealedHash,
      sealedSizeBytes: 231_904,
    },
  ],
  recipients: [
    {
      ...waitingClient,
      status: "signed",
      sentAt: times.now,
      viewedAt: "2026-03-14T16:19:40.000Z",
      consentedAt: consent.at,
      signedAt: "2026-03-14T16:22:03.000Z",
      consent,
    },
  ],
  nextReminderAt: null,
  allSignedAt: "2026-03-14T16:22:03.000Z",
  completedAt: "2026-03-14T16:22:05.000Z",
  endedAt: "2026-03-14T16:22:05.000Z",
  certificateDocumentId: "doc_01kf3mt8c0e2g4j6k8m0p2r4t6",
  effects: [
    {
      kind: "case_engaged",
      entity: "case",
      entityId: caseId,
      outcome: "applied",
      reason: null,
      at: "2026-03-14T16:22:05.000Z",
    },
  ],
  revision: 7,
  updatedAt: "2026-03-14T16:22:05.000Z",
} satisfies EsignRequest;

const signatureField = exampleRecord(EsignField, {
  id: "esf_01kf3mt9d1f3h5k7m9n1q3s5v7",
  position: 1,
  recipientKey: "client",
  kind: "signature",
  required: true,
  label: "Client's signature",
  page: 3,
  x: 61.2,
  y: 633.6,
  width: 183.6,
  height: 39.6,
  fontSize: 10,
});

export const sentRequestDetail = { ...sentRequest, fields: [signatureField] } satisfies EsignRequestDetail;

export const esignRequestExamples = {
  "esignRequests.list": {
    parameters: { status: "sent", expiresBefore: "2026-04-01T00:00:00Z" },
    response: { esignRequests: [sentRequest], nextCursor: null },
  },
  "esignRequests.get": {
    parameters: { esignRequestId: sentRequest.id },
    response: { esignRequest: sentRequestDetail },
  },
  "esignRequests.delete": { parameters: { esignRequestId: draftRequest.id }, response: {} },
} satisfies Record<string, OperationExample>;
