/** Texts of refusals that the OpenAPI document shows as examples: one place for those who refuse and for the document. */
export const messages = {
  methodNotAnswered: "This path does not answer this method",
  rateLimited: "Rate limit exceeded; wait as Retry-After says",
  noActingAttorney: "This operation needs an acting attorney and the key has none; choose one in Settings, Integrations, API credentials",
  folderExists: "A folder of this name exists here already",
  bodyTooLarge: "The body is larger than 1 MiB",
  bodyNotJson: "The body must be application/json",
  idempotencyConflict: "This idempotency key was used with a different request",
  permissionMissing: "Your role in this organization does not include this; ask somebody who manages its members",
  encryptedForAnotherSecret:
    "This was done, but its answer holds a secret and is kept for the secret that was used the first time; rotate what the secret belongs to, the key or the webhook subscription, to get a new one",
  idempotencyInProgress: "A request with this idempotency key is in progress; try again in a second",
} as const;

/** @param noun with its article: `An invoice` @param moves the statuses that `from` allows */
export function describeRejectedTransition(noun: string, from: string, to: string, moves: readonly string[]): string {
  const allowed = moves.length === 0 ? "it allows no further move" : `it allows ${moves.join(", ")}`;
  return `${noun} in status ${from} cannot go to ${to}; ${allowed}`;
}
