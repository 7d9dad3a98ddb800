import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, times } from "../../../contract/examples/example-story.ts";
import { closedReconciliation } from "./examples.ts";
import { ClosedReconciliation } from "./schema.ts";

export const reconciliationEvents = defineEvents({
  entity: "trust_reconciliation",
  area: "trust",
  scope: "trust:read",
  payload: ClosedReconciliation,
  exampleRelatedIds: () => [{ entity: "trust_account", id: closedReconciliation.account.id }],
  types: {
    "trust_reconciliation.closed": {
      description: "A reconciliation was closed: nothing is dated on its day or before. The event has no items.",
      example: { payload: closedReconciliation },
    },
    "trust_reconciliation.reopened": {
      description: "The last closed reconciliation of an account was reopened.",
      example: {
        payload: {
          ...closedReconciliation,
          isClosed: false,
          reopenedAt: times.now,
          reopenedBy: actors.manager,
          reopenReason: "A deposit was dated in the wrong month",
          revision: 2,
        },
        before: { isClosed: true, reopenedAt: null, reopenedBy: null, reopenReason: null },
      },
    },
  },
});
