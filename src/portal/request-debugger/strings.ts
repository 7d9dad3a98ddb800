import { catalog } from "../client/catalog.ts";

export const checkStepList = catalog({ failed: "Failed", notReached: "Not reached", checksInOrder: "Checks in order" });

export const checkSteps = catalog({
  route: "Route", pathAndMethodExist: "The path and method exist.", mediaType: "Media type",
  bodyIsJson: "The body is JSON and within the size limit.", rate: "Rate", requestIsWithinRate: "The request is within the rate limit.",
  network: "Network", ipAddress: "The IP address is in an allowed network.", scope: "Scope", keyHasRequiredScope: "The key has the required scope.",
  actingAttorney: "Acting attorney",
  actingAttorneyIsActive: "The acting attorney is active, if one is required.",
  input: "Input", allValuesAreValid: "All values are valid.", idempotency: "Idempotency",
  idempotencyKeyIsNot: "The idempotency key is not used by another request.", rules: "Rules",
  recordExistsAndAllows: "The record exists and allows the operation.", server: "Server",
  caseportProcessedRequestWithout: "Caseport processed the request without an internal error.",
  editScopes: "Edit scopes", chooseActingAttorney: "Choose acting attorney", editAllowedNetworks: "Edit allowed networks", rotateKey: "Rotate key",
  resumeKey: "Resume key",
  key: "Key", keyIsValid: "The key is valid, not expired and not paused.",
});

export const explainedRequest = catalog({
  openInRequestLogs: "Open in request logs", checks: "Checks", invalidFields: "Invalid fields", key: "Key", time: "Time", requestId: "Request ID",
  requestIdWhat: "request ID", reason: "Reason", requiredScope: "Required scope", ipAddress: "IP address", duration: "Duration",
  rateLimit: "Rate limit",
  ofRequestsLeft: (rateRemaining: number, rateLimit: number) => `${rateRemaining} of ${rateLimit} requests left in this minute`,
  idempotency: "Idempotency", firstRequest: "First request", events: "Events", auditLog: "Audit log", viewEntries: "View entries",
  source: "Source", none: "none",
});

export const requestDebuggerScreen = catalog({
  title: "Request debugger", requestLogs: "Request logs",
  description: "Enter the X-Request-Id header of an API response to see which check rejected the request and how to fix it.",
  viewRequestLogs: "view request logs", enterValueOfX: "Enter the value of X-Request-Id.",
  thisLooksLikeApi: "This looks like an API key. Use “Find a key” instead.", requestId: "A request ID has at most 128 characters and no spaces.",
  requestIdLabel: "Request ID", debugRequest: "Debug request", couldNotLoadRequest: "Could not load the request", loadingRequest: "Loading request",
  requestsHaveThisId: (count: number) => `${count} requests have this ID, because the integration set it. Newest first.`,
  noRequestFound: "No request found with this ID", tryAgain: "Try again",
  itWasSentLess: "It was sent less than two seconds ago and is not logged yet.",
  itsKeyIsUnknown: "Its key is unknown or belongs to another organization.",
  itIsOlderThan: (requestDaysKept: number) => `It is older than ${requestDaysKept} days.`,
  proxyReplacedId: "A proxy replaced the ID in the response.", checksOfEveryRequest: "Checks of every request",
  checksRun: "Checks run in this order. The first that fails determines the response.",
});
