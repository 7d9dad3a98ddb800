import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { StatementStatus } from "./schema.ts";

/** An approved statement is superseded by the next version that is approved, and voided with its settlement. */
const statementTransitions = {
  draft: ["issued", "voided"],
  issued: ["approved", "declined", "voided"],
  approved: ["superseded", "voided"],
  declined: [],
  superseded: [],
  voided: [],
} as const satisfies Record<StatementStatus, readonly StatementStatus[]>;

export const statementStates: StateMachine<StatementStatus> = {
  noun: "A settlement statement",
  operation: "settlementStatements.transition",
  transitions: statementTransitions,
};

/** The statuses to which a request may move a statement. */
export const listStatementTransitions = (status: StatementStatus): StatementStatus[] =>
  status === "approved" ? [] : [...statementTransitions[status]];

/** @throws INVALID_STATE_TRANSITION naming the transitions that there are */
export function assertStatementTransition(from: StatementStatus, to: StatementStatus): void {
  requireTransition(statementStates, from, to, listStatementTransitions(from));
}
