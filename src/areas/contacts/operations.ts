import { defineArea } from "../../rpc/area.ts";
import { contactProcedures } from "./operations.records.ts";
import { conflictProcedures } from "./conflicts/operations.ts";
import { relationshipProcedures } from "./relationships/operations.ts";
import { contactExamples } from "./examples.ts";
import { relationshipExamples } from "./relationships/examples.ts";
import { conflictExamples } from "./conflicts/examples.ts";
import { contactEvents } from "./events.ts";
import { relationshipEvents } from "./relationships/events.ts";
import { conflictEvents } from "./conflicts/events.ts";
import { contactEnumerations } from "./enumerations.ts";
import { conflictEnumerations } from "./conflicts/enumerations.ts";

/** People and companies around the cases. */
export const contacts = defineArea({ ...contactProcedures, ...relationshipProcedures, ...conflictProcedures }, {
  examples: { ...contactExamples, ...relationshipExamples, ...conflictExamples },
  events: [contactEvents, relationshipEvents, conflictEvents],
  enumerations: { ...contactEnumerations, ...conflictEnumerations },
});
