/** Error messages that are also examples in the OpenAPI document. */
export const messages = {
  methodNotSupported: "This path does not support this method",
  rateLimited: "Rate limit exceeded; retry after the time in Retry-After",
  noActingAttorney:
    "This operation requires an acting attorney and the key has none; choose one on the key's page in the portal",
  folderExists: "A folder with this name already exists here",
  bodyTooLarge: "The body is larger than 1 MiB",
  bodyNotJson: "The body must be application/json",
  idempotencyConflict: "This idempotency key was used with a different request",
  permissionMissing:
    "Your role in this organization does not include this permission; ask a member who manages members",
  encryptedForAnotherSecret:
    "This request already took effect. Its response contains a secret and is replayed only to the API key secret that sent the first request; rotate the key or the webhook subscription to get a new secret",
  idempotencyInProgress: "A request with this idempotency key is in progress; retry in a second",
} as const;

/** Errors below the level of operations, by status: their code is VALIDATION_FAILED. */
export const transportMessages = {
  408: "The request did not arrive in time",
  417: "Expect: only 100-continue is supported",
  431: "The request's headers are larger than 16 KiB",
} as const;
