// Shared by server and portal. Must not import zod, which is not in a screen's first load.

export const subscriptionStatuses = ["active", "paused", "disabled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Why a subscription is not active: 120 hours of failed deliveries, a response of 410, or disabled by hand. */
export const statusReasons = ["failures", "gone", "by_hand"] as const;

/** Reasons in the key why an active subscription receives nothing. */
export const deliveryBlockers = ["key_revoked", "key_expired", "key_paused", "host_not_allowed"] as const;
export type DeliveryBlocker = (typeof deliveryBlockers)[number];

export const deliveryStatuses = ["pending", "succeeded", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryTriggers = ["event", "test", "redelivery", "recovery"] as const;

export const cancelReasons = [
  "subscription_not_active",
  "subscription_deleted",
  "key_revoked",
  "scope_missing",
  "event_purged",
] as const;

/**
 * The outcome of an attempt. `answered`: another status than 2xx. From `name_unknown` on no response arrived; from
 * `address_refused` on nothing was sent.
 */
export const attemptOutcomes = [
  "succeeded",
  "answered",
  "redirected",
  "malformed_answer",
  "timed_out",
  "connection_failed",
  "certificate_refused",
  "name_unknown",
  "address_refused",
  "host_not_allowed",
  "key_paused",
  "key_expired",
  "secret_unreadable",
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/**
 * Seconds between the attempts of a round. Each is varied by up to a fifth, so that deliveries that failed together do
 * not retry together. Source: contract, "Webhooks".
 */
export const attemptDelaySeconds = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
export const attemptDelayVariation = 0.2;

export const attemptSeconds = 15;

/** A subscription is paused when there was nothing but failures for so long. */
export const failingHoursAtMost = 120;

/** For how long a rotated secret goes on signing beside the new one. */
export const rotationHours = 24;

/** How many subscriptions a key may have: every event is delivered to each. */
export const subscriptionsPerKey = 20;

/**
 * Ended deliveries are kept this long. A recovery reaches no further back, because it would repeat deliveries that
 * succeeded.
 */
export const recoverableDays = 30;

/** Deliveries for an expired key are recorded this long and sent when it is extended. Later events need a recovery. */
export const expiredKeyDays = 7;

/** The maximum Retry-After of a receiver that is respected: a day. */
export const longestRetryAfterSeconds = 86_400;

/** Attempts that failed for what is ours or the key's: no failure of the receiver, and none that stops its subscription. */
export const unsentOutcomes: readonly AttemptOutcome[] = [
  "host_not_allowed",
  "key_paused",
  "key_expired",
  "secret_unreadable",
];
