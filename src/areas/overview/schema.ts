import * as z from "zod";
import { Id, Instant } from "../../contract/values/values.ts";
import { errorReasonNames } from "../../contract/errors/error-reasons.ts";
import { statusReasons } from "../../contract/webhooks/webhooks.ts";

const counts = { succeeded: z.int(), refused: z.int(), limited: z.int(), failed: z.int() };
const Figures = z.object({ ...counts, p95Ms: z.number().nullable() });
export type Figures = z.infer<typeof Figures>;

/** Requests by UTC hour: the last 24 with the current one, and the same hours a week before. */
export const Traffic = z.object({
  hours: z.array(z.object({ hour: Instant, now: Figures, weekBefore: Figures })),
  totals: Figures,
  /** Without the current hour, which is not over. */
  completeHours: z.object({ now: z.int(), weekBefore: z.int() }),
  /** Keys with requests in either day, the busiest first. */
  keys: z.array(z.object({ keyId: Id, name: z.string(), now: Figures, weekBefore: Figures })),
  /** Why requests failed, the most frequent first. */
  reasons: z.array(
    z.object({
      reason: z.enum(errorReasonNames),
      requests: z.int(),
      weekBefore: z.int(),
      keyCount: z.int(),
      /** The key with the most of them. */
      keyId: Id,
      keyName: z.string(),
    }),
  ),
});
export type Traffic = z.infer<typeof Traffic>;

const AttentionReason = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("misconfigured"), actingAttorneyName: z.string().nullable() }),
  z.object({ kind: z.literal("expiring"), expiresAt: Instant }),
  z.object({ kind: z.literal("pending_scopes"), count: z.int() }),
  z.object({ kind: z.literal("unused"), lastUsedAt: Instant.nullable() }),
  z.object({ kind: z.literal("unused_scopes"), count: z.int() }),
]);

const KeyInNeed = z.object({ keyId: Id, name: z.string(), reasons: z.array(AttentionReason) });
export type KeyInNeed = z.infer<typeof KeyInNeed>;

export const WebhookHealth = z.object({
  active: z.int(),
  paused: z.int(),
  disabled: z.int(),
  /** Deliveries of events of the last 24 hours, at most the newest 10,000. */
  succeeded: z.int(),
  failed: z.int(),
  /** Deliveries that wait for an attempt, at most 10,000. */
  backlog: z.int(),
  stopped: z.array(z.object({ subscriptionId: Id, name: z.string(), statusReason: z.enum(statusReasons).nullable() })),
});
export type WebhookHealth = z.infer<typeof WebhookHealth>;

const LatestEvent = z.object({ id: Id, eventType: z.string(), occurredAt: Instant, actorName: z.string() });
export type LatestEvent = z.infer<typeof LatestEvent>;

const LatestExport = z.object({
  id: Id,
  type: z.string(),
  status: z.string(),
  fileName: z.string(),
  createdAt: Instant,
});

const LatestChange = z.object({
  id: Id,
  occurredAt: Instant,
  action: z.string(),
  actorName: z.string(),
  entity: z.string(),
  entityId: z.string(),
  entityLabel: z.string().nullable(),
  keyId: Id.nullable(),
});

/** The cards of an organization's Overview; null where the member lacks the permission. */
export const OrganizationOverview = z.object({
  /** What a new organization has done. */
  start: z.object({ hasKey: z.boolean(), hasSucceeded: z.boolean() }).nullable(),
  /** The most urgent keys that need attention, and how many there are. */
  keys: z.object({ keys: z.array(KeyInNeed), total: z.int() }).nullable(),
  webhooks: WebhookHealth.nullable(),
  events: z.array(LatestEvent).nullable(),
  exports: z.array(LatestExport).nullable(),
  changes: z.array(LatestChange).nullable(),
});
export type OrganizationOverview = z.infer<typeof OrganizationOverview>;
