import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { SettlementStatus } from "./schema.ts";

/** Deposits and disbursements move it between `agreed` and `disbursed`: no request does. */
const settlementTransitions = {
  draft: ["agreed", "voided"],
  agreed: ["funds_received", "funds_cleared", "disbursing", "fell_through", "voided"],
  funds_received: ["agreed", "funds_cleared", "disbursing"],
  funds_cleared: ["agreed", "funds_received", "disbursing", "disbursed"],
  disbursing: ["agreed", "funds_received", "funds_cleared", "disbursed"],
  disbursed: ["disbursing", "closed"],
  // A disbursement can be voided after it.
  closed: ["disbursing"],
  fell_through: [],
  voided: [],
} as const satisfies Record<SettlementStatus, readonly SettlementStatus[]>;

export const settlementStates: StateMachine<SettlementStatus> = {
  noun: "A settlement",
  operation: "settlements.transition",
  transitions: settlementTransitions,
};

const requested: ReadonlySet<SettlementStatus> = new Set<SettlementStatus>([
  "agreed",
  "closed",
  "fell_through",
  "voided",
]);

/** The statuses to which a request may move a settlement. */
export function listSettlementTransitions(status: SettlementStatus): SettlementStatus[] {
  if (!["draft", "agreed", "disbursed"].includes(status)) return [];
  return settlementTransitions[status].filter((to) => requested.has(to));
}

/** @throws INVALID_STATE_TRANSITION naming the transitions that there are */
export function assertSettlementTransition(from: SettlementStatus, to: SettlementStatus): void {
  requireTransition(settlementStates, from, to, listSettlementTransitions(from));
}

/** Whether money can be paid in, and paid out. */
export const isInForce = (status: string): boolean => !["draft", "fell_through", "voided"].includes(status);

/** What the status of a settlement in force follows from. */
export interface Progress {
  grossCents: number;
  paidDirectCents: number;
  receivedCents: number;
  clearedCents: number;
  disbursedCents: number;
  /** Whether each share has an approved statement of which every line is paid, and nothing is held back. */
  isPaidOut: boolean;
}

/**
 * The status that deposits and disbursements make of a settlement.
 *
 * @param status the present one; drafts, and settlements that ended, stay what they are
 */
export function findSettlementStatus(status: SettlementStatus, progress: Progress): SettlementStatus {
  if (!isInForce(status)) return status;
  const dueCents = progress.grossCents - progress.paidDirectCents;
  if (progress.isPaidOut) return status === "closed" ? "closed" : "disbursed";
  if (progress.disbursedCents > 0 || status === "closed") return "disbursing";
  if (progress.clearedCents >= dueCents) return "funds_cleared";
  return progress.receivedCents >= dueCents ? "funds_received" : "agreed";
}

/**
 * What a payer has paid.
 *
 * @param expectedOn the day on which all is due; null for none
 * @param today in the firm's time zone
 */
export function findPaymentStatus(
  {
    grossCents,
    paidDirectCents,
    receivedCents,
    clearedCents,
  }: Record<"grossCents" | "paidDirectCents" | "receivedCents" | "clearedCents", number>,
  expectedOn: string | null,
  today: string,
): "expected" | "partial" | "received" | "cleared" | "overdue" {
  const dueCents = grossCents - paidDirectCents;
  if (clearedCents >= dueCents) return "cleared";
  if (receivedCents >= dueCents) return "received";
  if (expectedOn !== null && expectedOn < today) return "overdue";
  return receivedCents > 0 ? "partial" : "expected";
}
