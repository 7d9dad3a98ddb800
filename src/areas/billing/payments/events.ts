import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { payment, refundedPayment, voidedPayment } from "./examples.ts";
import { Payment } from "./schema.ts";

export const paymentEvents = defineEvents({
  entity: "payment",
  area: "billing",
  scope: "billing:read",
  payload: Payment,
  exampleRelatedIds: relateToCase,
  types: {
    "payment.received": { description: "A payment was recorded.", example: { payload: payment } },
    "payment.updated": {
      description: "A payment cleared or failed.",
      example: {
        payload: { ...payment, revision: 2 },
        before: { status: "pending", availableTransitions: ["cleared", "failed", "voided"], clearedOn: null },
      },
    },
    "payment.refunded": {
      description: "A payment was refunded, in whole or in part.",
      example: {
        payload: refundedPayment,
        before: { refundedCents: 0, availableTransitions: payment.availableTransitions, statusReason: null },
      },
    },
    "payment.voided": {
      description: "A payment was voided.",
      example: {
        payload: voidedPayment,
        before: { status: "cleared", availableTransitions: payment.availableTransitions, statusReason: null },
      },
    },
  },
});
