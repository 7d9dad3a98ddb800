import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { call } from "../calls/examples.ts";

const ofCase = { caseId: ids.caseId };

export const timelineExamples = {
  "cases.communications.list": {
    parameters: ofCase,
    response: {
      communications: [{ type: "call", id: call.id, at: call.startedAt, message: null, call }],
      nextCursor: null,
    },
  },
  "cases.lastClientContact.get": {
    parameters: ofCase,
    response: {
      lastClientContact: {
        id: ids.caseId,
        lastClientContactOn: "2026-03-12",
        by: { type: "call", id: call.id, at: call.startedAt },
        lastInboundAt: null,
        unansweredSince: null,
        daysWithoutContact: 2,
      },
    },
  },
} satisfies Record<string, OperationExample>;
