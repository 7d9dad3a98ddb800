/** What the request log says of a request, in words that log, REST and portal share. Source: contract, "Order of checks". */

/** How long requests are kept. */
export const requestDays = 30;

/** The checks that can reject a request, in their order. `domain` is the operation's own rule, `server` a fault of ours. */
export const rejectionChecks = [
  "route",
  "media",
  "key",
  "rate",
  "network",
  "scope",
  "acting_attorney",
  "input",
  "idempotency",
  "domain",
  "server",
] as const;
export type RejectionCheck = (typeof rejectionChecks)[number];

/** Why a known key was rejected as such. `secret_retired`: the overlap after a rotation was over. */
export const rejectedKeyStates = ["expired", "paused", "revoked", "secret_retired"] as const;
export type RejectedKeyState = (typeof rejectedKeyStates)[number];

/** What became of the idempotency key of a mutation that succeeded. */
export const idempotencyOutcomes = ["fresh", "replayed", "ignored"] as const;
export type IdempotencyOutcome = (typeof idempotencyOutcomes)[number];
