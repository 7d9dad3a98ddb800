import { requireTransition, type StateMachine } from "../../../contract/state-machine.ts";
import type { LienStatus } from "./schema.ts";

/** `paid` follows from a payment out of trust: no request sets it. */
const lienTransitions = {
  identified: ["asserted", "waived", "withdrawn"],
  asserted: ["disputed", "negotiating", "final", "waived", "withdrawn"],
  disputed: ["asserted", "negotiating", "final", "waived", "withdrawn"],
  negotiating: ["disputed", "final", "waived", "withdrawn"],
  final: ["negotiating", "paid", "waived", "withdrawn"],
  paid: ["released"],
  released: [],
  waived: [],
  withdrawn: [],
} as const satisfies Record<LienStatus, readonly LienStatus[]>;

export const lienStates: StateMachine<LienStatus> = {
  noun: "A lien",
  operation: "liens.transition",
  transitions: lienTransitions,
};

/** The statuses in which the amount is not settled: it can be asserted anew. */
const unsettledStatuses: ReadonlySet<string> = new Set(["identified", "asserted", "disputed", "negotiating"]);
export const isUnsettled = (status: string): boolean => unsettledStatuses.has(status);

/** The statuses to which a request may move a lien. */
export function listLienTransitions(status: LienStatus): LienStatus[] {
  return lienTransitions[status].filter((to) => to !== "paid");
}

/** @throws INVALID_STATE_TRANSITION naming the transitions that there are */
export function assertLienTransition(from: LienStatus, to: LienStatus): void {
  requireTransition(lienStates, from, to, listLienTransitions(from));
}
