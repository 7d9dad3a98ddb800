import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, matter, shownClient, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { facility } from "../facilities/examples.ts";
import { type RetrievalFollowUp, RetrievalRequest } from "./schema.ts";

const { organizationId, caseId, facilityId, requestId, authorizationId } = ids;

export const retrievalRequest = exampleRecord(RetrievalRequest, {
  id: ids.requestId,
  organizationId,
  requestNumber: "RR-2026-00042",
  case: { id: caseId, sequenceId: matter.sequenceId },
  client: shownClient,
  facility: { facilityId, name: facility.name, facilityType: facility.facilityType },
  vendor: { id: ids.vendorId, name: "Lone Star Records Retrieval" },
  vendorReference: "LS-90217",
  requestType: "records",
  recordTypes: ["emergency_room", "imaging_reports"],
  dateRangeStartOn: "2026-01-19",
  allDates: false,
  purpose: "litigation",
  priority: "standard",
  deliveryMethod: "email",
  sentTo: facility.recordsDepartmentInfo,
  certificationRequired: true,
  affidavitRequired: false,
  notarized: false,
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
  authorization: {
    id: ids.authorizationId,
    scope: "all",
    signedOn: "2026-02-16",
    expiresOn: "2026-08-16",
    revokedOn: null,
  },
  authorizationStatus: "signed",
  authorizationExpiresOn: "2026-08-16",
  status: "in_progress",
  availableTransitions: ["fee_requested", "partially_received", "received", "no_records", "rejected", "on_hold"],
  statusChangedAt: "2026-03-03T14:41:07.310Z",
  submittedAt: "2026-02-18T17:05:52.114Z",
  acknowledgedAt: "2026-02-24T13:12:30.660Z",
  dueOn: "2026-03-20",
  followUpOn: "2026-03-17",
  followUpCount: 1,
  lastFollowUpAt: "2026-03-03T14:41:07.310Z",
  requestedBy: { id: ids.attorneyId, firstName: "Daniel", lastName: "Okafor" },
  documents: [],
  timeline: [
    { at: times.stage, status: "draft", actor: "Daniel Okafor", note: null },
    {
      at: "2026-02-18T17:05:52.114Z",
      status: "submitted",
      actor: "Daniel Okafor",
      note: "By e-mail, with the signed authorization.",
    },
    { at: "2026-02-24T13:12:30.660Z", status: "acknowledged", actor: "Records vendor sync", note: null },
    { at: "2026-03-03T14:41:07.310Z", status: "in_progress", actor: "Records vendor sync", note: null },
  ],
  revision: 5,
  createdAt: times.stage,
  updatedAt: "2026-03-03T14:41:07.310Z",
});

export const chart = { id: ids.chartId, name: "Mercy General chart.pdf" };

export const readyRequest = {
  ...retrievalRequest,
  vendorReference: null,
  status: "ready",
  availableTransitions: ["submitted", "on_hold", "cancelled"],
  statusChangedAt: times.stage,
  submittedAt: null,
  acknowledgedAt: null,
  dueOn: null,
  followUpOn: null,
  followUpCount: 0,
  lastFollowUpAt: null,
  timeline: [
    { at: times.opened, status: "draft", actor: "Daniel Okafor", note: null },
    { at: times.stage, status: "ready", actor: "Daniel Okafor", note: null },
  ],
  revision: 2,
  updatedAt: times.stage,
} satisfies RetrievalRequest;

export const leasedRequest = {
  ...readyRequest,
  leasedUntil: "2026-03-14T15:14:26.535Z",
  revision: 3,
  updatedAt: times.now,
} satisfies RetrievalRequest;

export const followUp = {
  id: "rfu_01kf3m8t6x8z1b3d5f7h9k1n3q",
  requestId: ids.requestId,
  method: "phone",
  note: "Copying takes another week.",
  nextFollowUpOn: "2026-03-24",
  actor: "Records vendor sync",
  createdAt: times.now,
} satisfies RetrievalFollowUp;

const nextCursor = null;

export const requestExamples = {
  "retrievalRequests.list": {
    parameters: { status: "in_progress", dueBefore: "2026-04-01" },
    response: { retrievalRequests: [retrievalRequest], nextCursor },
  },
  "cases.retrievalRequests.list": {
    parameters: { caseId },
    response: { retrievalRequests: [retrievalRequest], nextCursor },
  },
  "cases.retrievalRequests.create": {
    parameters: { caseId },
    body: {
      facilityId,
      requestType: "records",
      recordTypes: retrievalRequest.recordTypes,
      dateRangeStartOn: "2026-01-19",
      vendorId: ids.vendorId,
      authorizationId,
    },
    response: { retrievalRequest },
  },
  "retrievalRequests.get": { parameters: { requestId }, response: { retrievalRequest } },
  "retrievalRequests.update": {
    parameters: { requestId },
    body: { priority: "rush" },
    response: { retrievalRequest: { ...retrievalRequest, priority: "rush", revision: 6 } },
  },
  "retrievalRequests.transition": {
    parameters: { requestId },
    body: { toStatus: "in_progress", vendorReference: "LS-90217" },
    response: { retrievalRequest },
  },
  "retrievalRequests.followUps.list": { parameters: { requestId }, response: { followUps: [followUp], nextCursor } },
  "retrievalRequests.followUps.create": {
    parameters: { requestId },
    body: { method: followUp.method, note: followUp.note, nextFollowUpOn: followUp.nextFollowUpOn },
    response: {
      followUp,
      retrievalRequest: {
        ...retrievalRequest,
        followUpCount: 2,
        followUpOn: followUp.nextFollowUpOn,
        lastFollowUpAt: times.now,
        revision: 6,
      },
    },
  },
  "retrievalRequests.documents.attach": {
    parameters: { requestId },
    body: { documentId: chart.id },
    response: {
      retrievalRequest: { ...retrievalRequest, documents: [{ ...chart, attachedAt: times.now }], revision: 6 },
    },
  },
} satisfies Record<string, OperationExample>;
