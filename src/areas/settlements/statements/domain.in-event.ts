import { redactMembers } from "../../../contract/values/redacted.ts";
import type { Statement, StatementInEvent } from "./schema.ts";

/** A statement as its events have it: without whom and what it pays, and how it was found. */
export function describeStatementInEvent(statement: Statement): StatementInEvent {
  const { lines, calculation, costs, liens, otherDeductions, holdbacks, ...shown } = statement;
  return redactMembers(shown, ["note"]);
}
