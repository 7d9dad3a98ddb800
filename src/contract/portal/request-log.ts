export const requestDays = 30;

/** The checks that can reject a request, in order. `domain` is a rule of the operation, `server` an internal error. */
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

/** Why a known key was rejected. `secret_retired`: the overlap after a rotation had ended. */
export const rejectedKeyStates = ["expired", "paused", "revoked", "secret_retired"] as const;
export type RejectedKeyState = (typeof rejectedKeyStates)[number];

export const idempotencyOutcomes = ["fresh", "replayed", "ignored"] as const;
export type IdempotencyOutcome = (typeof idempotencyOutcomes)[number];

/** How a request came. `mcp`: a tool call of an assistant. */
export const requestSources = ["api", "mcp"] as const;
export type RequestSource = (typeof requestSources)[number];

/** The methods that the log of requests can be filtered by. */
export const loggedMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type LoggedMethod = (typeof loggedMethods)[number];
