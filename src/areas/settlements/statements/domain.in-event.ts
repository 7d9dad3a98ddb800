import { redactMembers } from "../../../contract/values/redacted.ts";
import type { Statement, StatementInEvent } from "./schema.ts";

/** A statement as its events have it: without whom and what it pays, and how it was found. */
export function describeStatementInEvent(statement: Statement): StatementInEvent {
  const {
    lines: _lines,
    calculation: _calculation,
    costs: _costs,
    liens: _liens,
    otherDeductions: _otherDeductions,
    holdbacks: _holdbacks,
    ...shown
  } = statement;
  return redactMembers(shown, ["note"]);
}
