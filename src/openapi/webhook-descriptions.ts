import { attemptDelaySeconds, attemptDelayVariation, failingHoursAtMost } from "../contract/webhooks/webhooks.ts";

const units = [
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Formats `300` as `5 minutes`. */
function formatDelay(seconds: number): string {
  const [word, length] = units.find(([, unit]) => seconds % unit === 0) ?? units[2];
  const count = seconds / length;
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The schedule of attempts in words. Source: src/contract/webhooks/webhooks.ts. */
export function describeAttempts(): string {
  const [, ...delays] = attemptDelaySeconds;
  const days = Math.round(delays.reduce((sum, delay) => sum + delay, 0) / 86_400);
  const gaps = new Intl.ListFormat("en").format(delays.map(formatDelay));
  return (
    `A message is sent up to ${attemptDelaySeconds.length} times over about ${days} days: immediately, then ${gaps} after the previous attempt, each varied by up to ` +
    `${attemptDelayVariation * 100} %. After ${failingHoursAtMost} hours of failed deliveries the subscription is paused, and the firm is notified.`
  );
}
