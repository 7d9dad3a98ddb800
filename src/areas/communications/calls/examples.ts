import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Call } from "./schema.ts";

/** A talk with Elena Marsh after her visit. */
export const call = exampleRecord(Call, {
  id: "cll_01kjp8y5h7k9n1p3r5t7w9y1a3",
  organizationId: ids.organizationId,
  caseId: ids.caseId,
  direction: "outbound",
  status: "completed",
  party: { name: "Elena Marsh", number: "+15125550143", clientId: ids.clientId, leadId: null, contactId: null },
  firmNumber: "+15125550100",
  startedAt: "2026-03-12T14:00:00.000Z",
  answeredAt: "2026-03-12T14:00:09.000Z",
  endedAt: "2026-03-12T14:06:21.000Z",
  durationSeconds: 372,
  disposition: "connected",
  recordingConsent: "none",
  documentIds: [],
  createdBy: actors.vendor,
  onBehalfOfAttorneyId: ids.attorneyId,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const summarizedCall = {
  ...call,
  summary: "She has a follow-up visit on Monday and asks for a copy of the police report.",
  revision: 2,
} satisfies Call;

export const calledBack = { ...call, disposition: "callback_requested", revision: 2 } satisfies Call;

const ofCall = { callId: call.id };

export const callExamples = {
  "calls.list": { parameters: { caseId: ids.caseId }, response: { calls: [call], nextCursor: null } },
  "calls.get": { parameters: ofCall, response: { call: summarizedCall } },
  "calls.create": {
    body: {
      caseId: ids.caseId,
      direction: call.direction,
      status: call.status,
      party: { clientId: ids.clientId, number: "+1 512 555 0143" },
      firmNumber: call.firmNumber,
      startedAt: call.startedAt,
      answeredAt: call.answeredAt,
      endedAt: call.endedAt,
      disposition: call.disposition,
      recordingConsent: call.recordingConsent,
    },
    response: { call },
  },
  "calls.update": {
    parameters: ofCall,
    body: { disposition: calledBack.disposition },
    response: { call: calledBack },
  },
} satisfies Record<string, OperationExample>;
