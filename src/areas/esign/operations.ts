import { defineArea } from "../../rpc/area.ts";
import { esignArchive } from "./archive.ts";
import { esignEnumerations } from "./enumerations.ts";
import { esignRequestEvents } from "./events.ts";
import { esignRecipientStates, esignRequestStates } from "./requests/domain.states.ts";
import { esignRequestExamples } from "./requests/examples.ts";
import { esignRequestProcedures } from "./requests/operations.ts";

export const esign = defineArea(
  { ...esignRequestProcedures },
  {
    examples: { ...esignRequestExamples },
    events: [esignRequestEvents],
    enumerations: esignEnumerations,
    stateMachines: { esignRequestStatus: esignRequestStates, esignRecipientStatus: esignRecipientStates },
    archive: esignArchive,
  },
);
