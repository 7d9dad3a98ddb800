import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { feeAgreement, nextFeeAgreement } from "./examples.ts";
import { FeeAgreementInEvent, type FeeAgreement } from "./schema.ts";

const shown = ({ previous: _previous, ...agreement }: FeeAgreement) => redactMembers(agreement, ["notes"]);

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
        payload: shown(nextFeeAgreement),
        before: { triggersReached: feeAgreement.triggersReached },
      },
    },
  },
});
