import { rejectTransition } from "./errors/error-codes.ts";

/**
 * Which status of a record may follow which. Declared beside the rules that use it, and with its area (`stateMachines`
 * in `rpc/area.ts`) by the name of the enumeration of its statuses: the reference prints it from there.
 */
export interface StateMachine<State extends string = string> {
  /** The record, with its article: `An invoice`. */
  noun: string;
  /** The operation that changes the status: `invoices.transition`. */
  operation: string;
  /** A status without transitions is final. */
  transitions: Readonly<Record<State, readonly State[]>>;
}

/**
 * @param moves for a record that does not allow all transitions of its status
 * @throws INVALID_STATE_TRANSITION naming the allowed transitions
 */
export function requireTransition<State extends string>(
  { noun, transitions }: StateMachine<State>,
  from: State,
  to: State,
  moves: readonly State[] = transitions[from],
): void {
  if (!moves.includes(to)) throw rejectTransition(noun, from, to, moves);
}
