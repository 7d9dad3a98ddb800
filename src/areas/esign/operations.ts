import { defineArea } from "../../rpc/area.ts";
import { consentTextEvents } from "./consent-texts/events.ts";
import { consentTextExamples } from "./consent-texts/examples.ts";
import { consentTextProcedures } from "./consent-texts/operations.ts";
import { esignArchive } from "./archive.ts";
import { esignEnumerations } from "./enumerations.ts";
import { esignRequestEvents } from "./events.ts";
import { esignRecipientStates, esignRequestStates } from "./requests/domain.states.ts";
import { esignRequestExamples } from "./requests/examples.ts";
import { esignRequestProcedures } from "./requests/operations.ts";
import { esignTemplateEvents } from "./templates/events.ts";
import { esignTemplateExamples } from "./templates/examples.ts";
import { esignTemplateProcedures } from "./templates/operations.ts";

export const esign = defineArea(
  { ...esignRequestProcedures, ...esignTemplateProcedures, ...consentTextProcedures },
  {
    examples: { ...esignRequestExamples, ...esignTemplateExamples, ...consentTextExamples },
    events: [esignRequestEvents, esignTemplateEvents, consentTextEvents],
    enumerations: esignEnumerations,
    stateMachines: { esignRequestStatus: esignRequestStates, esignRecipientStatus: esignRecipientStates },
    archive: esignArchive,
  },
);
