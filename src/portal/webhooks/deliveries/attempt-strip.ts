import type { WebhookDelivery } from "../../../areas/webhooks/schema.ts";
import { describeOutcome } from "../webhook-labels.ts";

export interface StripEntry {
  key: string;
  isFine: boolean;
  title: string;
}

const most = 40;

export function lineUpAttempts(deliveries: readonly Pick<WebhookDelivery, "id" | "eventType" | "attempts">[]): StripEntry[] {
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
  if (entries.length === 0) return "Nothing sent yet. Send test to check the endpoint.";
  if (entries.length === 1) return fine === 1 ? "The only attempt succeeded." : "The only attempt failed.";
  if (fine === entries.length) return `The last ${fine} attempts all succeeded.`;
  return `${fine === 0 ? "None" : fine} of the last ${entries.length} attempts succeeded.`;
}
