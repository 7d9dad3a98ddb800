import { attemptDelaySeconds, attemptDelayVariation, longestRetryAfterSeconds } from "../../../contract/webhooks/webhooks.ts";

/** When a round's attempts are made. */
export interface Schedule {
  /** Seconds before each attempt, counted from the one before it; as many attempts as there are numbers. */
  delaySeconds: readonly number[];
  /** How much of a delay is left to chance, up and down: 0.2 for a fifth. */
  variation: number;
}

export const usualSchedule: Schedule = { delaySeconds: attemptDelaySeconds, variation: attemptDelayVariation };

/**
 * How long to wait after a failed attempt.
 * @param attempt the attempt that failed, 1 for the first of the round
 * @param retryAfterSeconds what the receiver asked for; it lengthens the wait and never shortens it
 * @param chance from 0 to 1: the shortest to the longest wait
 * @returns seconds until the next attempt; null when the round is over
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
