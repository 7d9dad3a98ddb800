import type { WebhookDelivery } from "../../../areas/webhooks/schema.ts";

type Pending = Pick<WebhookDelivery, "status" | "nextAttemptAt">;

const soonMilliseconds = 30_000;

/** A list is asked for also while nothing is open: events come by themselves. */
export const idleMilliseconds = 10_000;

/**
 * In how many milliseconds deliveries should be asked for again: soon while an attempt is due, now and then while one is to come.
 * @param idle what holds while nothing is open
 */
export function pollingInterval<Idle extends number | false>(deliveries: readonly Pending[], now: number, idle: Idle): number | Idle {
  const open = deliveries.filter(({ status }) => status === "pending");
  if (open.length === 0) return idle;
  const isSoon = open.some(({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) - now < soonMilliseconds);
  return isSoon ? 2_000 : idleMilliseconds;
}
