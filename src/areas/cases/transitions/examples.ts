import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { movedCase } from "../examples.ts";
import { stageGate } from "../gates/examples.ts";
import { StageEntry } from "./schema.ts";

const { caseId } = ids;

export const stageEntry = exampleRecord(StageEntry, {
  id: "cse_01kjp8v6s0b3d5f7h9k1m3p5r7",
  fromStage: "demand_preparation",
  toStage: "demand_sent",
  fromStatus: "open",
  toStatus: "open",
  enteredAt: times.now,
  effectiveOn: "2026-03-14",
  actor: actors.vendor,
  note: "Sent by certified mail.",
  forcedGates: [],
});

const ofCase = { caseId };

export const transitionExamples = {
  "cases.transition": {
    parameters: ofCase,
    body: { toStage: "demand_sent", effectiveOn: "2026-03-14", note: "Sent by certified mail." },
    response: { case: movedCase },
  },
  "cases.stageHistory.list": { parameters: ofCase, response: { stageHistory: [stageEntry], nextCursor: null } },
  "caseStageGates.list": {
    parameters: { caseType: "truck_accident" },
    response: { stageGates: [stageGate], nextCursor: null },
  },
  "caseStageGates.set": {
    parameters: { stage: "demand_sent" },
    body: { caseType: "truck_accident", gates: ["records_received", "incident_dated"] },
    response: { stageGate },
  },
} satisfies Record<string, OperationExample>;
