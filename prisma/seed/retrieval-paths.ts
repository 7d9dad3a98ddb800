/**
 * Ways of retrieval requests through their statuses; together they end in every status there is. Each step is a move
 * that the domain model, area 18, allows.
 */
const toSubmitted = ["draft", "awaiting_authorization", "ready", "submitted"];
const toProgress = [...toSubmitted, "acknowledged", "in_progress"];
const toReceived = [...toProgress, "fee_requested", "fee_approved", "received"];

/** The story's request: on its way, so that there is a timeline to show and an end still open. */
export const storyPath: readonly string[] = toProgress;

/** The ends after which nobody waits for anything. */
const settledEnds: ReadonlySet<string> = new Set(["certified", "completed", "no_records", "cancelled", "expired"]);

export const retrievalPaths: readonly (readonly string[])[] = [
  ["draft"],
  ["draft", "awaiting_authorization"],
  ["draft", "ready"],
  toSubmitted,
  [...toSubmitted, "acknowledged"],
  toProgress,
  [...toReceived, "under_review", "certified"],
  [...toProgress, "fee_requested"],
  [...toProgress, "fee_requested", "fee_approved"],
  [...toProgress, "fee_requested", "fee_disputed"],
  [...toProgress, "received", "completed"],
  [...toSubmitted, "no_response"],
  [...toSubmitted, "no_response", "submitted", "no_response", "escalated"],
  [...toSubmitted, "rejected"],
  [...toSubmitted, "rejected", "ready", "submitted", "acknowledged", "in_progress", "received", "completed"],
  [...toReceived, "under_review", "completed"],
  [...toProgress, "on_hold"],
  [...toProgress, "partially_received"],
  [...toProgress, "partially_received", "received", "completed"],
  [...toProgress, "received"],
  [...toReceived, "under_review"],
  [...toReceived, "under_review", "incomplete"],
  [...toSubmitted, "acknowledged", "no_records"],
  ["draft", "ready", "cancelled"],
  ["draft", "awaiting_authorization", "expired"],
];

/** The paths of cases that are over. */
export const finishedPaths = retrievalPaths.filter((path) => settledEnds.has(path.at(-1) ?? ""));
