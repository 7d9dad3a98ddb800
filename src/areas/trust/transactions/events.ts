import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { trustAccount } from "../accounts/examples.ts";
import { clearedTransaction, returnedTransaction, trustTransaction } from "./examples.ts";
import { TrustTransactionInEvent, redactedMembers, type TrustTransaction } from "./schema.ts";

const shown = <Shown extends TrustTransaction>(record: Shown) => redactMembers(record, redactedMembers);

const takenBack = {
  payload: shown(returnedTransaction),
  before: { reversedById: null, availableTransitions: clearedTransaction.availableTransitions },
};

export const trustTransactionEvents = defineEvents({
  entity: "trust_transaction",
  area: "trust",
  scope: "trust:read",
  payload: TrustTransactionInEvent,
  exampleRelatedIds: () => [{ entity: "trust_account", id: trustAccount.id }, ...relateToCase()],
  types: {
    "trust_transaction.recorded": {
      description: "A transaction of a trust account was recorded. Memo and reason in events read `[redacted]`.",
      example: { payload: shown(trustTransaction) },
    },
    "trust_transaction.cleared": {
      description: "A deposit cleared: its money is available.",
      example: {
        payload: shown(clearedTransaction),
        before: { clearedOn: null, clearanceBasis: null, availableTransitions: trustTransaction.availableTransitions },
      },
    },
    "trust_transaction.returned": {
      description: "The bank returned a deposit. Another transaction, which it names, takes the money back.",
      example: takenBack,
    },
    "trust_transaction.reversed": {
      description: "A transaction was recorded by mistake. Another one, which it names, takes it back.",
      example: takenBack,
    },
  },
});
