import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { MedicalRecord } from "../parts/schema.ts";
import { record } from "./examples.ts";

export const recordEvents = defineEvents({
  entity: "medical_record",
  area: "medical",
  scope: "medical:read",
  payload: MedicalRecord,
  exampleRelatedIds: relateToCase,
  types: {
    "medical_record.created": { description: "Medical records were recorded.", example: { payload: record } },
    "medical_record.updated": {
      description: "Medical records were changed or reviewed.",
      example: { payload: { ...record, revision: 2 }, before: { reviewedBy: null, reviewedAt: null } },
    },
    "medical_record.deleted": { description: "Medical records were deleted.", example: { payload: record } },
  },
});
