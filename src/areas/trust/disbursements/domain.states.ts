import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { DisbursementStatus } from "./schema.ts";

/** Members approve and reject in the portal: no request of a key does. */
const disbursementTransitions = {
  pending_approval: ["approved", "rejected", "cancelled"],
  approved: ["issued", "cancelled"],
  rejected: [],
  cancelled: [],
  issued: ["cleared", "voided"],
  // A match that was undone.
  cleared: ["issued"],
  voided: [],
} as const satisfies Record<DisbursementStatus, readonly DisbursementStatus[]>;

export const disbursementStates: StateMachine<DisbursementStatus> = {
  noun: "A disbursement",
  operation: "trustDisbursements.transition",
  transitions: disbursementTransitions,
};

const decisions: ReadonlySet<DisbursementStatus> = new Set(["approved", "rejected"]);

/** The statuses to which a request may move a disbursement. */
export function listDisbursementTransitions(status: DisbursementStatus): DisbursementStatus[] {
  return status === "cleared" ? [] : disbursementTransitions[status].filter((to) => !decisions.has(to));
}

/** @throws INVALID_STATE_TRANSITION naming the transitions that there are */
export function assertDisbursementTransition(from: DisbursementStatus, to: DisbursementStatus): void {
  requireTransition(disbursementStates, from, to, listDisbursementTransitions(from));
}

/** @throws INVALID_STATE_TRANSITION */
export function assertDecidable(from: DisbursementStatus, to: "approved" | "rejected"): void {
  requireTransition(disbursementStates, from, to, from === "pending_approval" ? ["approved", "rejected"] : []);
}
