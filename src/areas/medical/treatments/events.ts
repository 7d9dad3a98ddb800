import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { MedicalTreatment } from "../parts/schema.ts";
import { treatment } from "./examples.ts";

export const treatmentEvents = defineEvents({
  entity: "medical_treatment",
  area: "medical",
  scope: "medical:read",
  payload: MedicalTreatment,
  exampleRelatedIds: relateToCase,
  types: {
    "medical_treatment.created": { description: "A treatment was recorded.", example: { payload: treatment } },
    "medical_treatment.updated": {
      description: "A treatment was changed.",
      example: { payload: { ...treatment, revision: 2 }, before: { endOn: null } },
    },
    "medical_treatment.deleted": { description: "A treatment was deleted.", example: { payload: treatment } },
  },
});
