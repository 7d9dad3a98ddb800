import { times } from "../../../contract/examples/example-story.ts";
import type { StageGate } from "./schema.ts";

export const stageGate = {
  id: "csg_01kjp8v6s0b3d5f7h9k1m3p5r7",
  stage: "demand_sent",
  caseType: "truck_accident",
  gates: ["records_received", "incident_dated"],
  source: "case_type",
  revision: 2,
  updatedAt: times.now,
} satisfies StageGate;
