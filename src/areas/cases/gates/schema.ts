import * as z from "zod";
import { stageGateEnumerations } from "./enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Id, Instant } from "../../../contract/values/values.ts";
import { CaseType } from "../schema.input.ts";

export const Gate = oneOf(stageGateEnumerations.stageGate);
export type Gate = z.infer<typeof Gate>;

export const StageGate = z
  .object({
    id: Id.nullable().meta({ description: "null for the default." }),
    stage: z.string().meta({ example: "demand_sent" }),
    caseType: z.string().nullable().meta({ description: "The case type; null for all types without their own gates." }),
    gates: z.array(z.string()).meta({ description: "All gates must be satisfied.", example: ["records_received"] }),
    source: oneOf(stageGateEnumerations.stageGateSource).meta({
      description:
        "`default`: Caseport's default; `organization`: set by the organization for all case types; `case_type`: set by the organization for this case type.",
    }),
    revision: z.int32().min(0).meta({ description: "0 for the default." }),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: "CaseStageGate" });
export type StageGate = z.infer<typeof StageGate>;

export const GateSetting = {
  caseType: CaseType.nullable().default(null).meta({ description: "The case type; null for all types." }),
  gates: z
    .array(Gate)
    .max(20)
    .refine((gates) => new Set(gates).size === gates.length, "must not contain a gate twice")
    .meta({ description: "All gates must be satisfied; an empty list opens the stage to all cases." }),
};
