import type { WebhookDelivery } from "../../../areas/webhooks/schema.ts";
import { describeOutcome } from "../webhook-labels.ts";
import { attemptStrip as t } from "./strings.ts";

export interface StripEntry {
  key: string;
  isFine: boolean;
  title: string;
}

const most = 40;

export function lineUpAttempts(
  deliveries: readonly Pick<WebhookDelivery, "id" | "eventType" | "attempts">[],
): StripEntry[] {
  return deliveries
    .flatMap(({ id, eventType, attempts }) => attempts.map((attempt) => ({ ...attempt, id, eventType })))
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
    .slice(-most)
    .map((attempt) => ({
      key: `${attempt.id} ${attempt.number}`,
      isFine: attempt.outcome === "succeeded",
      title: `${attempt.eventType}: ${describeOutcome(attempt).title}`,
    }));
}

/** "35 of the last 40 attempts succeeded." */
export function summarizeAttempts(entries: readonly StripEntry[]): string {
  const fine = entries.filter(({ isFine }) => isFine).length;
  if (entries.length === 0) return t.nothingSentYet;
  if (entries.length === 1) return fine === 1 ? t.onlyAttemptSucceeded : t.onlyAttemptFailed;
  if (fine === entries.length) return t.lastAttemptsAllSucceeded(fine);
  return t.ofLastAttemptsSucceeded(fine, entries.length);
}
