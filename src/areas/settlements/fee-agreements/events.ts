import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { feeAgreement, nextFeeAgreement } from "./examples.ts";
import { FeeAgreementInEvent } from "./schema.ts";
import { describeAgreementInEvent } from "./domain.in-event.ts";

export const feeAgreementEvents = defineEvents({
  entity: "fee_agreement",
  area: "settlements",
  scope: "settlements:read",
  payload: FeeAgreementInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "fee_agreement.updated": {
      description: "The fee agreement of a case was recorded, or has a next version. Notes read `[redacted]`.",
      example: {
        payload: describeAgreementInEvent(nextFeeAgreement),
        before: { triggersReached: feeAgreement.triggersReached },
      },
    },
  },
});
