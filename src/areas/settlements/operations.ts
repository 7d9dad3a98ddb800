import { defineArea } from "../../rpc/area.ts";
import { settlementArchive } from "./archive.ts";
import { feeAgreementEnumerations } from "./fee-agreements/enumerations.ts";
import { feeAgreementEvents } from "./fee-agreements/events.ts";
import { feeAgreementExamples } from "./fee-agreements/examples.ts";
import { feeAgreementProcedures } from "./fee-agreements/operations.ts";
import { lienStates } from "./liens/domain.states.ts";
import { lienEnumerations } from "./liens/enumerations.ts";
import { lienEvents } from "./liens/events.ts";
import { lienExamples } from "./liens/examples.ts";
import { lienProcedures } from "./liens/operations.ts";
import { negotiationEnumerations } from "./negotiations/enumerations.ts";
import { negotiationEvents } from "./negotiations/events.ts";
import { negotiationExamples } from "./negotiations/examples.ts";
import { negotiationProcedures } from "./negotiations/operations.ts";

export const settlements = defineArea(
  { ...feeAgreementProcedures, ...negotiationProcedures, ...lienProcedures },
  {
    examples: { ...feeAgreementExamples, ...negotiationExamples, ...lienExamples },
    events: [feeAgreementEvents, lienEvents, negotiationEvents],
    enumerations: { ...feeAgreementEnumerations, ...negotiationEnumerations, ...lienEnumerations },
    stateMachines: { lienStatus: lienStates },
    archive: settlementArchive,
  },
);
