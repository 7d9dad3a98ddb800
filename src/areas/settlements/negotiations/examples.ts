import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Negotiation } from "./schema.ts";

export const negotiation = exampleRecord(Negotiation, {
  id: "neg_01kjp8y7k9n1p3r5t7w9y1a3c5",
  organizationId: ids.organizationId,
  caseId: ids.caseId,
  type: "offer",
  direction: "incoming",
  amountCents: 7_500_000,
  madeOn: "2026-03-10",
  expiresAt: "2026-04-10T22:00:00.000Z",
  method: "written",
  status: "open",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const { type, direction, amountCents, madeOn, expiresAt, method } = negotiation;

export const negotiationExamples = {
  "negotiations.list": {
    parameters: { status: "open" },
    response: { negotiations: [negotiation], nextCursor: null },
  },
  "cases.negotiations.create": {
    parameters: { caseId: ids.caseId },
    body: { type, direction, amountCents, madeOn, expiresAt, method },
    response: { negotiation },
  },
} satisfies Record<string, OperationExample>;
