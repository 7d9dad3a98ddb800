import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { agreedSettlement, overdueSettlement, receivedSettlement, settlement } from "./examples.ts";
import { SettlementInEvent, type Settlement } from "./schema.ts";

const shown = ({ statements: _statements, ...record }: Settlement) => redactMembers(record, ["terms"]);

export const settlementEvents = defineEvents({
  entity: "settlement",
  area: "settlements",
  scope: "settlements:read",
  payload: SettlementInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "settlement.created": {
      description: "A settlement of a case was recorded. Its terms read `[redacted]` in events.",
      example: { payload: shown(settlement) },
    },
    "settlement.updated": {
      description: "A settlement was changed, or what is deposited or distributed of it, without a new status.",
      example: {
        payload: shown({ ...settlement, title: "Policy limits", revision: 2 }),
        before: { title: settlement.title },
      },
    },
    "settlement.agreed": {
      description: "A settlement was agreed on.",
      example: {
        payload: shown(agreedSettlement),
        before: {
          status: "draft",
          availableTransitions: settlement.availableTransitions,
          agreedOn: null,
          feeTrigger: null,
        },
      },
    },
    "settlement.status_changed": {
      description:
        "A settlement has another status: funds were received, cleared or paid out, it was closed, fell through, or was voided.",
      example: {
        payload: shown(receivedSettlement),
        before: {
          status: "agreed",
          availableTransitions: agreedSettlement.availableTransitions,
          payers: agreedSettlement.payers,
          totals: agreedSettlement.totals,
        },
      },
    },
    "settlement.payment_overdue": {
      description: "The day on which a payer of a settlement was expected to pay is over.",
      example: {
        payload: shown(overdueSettlement),
        before: { payers: agreedSettlement.payers, warnings: [] },
        by: actors.system,
      },
    },
  },
});
