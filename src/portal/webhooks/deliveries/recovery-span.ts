import type { EventRecord } from "../../../areas/events/schema.ts";
import type { WebhookSubscription } from "../../../areas/webhooks/schema.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { recoverableDays } from "../../../contract/webhooks/webhooks.ts";
import { recoverySpan as t } from "./strings.ts";

const minuteMilliseconds = 60_000;
const dayMilliseconds = 24 * 60 * minuteMilliseconds;

/** Values of two <input type="datetime-local">; an empty end is now. */
export interface Span {
  since: string;
  until: string;
}

/** The value of such an input, in the reader's time zone. */
export function writeLocal(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
  return `${day}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** null for invalid input. */
export function readLocal(text: string): Date | null {
  const instant = new Date(text);
  return text === "" || Number.isNaN(instant.getTime()) ? null : instant;
}

/** `stoppedSince`: see findStop. */
interface Missing extends Pick<WebhookSubscription, "failingSince" | "lastSuccessAt"> {
  stoppedSince: string | null;
}

/**
 * The default start: the last success (while nothing fails, a day ago at the latest), not after the last unrecovered
 * stop, minus one minute because the input has no seconds, and within the recoverable time.
 */
export function suggestSince({ failingSince, lastSuccessAt, stoppedSince }: Missing, now: Date): Date {
  const minuteBefore = (instant: string | null) =>
    instant === null ? Infinity : Date.parse(instant) - minuteMilliseconds;
  const fault = Math.min(
    minuteBefore(lastSuccessAt),
    failingSince === null ? now.getTime() - dayMilliseconds : minuteBefore(failingSince),
  );
  const furthest = now.getTime() - recoverableDays * dayMilliseconds + minuteMilliseconds;
  return new Date(Math.max(Math.min(fault, minuteBefore(stoppedSince)), furthest));
}

/**
 * The last success before a subscription stopped, or its first failure; null if it did not, or recovered them. Enabling
 * and a delivered test clear its own fields, so this reads its events.
 *
 * @param events of the subscription, newest first
 */
export function findStop(events: readonly Pick<EventRecord, "eventType" | "occurredAt" | "payload">[]): string | null {
  const last = events.find(({ eventType }) => decisive.includes(eventType));
  if (last === undefined || last.eventType === "webhook_subscription.recovered") return null;
  const { lastSuccessAt, failingSince } = last.payload;
  return [lastSuccessAt, failingSince].find((instant) => typeof instant === "string") ?? last.occurredAt;
}

const decisive: readonly string[] = [
  "webhook_subscription.paused",
  "webhook_subscription.disabled",
  "webhook_subscription.recovered",
] satisfies EventType[];

export function validateSpan(span: Span, now: Date): Record<keyof Span, string | null> {
  const [since, until] = [readLocal(span.since), readLocal(span.until)];
  return { since: validateSince(since, now), until: span.until === "" ? null : validateUntil(since, until) };
}

function validateSince(since: Date | null, now: Date): string | null {
  if (since === null) return t.enterStartTime;
  if (since.getTime() > now.getTime()) return t.mustNot;
  return since.getTime() < now.getTime() - recoverableDays * dayMilliseconds
    ? t.mustBeWithinLast(recoverableDays)
    : null;
}

function validateUntil(since: Date | null, until: Date | null): string | null {
  if (until === null) return t.enterValidTime;
  return since !== null && until.getTime() <= since.getTime() ? t.mustBeAfterStart : null;
}
