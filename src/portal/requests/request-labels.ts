import type { BadgeTone } from "../ui/feedback/badge.tsx";
import type { IdempotencyOutcome } from "../../contract/portal/request-log.ts";

export function toneOfStatus(status: number): BadgeTone {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}

export const idempotencyLabels: Record<IdempotencyOutcome, readonly [word: string, sentence: string]> = {
  fresh: ["Executed", "First request with its idempotency key."],
  replayed: ["Replayed", "Repeated request. The stored response was returned."],
  ignored: ["Ignored", "This operation ignores the idempotency key."],
};

export const timeSpans = [
  { value: "hour", label: "Last hour", hours: 1 },
  { value: "day", label: "Last 24 hours", hours: 24 },
  { value: "week", label: "Last 7 days", hours: 7 * 24 },
  { value: "all", label: "All 30 days", hours: null },
] as const;
export type TimeSpan = (typeof timeSpans)[number]["value"];

export function startOfSpan(span: TimeSpan, now: Date): string | undefined {
  const hours = timeSpans.find(({ value }) => value === span)?.hours ?? null;
  return hours === null ? undefined : new Date(now.getTime() - hours * 3_600_000).toISOString();
}

/** "Nov 21, 11:04:05 AM": with seconds, because requests follow each other closely. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" });
}

export function isRejected({ status }: { status: number }): boolean {
  return status >= 400;
}
