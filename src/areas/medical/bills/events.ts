import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { MedicalBill } from "../parts/schema.ts";
import { bill } from "./examples.ts";

export const billEvents = defineEvents({
  entity: "medical_bill",
  area: "medical",
  scope: "medical:read",
  payload: MedicalBill,
  exampleRelatedIds: relateToCase,
  types: {
    "medical_bill.created": { description: "A medical bill was recorded.", example: { payload: bill } },
    "medical_bill.updated": {
      description: "A medical bill was changed.",
      example: {
        payload: { ...bill, revision: 2 },
        before: { adjustmentCents: 0, reductionNegotiatedCents: 0, balanceCents: 1_845_000, status: "disputed" },
      },
    },
    "medical_bill.deleted": { description: "A medical bill was deleted.", example: { payload: bill } },
  },
});
