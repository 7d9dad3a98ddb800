import type { EventRecord } from "../../../areas/events/schema.ts";
import type { WebhookSubscription } from "../../../areas/webhooks/schema.ts";
import type { EventType } from "../../../contract/event-types.ts";
import { recoverableDays } from "../../../contract/webhooks/webhooks.ts";

const minuteMilliseconds = 60_000;
const dayMilliseconds = 24 * 60 * minuteMilliseconds;

/** A span as two <input type="datetime-local"> hold it; an empty end is now. */
export interface Span {
  since: string;
  until: string;
}

/** An instant as such an input wants it, in the reader's zone, to the minute. */
export function writeLocal(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
  return `${day}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** What such an input holds, as an instant; null for what is none. */
export function readLocal(text: string): Date | null {
  const instant = new Date(text);
  return text === "" || Number.isNaN(instant.getTime()) ? null : instant;
}

/** What determines since when a subscription may have missed events. `stoppedSince`: see findStop. */
interface Missing extends Pick<WebhookSubscription, "failingSince" | "lastSuccessAt"> {
  stoppedSince: string | null;
}

/**
 * The default start of a recovery: with the first failure, or else the last success or a day ago, whichever is earlier; not after
 * the stop that nothing was recovered from since. The minute before, since the input has no seconds; never further back than recovery reaches.
 */
export function suggestSince({ failingSince, lastSuccessAt, stoppedSince }: Missing, now: Date): Date {
  const minuteBefore = (instant: string | null) => (instant === null ? Infinity : Date.parse(instant) - minuteMilliseconds);
  const fault = failingSince === null ? Math.min(minuteBefore(lastSuccessAt), now.getTime() - dayMilliseconds) : minuteBefore(failingSince);
  const furthest = now.getTime() - recoverableDays * dayMilliseconds + minuteMilliseconds;
  return new Date(Math.max(Math.min(fault, minuteBefore(stoppedSince)), furthest));
}

/**
 * Since when a subscription missed events because it was stopped; null when it was not, or was recovered since. Enabling it, and a test
 * that arrives, wipe out its own memory of that, so it is read from its events.
 * @param events of the subscription, newest first
 */
export function findStop(events: readonly Pick<EventRecord, "eventType" | "occurredAt" | "payload">[]): string | null {
  const last = events.find(({ eventType }) => decisive.includes(eventType));
  if (last === undefined || last.eventType === "webhook_subscription.recovered") return null;
  const { failingSince } = last.payload;
  return typeof failingSince === "string" ? failingSince : last.occurredAt;
}

const decisive: readonly string[] = ["webhook_subscription.paused", "webhook_subscription.disabled", "webhook_subscription.recovered"] satisfies EventType[];

/** What is wrong with a span, by field; null where nothing is. */
export function validateSpan(span: Span, now: Date): Record<keyof Span, string | null> {
  const [since, until] = [readLocal(span.since), readLocal(span.until)];
  return { since: validateSince(since, now), until: span.until === "" ? null : validateUntil(since, until) };
}

function validateSince(since: Date | null, now: Date): string | null {
  if (since === null) return "Enter a start time";
  if (since.getTime() > now.getTime()) return "Must not be in the future";
  return since.getTime() < now.getTime() - recoverableDays * dayMilliseconds ? `Must be within the last ${recoverableDays} days` : null;
}

function validateUntil(since: Date | null, until: Date | null): string | null {
  if (until === null) return "Enter a valid time";
  return since !== null && until.getTime() <= since.getTime() ? "Must be after the start" : null;
}
