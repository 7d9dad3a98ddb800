import * as z from "zod";
import { stageGateEnumerations } from "./enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, Instant } from "../../../contract/values.ts";
import { CaseType } from "../schema.input.ts";

export const Gate = oneOf(stageGateEnumerations.stageGate);
export type Gate = z.infer<typeof Gate>;

/** What must hold before a case enters a stage. */
export const StageGate = z
  .object({
    id: Id.nullable().meta({ description: "null for what nobody has changed." }),
    stage: z.string().meta({ example: "demand_sent" }),
    caseType: z.string().nullable().meta({ description: "The type of case that it is for; null for all of which nothing else is said." }),
    gates: z.array(z.string()).meta({ description: "All of these must hold.", example: ["records_received"] }),
    source: oneOf(stageGateEnumerations.stageGateSource).meta({
      description: "`default`: what Caseport begins with; `organization`: the firm's own for every type of case; `case_type`: the firm's own for this type.",
    }),
    revision: z.int32().min(0).meta({ description: "0 for what nobody has changed." }),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "CaseStageGate" });
export type StageGate = z.infer<typeof StageGate>;

export const GateSetting = {
  caseType: CaseType.nullable().default(null).meta({ description: "The type of case that this is for; null for every one." }),
  gates: z.array(Gate).max(20).refine((gates) => new Set(gates).size === gates.length, "must not name one twice").meta({ description: "All of these must hold; none: the stage is open to every case." }),
};
