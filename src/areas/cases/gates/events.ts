import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { stageGate } from "./examples.ts";
import { StageGate } from "./schema.ts";

export const stageGateEvents = defineEvents({
  entity: "case_stage_gate",
  area: "cases",
  scope: "cases:read",
  payload: StageGate,
  exampleRelatedIds: (id) => [{ entity: "case_stage_gate", id }],
  types: {
    "case_stage_gate.updated": {
      description: "The gates of a case stage were changed.",
      example: { payload: stageGate, before: { gates: ["records_received"] } },
    },
  },
});
