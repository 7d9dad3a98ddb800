import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { bankStatement } from "./examples.ts";
import { BankStatementInEvent } from "./schema.ts";

const { lines: _lines, ...shown } = bankStatement;

export const bankStatementEvents = defineEvents({
  entity: "bank_statement",
  area: "trust",
  scope: "trust:read",
  payload: BankStatementInEvent,
  exampleRelatedIds: () => [
    { entity: "trust_account", id: bankStatement.account.id },
    { entity: "bank_statement", id: bankStatement.id },
  ],
  types: {
    "bank_statement.imported": {
      description: "A statement of the bank was imported, and its lines were matched. The event has no lines.",
      example: { payload: shown },
    },
  },
});
