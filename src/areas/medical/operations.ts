import { defineArea } from "../../rpc/area.ts";
import { medicalArchive } from "./archive.ts";
import { authorizationProcedures } from "./authorizations/operations.ts";
import { billProcedures } from "./bills/operations.ts";
import { facilityProcedures } from "./facilities/operations.ts";
import { queueProcedures } from "./queue/operations.ts";
import { recordProcedures } from "./records/operations.ts";
import { requestProcedures } from "./requests/operations.ts";
import { treatmentProcedures } from "./treatments/operations.ts";
import { facilityExamples } from "./facilities/examples.ts";
import { treatmentExamples } from "./treatments/examples.ts";
import { billExamples } from "./bills/examples.ts";
import { recordExamples } from "./records/examples.ts";
import { requestExamples } from "./requests/examples.ts";
import { authorizationExamples } from "./authorizations/examples.ts";
import { queueExamples } from "./queue/examples.ts";
import { facilityEvents } from "./facilities/events.ts";
import { treatmentEvents } from "./treatments/events.ts";
import { billEvents } from "./bills/events.ts";
import { recordEvents } from "./records/events.ts";
import { requestEvents } from "./requests/events.ts";
import { authorizationEvents } from "./authorizations/events.ts";
import { billStates } from "./bills/domain.ts";
import { retrievalStates } from "./requests/domain.ts";
import { facilityEnumerations } from "./facilities/enumerations.ts";
import { partEnumerations } from "./parts/enumerations.ts";
import { requestEnumerations } from "./requests/enumerations.ts";
import { authorizationEnumerations } from "./authorizations/enumerations.ts";
import { queueEnumerations } from "./queue/enumerations.ts";

export const medical = defineArea(
  {
    ...facilityProcedures,
    ...treatmentProcedures,
    ...billProcedures,
    ...recordProcedures,
    ...requestProcedures,
    ...authorizationProcedures,
    ...queueProcedures,
  },
  {
    examples: {
      ...facilityExamples,
      ...treatmentExamples,
      ...billExamples,
      ...recordExamples,
      ...requestExamples,
      ...authorizationExamples,
      ...queueExamples,
    },
    events: [facilityEvents, treatmentEvents, billEvents, recordEvents, requestEvents, authorizationEvents],
    enumerations: {
      ...facilityEnumerations,
      ...partEnumerations,
      ...requestEnumerations,
      ...authorizationEnumerations,
      ...queueEnumerations,
    },
    stateMachines: { requestStatus: retrievalStates, billStatus: billStates },
    archive: medicalArchive,
  },
);
