import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { describeStatementInEvent as shown } from "./domain.in-event.ts";
import { approvedStatement, issuedStatement, statement } from "./examples.ts";
import { StatementInEvent, type Statement } from "./schema.ts";

const ofIssued = {
  status: "issued",
  availableTransitions: issuedStatement.availableTransitions,
} satisfies Partial<Statement>;

export const statementEvents = defineEvents({
  entity: "settlement_statement",
  area: "settlements",
  scope: "settlements:read",
  payload: StatementInEvent,
  exampleRelatedIds: () => [...relateToCase(), { entity: "settlement", id: statement.settlement.id }],
  types: {
    "settlement_statement.created": {
      description:
        "The next version of the statement of a share was drafted. Events of statements have neither lines nor the calculation; notes read `[redacted]`.",
      example: { payload: shown(statement) },
    },
    "settlement_statement.issued": {
      description: "A statement was issued: it waits for the client's signature, and its costs are reimbursed.",
      example: {
        payload: shown(issuedStatement),
        before: { status: "draft", availableTransitions: statement.availableTransitions, issuedOn: null },
      },
    },
    "settlement_statement.approved": {
      description: "The client signed a statement: it can be disbursed.",
      example: { payload: shown(approvedStatement), before: { ...ofIssued, approval: null } },
    },
    "settlement_statement.declined": {
      description: "The client did not accept a statement.",
      example: {
        payload: shown({
          ...issuedStatement,
          status: "declined",
          statusReason: "The client disputes a cost",
          availableTransitions: [],
          revision: 3,
        }),
        before: { ...ofIssued, statusReason: null },
      },
    },
    "settlement_statement.superseded": {
      description: "A later version of the statement of the share was approved.",
      example: {
        payload: shown({ ...approvedStatement, status: "superseded", revision: 4 }),
        before: { status: "approved" },
      },
    },
    "settlement_statement.voided": {
      description: "A statement was withdrawn; what it reimbursed is taken back.",
      example: {
        payload: shown({
          ...issuedStatement,
          status: "voided",
          statusReason: "Wrong fee",
          availableTransitions: [],
          revision: 3,
        }),
        before: { ...ofIssued, statusReason: null },
      },
    },
  },
});
