import type { WebhookDelivery } from "../../../areas/webhooks/schema.ts";

type Pending = Pick<WebhookDelivery, "status" | "nextAttemptAt">;

const soonMilliseconds = 30_000;

/** Polled even if nothing is pending, because new events arrive. */
export const idleMilliseconds = 10_000;

/**
 * Polling interval in milliseconds: short while an attempt is due, longer while one is scheduled.
 *
 * @param idle the interval if nothing is pending
 */
export function pollingInterval<Idle extends number | false>(
  deliveries: readonly Pending[],
  now: number,
  idle: Idle,
): number | Idle {
  const open = deliveries.filter(({ status }) => status === "pending");
  if (open.length === 0) return idle;
  const isSoon = open.some(
    ({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) - now < soonMilliseconds,
  );
  return isSoon ? 2_000 : idleMilliseconds;
}
