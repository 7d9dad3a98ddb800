import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { call, calledBack } from "./examples.ts";
import { CallInEvent, describeCallInEvent } from "./schema.ts";

const ringing = {
  ...call,
  status: "ringing" as const,
  answeredAt: null,
  endedAt: null,
  durationSeconds: null,
  disposition: null,
};

export const callEvents = defineEvents({
  entity: "call",
  area: "communications",
  scope: "communications:read",
  payload: CallInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "call.created": {
      description:
        "A call was recorded. Events of calls have neither names nor the number of the other side; summary and `firmNumber` read `[redacted]` for every receiver.",
      example: { payload: describeCallInEvent(call) },
    },
    "call.updated": {
      description: "A call was linked, or its disposition, summary or documents changed.",
      example: { payload: describeCallInEvent(calledBack), before: { disposition: "connected" } },
    },
    "call.completed": {
      description: "A call is over, and they spoke.",
      example: {
        payload: describeCallInEvent({ ...call, revision: 2 }),
        before: { status: "ringing", answeredAt: null, endedAt: null, durationSeconds: null, disposition: null },
      },
    },
    "call.missed": {
      description: "No one at the firm took a call.",
      example: {
        payload: describeCallInEvent({ ...ringing, direction: "inbound", status: "missed", revision: 2 }),
        before: { status: "ringing" },
      },
    },
    "call.voided": {
      description: "A call was marked as an entry that was wrong.",
      example: {
        payload: describeCallInEvent({ ...call, voidedAt: "2026-03-14T15:09:26.535Z", revision: 2 }),
        before: { voidedAt: null },
      },
    },
  },
});
