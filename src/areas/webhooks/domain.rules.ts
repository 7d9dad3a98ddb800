import { AppError, invalidInput, invalidState, limitReached } from "../../contract/errors/error-codes.ts";
import { entityOf, scopesThatSee, type EventType } from "../../contract/events/event-types.ts";
import { hostOf } from "../../contract/webhooks/url.ts";
import { recoverableDays, subscriptionsPerKey } from "../../contract/webhooks/webhooks.ts";
import type { Principal } from "../../rpc/principal.ts";

/** @throws FORBIDDEN if a key changes another key's subscription */
export function rejectOthers(principal: Principal, keyId: string): void {
  if (principal.kind !== "integration_key" || principal.keyId === keyId) return;
  throw new AppError(
    "FORBIDDEN",
    "A key can change only its own webhook subscriptions; use the subscription's key, or ask a member",
  );
}

/** @throws VALIDATION_FAILED at `url` if the key does not allow its host */
export function validateHost(url: string, allowedHosts: readonly string[]): void {
  if (allowedHosts.includes(hostOf(url))) return;
  throw invalidInput({
    path: "url",
    message:
      "its host must be one of the key's allowed webhook hosts; add it with PATCH /service-accounts/{serviceAccountId} (`webhookAllowedHosts`) or in the portal",
  });
}

/** @throws VALIDATION_FAILED at each event type that the key may not see */
export function validateEventTypes(eventTypes: readonly (EventType | "*")[], scopes: Iterable<string>): void {
  const held = new Set(scopes);
  const faults = eventTypes.flatMap((eventType, index) => {
    const seeing = eventType === "*" ? [] : scopesThatSee(entityOf(eventType));
    if (eventType === "*" || seeing.some((scope) => held.has(scope))) return [];
    return [
      {
        path: `eventTypes.${index}`,
        message: `the key cannot read events of this type: it needs ${seeing.join(" or ")}`,
      },
    ];
  });
  if (faults.length > 0) throw invalidInput(...faults);
}

/** @throws INVALID_STATE_TRANSITION if the key has the maximum of subscriptions */
export function validateCount(count: number): void {
  if (count < subscriptionsPerKey) return;
  throw limitReached(
    `A key has at most ${subscriptionsPerKey} webhook subscriptions. Delete one, add event types to one, or use another key`,
  );
}

const endings = {
  revoked: "The key is revoked, so its events are not delivered. Use another key",
  expired: "The key has expired. Rotate it with a new expiry first",
};

/** @throws INVALID_STATE_TRANSITION if the key has ended, since nothing would be delivered */
export function rejectEndedKey(ending: "revoked" | "expired" | null): void {
  if (ending !== null) throw invalidState(endings[ending]);
}

/** The limits of a time span, by the database's clock. */
export interface SpanBounds {
  since: string;
  until: string;
  now: string;
  /** Older deliveries were purged. */
  oldest: string;
}

/** @throws VALIDATION_FAILED at `since` or `until` */
export function validateSpan({ since, until, now, oldest }: SpanBounds): void {
  const at = { since: Date.parse(since), until: Date.parse(until), now: Date.parse(now), oldest: Date.parse(oldest) };
  if (at.since > at.now) throw invalidInput({ path: "since", message: "must not be in the future" });
  if (at.until > at.now) throw invalidInput({ path: "until", message: "must not be in the future; omit it for now" });
  if (at.since >= at.until) throw invalidInput({ path: "since", message: "must be before `until`" });
  if (at.since < at.oldest)
    throw invalidInput({
      path: "since",
      message: `must be at most ${recoverableDays} days ago, because deliveries are stored that long; read older events with GET /events`,
    });
}
