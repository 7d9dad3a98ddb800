import {
  attemptDelaySeconds,
  attemptDelayVariation,
  longestRetryAfterSeconds,
} from "../../../contract/webhooks/webhooks.ts";

export interface Schedule {
  /** Seconds before each attempt, counted from the previous one; one number per attempt. */
  delaySeconds: readonly number[];
  /** Jitter as a fraction: 0.2 for ±20 %. */
  variation: number;
}

export const usualSchedule: Schedule = { delaySeconds: attemptDelaySeconds, variation: attemptDelayVariation };

/**
 * The delay after a failed attempt.
 *
 * @param attempt the failed attempt, 1 for the first of the round
 * @param retryAfterSeconds the receiver's Retry-After; can only extend the delay
 * @param chance from 0 (shortest) to 1 (longest)
 * @returns seconds until the next attempt; null if the round is over
 */
export function delayAfterAttempt(
  attempt: number,
  retryAfterSeconds: number | null,
  { delaySeconds, variation }: Schedule = usualSchedule,
  chance = Math.random(),
): number | null {
  const delay = delaySeconds[attempt];
  if (delay === undefined) return null;
  const varied = delay * (1 + variation * (2 * chance - 1));
  return Math.max(varied, Math.min(retryAfterSeconds ?? 0, longestRetryAfterSeconds));
}
