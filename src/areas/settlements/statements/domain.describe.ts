import type { EventType } from "../../../contract/events/event-types.ts";
import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { relateCase } from "../../cases/domain.ts";
import { listStatementTransitions } from "./domain.states.ts";
import { describeStatementInEvent } from "./domain.in-event.ts";
import { Statement, type StatementLine } from "./schema.ts";
import type { StatementRow } from "./store.ts";

/** The record of a statement. */
export function describeStatement(row: StatementRow): Statement {
  const { approvalMethod, approvedOn, approvalDocumentId, approvalEsignRequestId, lines, ...columns } = row;
  return Statement.parse({
    ...columns,
    availableTransitions: listStatementTransitions(row.status),
    otherDeductions: lines.filter(({ kind }) => kind === "other_deduction"),
    holdbacks: lines.filter(({ kind, sourceId }) => kind === "holdback" && sourceId === null),
    lines: lines.map(describeLine),
    totals: row,
    approval:
      approvalMethod === null
        ? null
        : {
            method: approvalMethod,
            on: approvedOn,
            documentId: approvalDocumentId,
            esignRequestId: approvalEsignRequestId,
          },
  });
}

function describeLine(line: StatementRow["lines"][number]): StatementLine {
  const { payeeType, payeeContactId, payeeName, sourceEntity, sourceId } = line;
  return {
    ...line,
    payee: payeeType === null ? null : { type: payeeType, contactId: payeeContactId, name: payeeName },
    source: sourceId === null ? null : { entity: sourceEntity, id: sourceId },
  } as StatementLine;
}

/** The records that a statement's events name. */
export const relateStatement = ({ caseId, plaintiffId, settlementId }: StatementRow) => [
  ...relateCase(caseId, plaintiffId),
  { entity: "settlement", id: settlementId },
];

/**
 * Records an event of a statement.
 *
 * @param before null for a new one
 * @returns the record
 */
export function recordStatementEvent(
  context: Context,
  eventType: EventType,
  before: StatementRow | null,
  after: StatementRow,
): Statement {
  const statement = describeStatement(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: describeStatementInEvent(statement),
    diff: before === null ? {} : diffInEvents(describeStatement(before), statement, describeStatementInEvent),
    relatedIds: relateStatement(after),
  });
  return statement;
}
