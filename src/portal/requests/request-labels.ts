import type { BadgeTone } from "../ui/feedback/badge.tsx";
import type { IdempotencyOutcome, RequestSource } from "../../contract/portal/request-log.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { formatTime } from "../ui/format.ts";

export type RequestPage = PortalOutputs["keys"]["listRequests"];
export type LoggedRequest = RequestPage["requests"][number];
export type RequestDetail = PortalOutputs["keys"]["describeRequest"];

export function toneOfStatus(status: number): BadgeTone {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}

export const idempotencyLabels: Record<IdempotencyOutcome, readonly [word: string, sentence: string]> = {
  fresh: ["Executed", "First request with its idempotency key."],
  replayed: ["Replayed", "Repeated request. The stored response was returned."],
  ignored: ["Ignored", "This operation ignores the idempotency key."],
};

export const sourceLabels: Record<RequestSource, string> = { api: "REST API", mcp: "Assistant (MCP)" };

/** "Nov 21, 11:04:05 AM": with seconds, because requests follow each other closely. */
export function formatMoment(instant: string): string {
  return formatTime(instant, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" });
}
