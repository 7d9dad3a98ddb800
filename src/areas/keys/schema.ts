import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { Id, Instant } from "../../contract/values.ts";
import { deliveryBlockers, statusReasons } from "../../contract/webhooks/webhooks.ts";

/** What the portal shows on every screen of an organization. */
export const Overview = z.object({
  /** Whether the reader may look after keys. */
  canManage: z.boolean(),
  /** Members who may, for a reader who may not; else empty. */
  whomToAsk: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Zero for a reader who may not look after keys. */
  counts: z.object({ active: z.int(), expiring: z.int(), needsAttention: z.int(), paused: z.int(), pending: z.int() }),
  attention: z.array(
    z.object({
      keyId: Id,
      name: z.string(),
      kind: z.enum(["needs_attention", "expiring"]),
      expiresAt: Instant,
      actingAttorneyName: z.string().nullable(),
    }),
  ),
  /** Webhooks that stand still though nobody wished it. */
  stalledWebhooks: z.array(
    z.object({
      subscriptionId: Id,
      name: z.string(),
      keyName: z.string(),
      statusReason: z.enum(statusReasons).nullable(),
      obstacle: z.enum(deliveryBlockers).nullable(),
    }),
  ),
  unreadNotifications: z.int(),
});
export type Overview = z.infer<typeof Overview>;

/** An attorney whom a key may act for. */
export const Attorney = z.object({ memberId: Id, firstName: z.string(), lastName: z.string(), email: z.string() });
export type Attorney = z.infer<typeof Attorney>;

/** Whose a pasted secret is: found by its digest alone. */
export const FoundKey = z.object({
  id: Id,
  name: z.string(),
  status: z.string(),
  prefix: z.string().meta({ description: "The prefix of the pasted secret." }),
  secretState: z.enum(["live", "retired"]),
  createdBy: Actor.nullable(),
  actingAttorney: z.object({ attorneyId: Id, firstName: z.string(), lastName: z.string(), status: z.string() }).nullable(),
  lastUsedAt: Instant.nullable(),
});
export type FoundKey = z.infer<typeof FoundKey>;

/** Something that was done to a key, or to what was asked for it. */
export const HistoryEntry = z.object({
  id: Id,
  occurredAt: Instant,
  action: z.string(),
  actor: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  entity: z.string(),
  entityId: Id,
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  requestId: z.string(),
  address: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
