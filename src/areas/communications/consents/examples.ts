import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Consent } from "./schema.ts";

const actor = { type: "integration_key", id: ids.keyId, name: "Intake vendor" } as const;
const given = { status: "opted_in", source: "call", at: times.stage } as const;
const proof = {
  text: "May we text you about your case? Reply STOP at any time.",
  ipAddress: null,
  formUrl: null,
  documentId: null,
};

export const consent = exampleRecord(Consent, {
  id: "cns_01kpf3y5z7a9b1c3d5e7f9g1h3",
  organizationId: ids.organizationId,
  clientId: ids.clientId,
  leadId: null,
  contactId: null,
  channel: "text",
  ...given,
  proof,
  suppression: null,
  maySend: true,
  history: [{ ...given, proof, isOverride: false, actor, recordedAt: times.stage }],
  revision: 2,
  createdAt: times.stage,
  updatedAt: times.stage,
});

export const consentExamples = {
  "consents.list": {
    parameters: { clientId: ids.clientId },
    response: { consents: [consent], nextCursor: null },
  },
  "consents.set": {
    body: {
      clientId: ids.clientId,
      channel: "text",
      status: "opted_in",
      source: "call",
      at: times.stage,
      proof: { text: proof.text },
    },
    response: { consent },
  },
} satisfies Record<string, OperationExample>;
