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
import { settlementStates } from "./settlements/domain.states.ts";
import { settlementEnumerations } from "./settlements/enumerations.ts";
import { settlementEvents } from "./settlements/events.ts";
import { settlementExamples } from "./settlements/examples.ts";
import { settlementProcedures } from "./settlements/operations.ts";
import { statementStates } from "./statements/domain.states.ts";
import { statementEnumerations } from "./statements/enumerations.ts";
import { statementEvents } from "./statements/events.ts";
import { statementExamples } from "./statements/examples.ts";
import { statementProcedures } from "./statements/operations.ts";

export const settlements = defineArea(
  {
    ...feeAgreementProcedures,
    ...negotiationProcedures,
    ...settlementProcedures,
    ...statementProcedures,
    ...lienProcedures,
  },
  {
    examples: {
      ...feeAgreementExamples,
      ...negotiationExamples,
      ...settlementExamples,
      ...statementExamples,
      ...lienExamples,
    },
    events: [feeAgreementEvents, lienEvents, negotiationEvents, settlementEvents, statementEvents],
    enumerations: {
      ...feeAgreementEnumerations,
      ...negotiationEnumerations,
      ...settlementEnumerations,
      ...statementEnumerations,
      ...lienEnumerations,
    },
    stateMachines: { settlementStatus: settlementStates, statementStatus: statementStates, lienStatus: lienStates },
    archive: settlementArchive,
  },
);
