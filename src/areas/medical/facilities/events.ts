import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { facility } from "./examples.ts";
import { Facility } from "./schema.ts";

export const facilityEvents = defineEvents({
  entity: "medical_facility",
  area: "medical",
  scope: "medical:read",
  payload: Facility,
  exampleRelatedIds: relateToCase,
  types: {
    "medical_facility.bound": {
      description: "A medical facility was bound to a client.",
      example: { payload: { ...facility, version: 1 } },
    },
    "medical_facility.updated": {
      description: "A medical facility binding was changed.",
      example: { payload: facility, before: { facilityType: null, recordsNeeded: false } },
    },
    "medical_facility.unbound": {
      description: "A medical facility was unbound from its case.",
      example: { payload: facility },
    },
  },
});
